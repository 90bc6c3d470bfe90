import { expect, test } from 'vitest'
import { groupsOf } from './groups.ts'

type Dot = { id: number; x: number; y: number }
const how = { place: (dot: Dot) => dot, isAlone: (dot: Dot) => dot.id === 99, maxZoom: 18 }
const sizes = (dots: Dot[], zoom: number) =>
  groupsOf(dots, zoom, how)
    .map(({ items }) => items.length)
    .toSorted((a, b) => b - a)
const near = (count: number): Dot[] => Array.from({ length: count }, (_, id) => ({ id, x: 0.5 + id * 1e-6, y: 0.5 }))

test('three who hide each other are one mark, and two are not', () => {
  expect(sizes(near(3), 8)).toEqual([3])
  expect(sizes(near(2), 8)).toEqual([1, 1])
})

test('everybody is in exactly one mark', () => {
  const dots = Array.from({ length: 500 }, (_, id) => ({ id, x: 0.5 + (id % 23) * 1e-5, y: 0.5 + (id % 17) * 1e-5 }))
  const ids = groupsOf(dots, 12, how).flatMap(({ items }) => items.map(({ id }) => id))
  expect(ids.toSorted((a, b) => a - b)).toEqual(dots.map(({ id }) => id))
})

test('groups fall apart when the map comes closer', () => {
  expect(sizes(near(3), 18)).toEqual([1, 1, 1])
})

test('who is selected stays alone in a crowd', () => {
  expect(sizes([...near(4), { id: 99, x: 0.5, y: 0.5 }], 8)).toEqual([4, 1])
})

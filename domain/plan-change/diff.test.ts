import { expect, test } from 'vitest'
import { diffRoutes, type DiffRoute } from './diff.ts'
import { longestInOrder } from './longest-in-order.ts'

/** A route whose stops come ten minutes after each other; a large letter is a pickup. */
const route = (key: string, letters: string, from = 0): DiffRoute => ({
  key,
  stops: [...letters].map((letter, i) => ({
    kind: letter === '-' ? 'break' : letter === letter.toLowerCase() ? 'delivery' : 'pickup',
    delivery_id: letter === '-' ? null : letter.toLowerCase(),
    arrival_at: new Date((from + i) * 600_000).toISOString(),
    late_seconds: 0,
  })),
})
const said = (before: DiffRoute[], after: DiffRoute[]) =>
  diffRoutes(before, after).map(({ routes, deliveries }) => [
    routes.toSorted().join(''),
    deliveries.map(({ delivery_id, change }) => `${delivery_id} ${change}`).toSorted(),
  ])

test('routes that give each other deliveries change together, and others apart', () => {
  const before = [route('r', 'abc'), route('s', 'def'), route('t', 'gh'), route('u', 'ij')]
  const after = [route('r', 'abd'), route('s', 'cef'), route('t', 'ghk'), route('u', 'ij')]
  expect(said(before, after)).toEqual([
    ['rs', ['c moved', 'd moved']],
    ['t', ['k added']],
  ])
})

test('as few as possible count as reordered, and what only comes later is told with what made it late', () => {
  expect(said([route('r', 'abcdef')], [route('r', 'acdefb')])).toEqual([
    ['r', ['b reordered', 'c retimed', 'd retimed', 'e retimed', 'f retimed']],
  ])
  expect(said([route('r', 'abc')], [route('r', 'bc')])).toEqual([['r', ['a left_out', 'b retimed', 'c retimed']]])
  // A route that only starts later was decided by nobody here.
  expect(said([route('r', 'abc')], [route('r', 'abc', 1)])).toEqual([])
})

test('a route that is new or gone is part of its group, and a shipment counts once', () => {
  expect(said([route('r', 'aXx')], [route('n', 'Xx'), route('r', 'a-')])).toEqual([['nr', ['x moved']]])
  expect(said([route('r', 'ab')], [route('s', 'ab')])).toEqual([['rs', ['a moved', 'b moved']]])
  expect(said([route('r', 'Xax')], [route('r', 'aXx')])[0]![1]).toContain('a reordered')
  expect(said([route('r', 'Xxa')], [route('r', 'Xax')])).toHaveLength(1)
})

test('the longest part in order is found', () => {
  expect(longestInOrder([1, 2, 3, 4, 5, 6], [6, 2, 9, 3, 1, 4, 5])).toEqual([2, 3, 4, 5])
  expect(longestInOrder([], [1])).toEqual([])
})

import { expect, test } from 'vitest'
import { areaGroups, areasFor, isCurrent } from './areas.tsx'

const all = areaGroups.flatMap((group) => group.areas)

test('an area is current on each of its pages, with or without a trailing slash', () => {
  for (const path of ['/dashboard', '/dashboard/', '/dashboard/deliveries', '/dashboard/planning/42'])
    expect(all.filter((area) => isCurrent(area, path))).toHaveLength(1)
})

test('an area is not current on a page whose path only starts with the same letters', () => {
  expect(all.filter((area) => isCurrent(area, '/dashboard/drivers-license'))).toEqual([])
})

test('a phone reaches every area that the sidebar lists, and no other', () => {
  const { thumb, more } = areasFor(() => true)
  expect(thumb).toHaveLength(3)
  expect(new Set([...thumb, ...more])).toEqual(new Set(all))
  const few = areasFor((href) => href === '/dashboard/my-route' || href === '/dashboard/planning')
  expect(few.groups.flatMap(({ areas }) => areas.map(({ label }) => label))).toEqual(['My route', 'Planning'])
  expect([few.thumb.map(({ label }) => label), few.more]).toEqual([['My route', 'Planning'], []])
})

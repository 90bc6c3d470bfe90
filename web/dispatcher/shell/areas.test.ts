import { expect, test } from 'vitest'
import { areaGroups, isCurrent, moreAreas, thumbAreas } from './areas.tsx'

const all = areaGroups.flatMap((group) => group.areas)

test('an area is current on each of its pages, with or without a trailing slash', () => {
  for (const path of ['/dashboard', '/dashboard/', '/dashboard/deliveries', '/dashboard/planning/42'])
    expect(all.filter((area) => isCurrent(area, path))).toHaveLength(1)
})

test('an area is not current on a page whose path only starts with the same letters', () => {
  expect(all.filter((area) => isCurrent(area, '/dashboard/drivers-license'))).toEqual([])
})

test('a phone reaches every area that the sidebar lists', () => {
  expect(new Set([...thumbAreas, ...moreAreas])).toEqual(new Set(all))
})

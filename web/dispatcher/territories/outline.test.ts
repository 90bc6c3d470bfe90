import { expect, test } from 'vitest'
import { Area } from '#domain/schema/territory.ts'
import { near, toArea, toCorners } from './outline.ts'

const corners = [
  { lat: -6, lng: 106 },
  { lat: -6, lng: 107 },
  { lat: -7, lng: 106.5 },
]

test('an area is closed, and its corners come back', () => {
  expect(Area.parse(toArea(corners)).coordinates[0]).toHaveLength(4)
  expect(toCorners(toArea(corners))).toEqual(corners)
})

test('an area across the antimeridian is drawn in one piece and stored with longitudes of the globe', () => {
  const fiji = [
    { lat: -19, lng: 178 },
    { lat: -19, lng: 182 },
    { lat: -16, lng: 180.5 },
  ]
  const area = toArea(fiji)
  expect(area.coordinates[0]!.map(([lng]) => lng)).toEqual([178, -178, -179.5, 178])
  expect(toCorners(area)).toEqual(fiji)
  expect(near(-178, fiji[0])).toBe(182)
})

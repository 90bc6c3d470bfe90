import { expect, test } from 'vitest'
import { encodePolyline } from '#domain/travel/polyline.ts'
import type { Route } from '#domain/schema/plan.ts'
import { alongRoads, noRoads, roadsOf } from './roads.ts'

const [a, b, c] = [
  { lat: -6.2, lng: 106.8 },
  { lat: -6.1, lng: 106.9 },
  { lat: -6, lng: 107 },
] as const
const corner = { lat: -6.2, lng: 106.9 }
const routeOf = (...places: { lat: number; lng: number }[]) =>
  ({ id: 'r', stops: places.map((location) => ({ location })) }) as unknown as Route
const road = encodePolyline([a, corner, b].map(({ lat, lng }) => [lng, lat]))
const geometry = { is_complete: true, routes: [{ route_id: 'r', legs: [road, null] }] }

test('a line follows the roads that are known, and is straight where they are not', () => {
  const roads = roadsOf([routeOf(a, b, c)], geometry)
  expect(alongRoads([a, b, c], roads)).toEqual([a, a, corner, b, b, c])
  expect(alongRoads([a, b, c], noRoads)).toEqual([a, b, c])
  // A changed route keeps the roads of the drives that it keeps; back is another drive.
  expect(alongRoads([c, a, b, a], roads)).toEqual([c, a, a, corner, b, b, a])
})

test('roads of a route that was changed meanwhile are not drawn', () => {
  expect(roadsOf([routeOf(a, b)], geometry).size).toBe(0)
})

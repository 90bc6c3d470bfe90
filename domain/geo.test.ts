import { expect, test } from 'vitest'
import { Location } from './geo.ts'

test('coordinates out of range are rejected', () => {
  expect(Location.safeParse({ lat: -96.2, lng: 106.8 }).success).toBe(false)
  expect(Location.safeParse({ lat: 0, lng: 181 }).success).toBe(false)
  expect(Location.safeParse({ lat: Number.NaN, lng: 0 }).success).toBe(false)
})

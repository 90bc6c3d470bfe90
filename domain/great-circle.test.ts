import { expect, test } from 'vitest'
import { distanceKm } from './great-circle.ts'

test('a degree on the equator is 111.19 km with an earth radius of 6371 km', () => {
  expect(distanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 1 })).toBeCloseTo((2 * Math.PI * 6371) / 360, 6)
})

test('distance is symmetric, zero to itself, and finite between antipodes', () => {
  const a = { lat: -6.2088, lng: 106.8456 }
  const b = { lat: -6.1751, lng: 106.865 }
  expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 12)
  expect(distanceKm(a, a)).toBe(0)
  expect(distanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(Math.PI * 6371, 6)
})

import { expect, test } from 'vitest'
import { openLand } from './land.ts'

const square = (west: number, south: number, size: number): [number, number][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]

test('land is at no distance, a lake at that of its shore, and what is far is nowhere near', () => {
  const metersToLand = openLand([[square(10, 0, 2), square(10.5, 0.5, 1)]], 60_000)
  expect(metersToLand({ lat: 0.2, lng: 11 })).toBe(0)
  expect(metersToLand({ lat: 1, lng: 11.4 })).toBeCloseTo(0.1 * 111_195 * Math.cos(Math.PI / 180), -1)
  expect(metersToLand({ lat: 1, lng: 9.9 })).toBeCloseTo(0.1 * 111_195, -2)
  expect(metersToLand({ lat: -0.1, lng: 9.9 })).toBeCloseTo(Math.SQRT2 * 11_120, -2)
  expect(metersToLand({ lat: 1, lng: 8 })).toBe(Infinity)
  // Land across the date line, unwrapped beyond it.
  expect(openLand([[square(179, 0, 2)]], 1000)({ lat: 1, lng: -179.5 })).toBe(0)
})

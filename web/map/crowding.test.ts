import { expect, test } from 'vitest'
import { isCrowded } from './crowding.ts'

/** A square of stops, 300 meters apart. */
const stops = Array.from({ length: 100 }, (_, at) => ({
  lat: -6.2 + Math.floor(at / 10) * 0.0027,
  lng: 106.8 + (at % 10) * 0.0027,
}))

test('many stops become dots when zoomed out, and numbers when zoomed in', () => {
  expect(isCrowded(stops, 11)).toBe(true)
  expect(isCrowded(stops, 15)).toBe(false)
})

test('a few stops far apart keep their numbers, and so do those of one address', () => {
  expect(isCrowded([stops[0]!, stops[9]!, stops[90]!], 11)).toBe(false)
  expect(isCrowded([stops[0]!, stops[0]!, stops[0]!, stops[99]!], 13)).toBe(false)
  expect(isCrowded([], 13)).toBe(false)
})

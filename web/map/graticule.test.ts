import { expect, test } from 'vitest'
import { graticuleLabel, graticuleLines, graticuleStep } from './graticule.ts'

test('lines are never closer than requested, but those of the next finer step would be', () => {
  for (const degreesPerPixel of [0.7, 0.02, 0.000172, 0.00001]) {
    const step = graticuleStep(degreesPerPixel, 100)
    expect(step / degreesPerPixel).toBeGreaterThanOrEqual(100)
  }
  expect(graticuleStep(0.000172, 100)).toBe(0.02)
})

test('lines fall on round degrees inside the view, without rounding errors', () => {
  expect(graticuleLines(106.71, 106.93, 0.05)).toEqual([106.75, 106.8, 106.85, 106.9])
  expect(graticuleLines(-0.1, 0.1, 0.1)).toEqual([-0.1, 0, 0.1])
  expect(graticuleLines(0.01, 0.02, 0.5)).toEqual([])
})

test('labels name the hemisphere', () => {
  expect(graticuleLabel(-6.2, 'latitude', 0.05)).toBe('6.20° S')
  expect(graticuleLabel(106.8, 'longitude', 0.1)).toBe('106.8° E')
  expect(graticuleLabel(-74, 'longitude', 1)).toBe('74° W')
  expect(graticuleLabel(0, 'latitude', 1)).toBe('0°')
})

import { expect, test } from 'vitest'
import { onSphere, sphereMeters, travelSeconds } from './great-circle.ts'

const meters = (a: [number, number], b: [number, number]) => Math.round(sphereMeters(onSphere(a), onSphere(b)))

test('computes known distances on a sphere of 6371 km', () => {
  expect(meters([0, 0], [1, 0])).toBe(111_195)
  expect(meters([0, 0], [180, 0])).toBe(20_015_087)
  expect(meters([0, 90], [77, 90])).toBe(0)
  expect(meters([-179.5, 0], [179.5, 0])).toBe(111_195)
})

test('rounds travel times to whole seconds', () => {
  expect(travelSeconds(1000, 40)).toBe(90)
  expect(travelSeconds(1006, 40)).toBe(91)
})

test('distances agree with the haversine formula', () => {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  for (const [from, to] of [
    [
      [106.8272, -6.1754],
      [107.6186, -6.9025],
    ],
    [
      [106.8, -6.2],
      [106.80001, -6.2],
    ],
    [
      [-70, 45],
      [151, -33],
    ],
  ] as [[number, number], [number, number]][]) {
    const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2
    const between = Math.cos(radians(from[1])) * Math.cos(radians(to[1])) * half(from[0], to[0])
    const expected = 2 * 6_371_000 * Math.asin(Math.sqrt(half(from[1], to[1]) + between))
    expect(sphereMeters(onSphere(from), onSphere(to))).toBeCloseTo(expected, 3)
  }
})

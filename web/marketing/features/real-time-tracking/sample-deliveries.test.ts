import { expect, test } from 'vitest'
import { deliveryMarkers, formatPosition, sampleDeliveries } from './sample-deliveries.ts'

test('the three deliveries are at different places in Jakarta', () => {
  expect(sampleDeliveries, 'as many as the specification asks for').toHaveLength(3)
  expect(new Set(sampleDeliveries.map(({ id }) => id)).size).toBe(3)
  for (const { position, destination } of sampleDeliveries) {
    expect(Math.abs(position.lat - -6.2088)).toBeLessThan(0.1)
    expect(Math.abs(position.lng - 106.8456)).toBeLessThan(0.1)
    expect(destination).toMatch(/Jakarta$/)
  }
})

test('two of them are at the sample markers in the specification', () => {
  const places = sampleDeliveries.map(({ position }) => formatPosition(position))
  expect(places).toContain('-6.2008, 106.7831')
  expect(places).toContain('-6.1751, 106.8650')
})

test('each pin is at its delivery and shows its ID and ETA', () => {
  expect(deliveryMarkers.map(({ position }) => position)).toEqual(sampleDeliveries.map(({ position }) => position))
  expect(deliveryMarkers[0]?.label).toBe('KD-1042, ETA 14:20–14:30')
})

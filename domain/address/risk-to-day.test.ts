import { expect, test } from 'vitest'
import { riskToDay, type AtRisk } from './risk-to-day.ts'

const delivery = (fields: Partial<AtRisk> = {}): AtRisk => ({
  delivery_location: { lat: 0, lng: 0 },
  location_source: 'geocoder',
  location_confidence: 0.95,
  location_flags: [],
  priority: 2,
  window_start: null,
  window_end: null,
  ...fields,
})

const none = { delivery_location: null, location_source: null, location_confidence: null }

test('a sure position is no risk', () => {
  expect(riskToDay(delivery())).toBe(0)
  expect(riskToDay(delivery({ location_confidence: 0.7 }))).toBe(0)
  expect(riskToDay(delivery({ location_source: 'given', location_confidence: null }))).toBe(0)
})

test('no position is worse than an area, that is worse than a street, that is worse than a flag', () => {
  const risks = [
    delivery(none),
    delivery({ location_confidence: 0.2 }),
    delivery({ location_confidence: 0.9, location_flags: ['swapped'] }),
    delivery({ location_confidence: 0.5 }),
    delivery({ location_confidence: 0.9, location_flags: ['shared'] }),
  ].map(riskToDay)
  expect(risks).toEqual(risks.toSorted((a, b) => b - a))
  expect(new Set(risks).size).toBe(risks.length)
})

test('urgency and a tight window weigh, but never more than the kind of doubt', () => {
  const street = (fields: Partial<AtRisk>) => riskToDay(delivery({ location_confidence: 0.5, ...fields }))
  const tight = { window_start: '09:00', window_end: '10:00' }
  expect(street({ priority: 1 })).toBeGreaterThan(street({ priority: 2 }))
  expect(street(tight)).toBeGreaterThan(street({ window_start: '09:00', window_end: '17:00' }))
  expect(street({ window_end: '17:00' })).toBeGreaterThan(street({}))
  expect(street({ priority: 1, ...tight })).toBeLessThan(riskToDay(delivery({ location_confidence: 0.2, priority: 3 })))
})

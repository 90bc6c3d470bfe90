import { expect, test } from 'vitest'
import type { Route } from '#domain/schema/plan.ts'
import { brokenPromises, effectFigures, effectLine, isHarmless, routeLine } from './effect-words.ts'

const none = {
  cost: 0,
  distance_km: 0,
  driving_seconds: 0,
  late_seconds: 0,
  late_stops: 0,
  promises: [],
  recipients: [],
}
const worse = { ...none, cost: 210, distance_km: 1.24, driving_seconds: 250, late_seconds: 720, late_stops: 1 }

test('figures are differences, and say whether they are better or worse', () => {
  expect(effectFigures(worse, 'USD')).toEqual([
    { label: 'Cost', value: '+$2.10', tone: 'worse' },
    { label: 'Distance', value: '+1.2 km', tone: 'worse' },
    { label: 'Driving', value: '+4 min', tone: 'worse' },
    { label: 'Lateness', value: '+12 min', tone: 'worse' },
    { label: 'Late stops', value: '+1', tone: 'worse' },
  ])
  expect(effectFigures({ ...none, distance_km: -0.5 }, 'USD')[1]).toMatchObject({ value: '−0.5 km', tone: 'better' })
})

test('a workspace without costs sees none', () => {
  expect(effectFigures({ ...none, cost: null }, 'USD').map(({ label }) => label)).toEqual([
    'Distance',
    'Driving',
    'Lateness',
  ])
})

test('the line tells only what changes', () => {
  expect(effectLine(worse, 'USD')).toBe('+$2.10, +1.2 km, 4 min more driving, 12 min more lateness, 1 late stop more')
  expect(effectLine({ ...none, driving_seconds: -125 }, 'USD')).toBe('2 min less driving')
  expect(effectLine({ ...none, distance_km: 0.04 }, 'USD')).toBe('No change in distance or time')
})

test('only what makes nothing later, breaks no promise and has no warning is done without asking', () => {
  const promise = { delivery_id: 'd', number: 7, promised_at: '2026-03-02T09:00:00Z', arrival_at: null }
  expect(isHarmless({ effect: { ...none, distance_km: 3 }, warnings: [] })).toBe(true)
  expect(isHarmless({ effect: { ...none, late_seconds: 1 }, warnings: [] })).toBe(false)
  expect(isHarmless({ effect: { ...none, promises: [promise] }, warnings: [] })).toBe(false)
  expect(isHarmless({ effect: none, warnings: [{ code: 'locked', sentence: 'A locked stop moves.' }] })).toBe(false)
})

test('a broken promise names the recipient and by how much', () => {
  const promised_at = '2026-03-02T09:00:00Z'
  const promises = [
    { delivery_id: 'a', number: 7, promised_at, arrival_at: '2026-03-02T09:25:00Z' },
    { delivery_id: 'b', number: 8, promised_at, arrival_at: null },
  ]
  const routes = [{ stops: [{ delivery_id: 'a', name: 'Sari' }] }] as Route[]
  expect(brokenPromises({ promises }, routes, 'UTC').map(({ who, words }) => `${who}: ${words}`)).toEqual([
    '#7 Sari: promised 09:00, would be 09:25, 25 min later',
    '#8: promised 09:00, would be on no route',
  ])
})

test('a route is compared with what it was', () => {
  const route = (ends_at: string, ...ids: string[]) =>
    ({ ends_at, driver_id: 'd', vehicle_id: null, stops: ids.map((delivery_id) => ({ delivery_id })) }) as Route
  const before = route('2026-03-02T15:40:00Z', 'a')
  expect(routeLine(before, route('2026-03-02T15:52:00Z', 'a', 'b'), 'UTC')).toBe('1 → 2 deliveries, ends 15:40 → 15:52')
  expect(routeLine(undefined, before, 'UTC')).toBe('a new route with 1 delivery, ends 15:40')
  expect(routeLine(before, undefined, 'UTC')).toBe('this route would be gone')
})

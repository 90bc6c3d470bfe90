import { expect, test } from 'vitest'
import type { Remedy, RouteRisk } from '#domain/schema/plan-risk.ts'
import { remedyWords, risksLine } from './risk-words.ts'

const risk = (driver_name: string, more: Partial<RouteRisk> = {}) =>
  ({ driver_name, reason: 'behind', late_seconds: 1500, ...more }) as RouteRisk

test('the gravest risks are named, and the others counted', () => {
  const blocked = risk('Sari', { reason: 'vehicle_blocked', late_seconds: 0 })
  expect(risksLine([blocked, risk('Budi')])).toBe('Sari: vehicle may not drive. Budi: late by 25 min.')
  expect(risksLine([risk('A'), risk('B'), risk('C'), risk('D')])).toMatch(/ And 1 more\.$/)
})

test('a remedy says what stays late, what it moves, what it costs and who is told', () => {
  const effect = {
    cost: null,
    distance_km: 3.2,
    driving_seconds: 0,
    late_seconds: -3000,
    late_stops: -2,
    promises: [],
    recipients: [{}],
  }
  const remedy = { late_stops_left: 0, stops_moved: 2, effect } as unknown as Remedy
  expect(remedyWords(remedy, 'USD')).toBe(
    'All in time · moves 2 deliveries · +3.2 km, 50 min less lateness, 2 late stops fewer · 1 recipient to tell',
  )
  expect(remedyWords({ late_stops_left: 2, stops_moved: 0, effect: null } as Remedy, 'USD')).toBe('2 stops still late')
})

import { expect, test } from 'vitest'
import type { DeliveryDiff, DiffGroup } from '#domain/schema/plan-diff.ts'
import { deliveryWords, groupSummary, groupTitle, newlyLate, sumOf } from './diff-words.ts'

const place = (driver_name: string, position: number, time: string, late_seconds = 0) => ({
  driver_name,
  position,
  arrival_at: `2026-03-16T${time}:00Z`,
  late_seconds,
})
const delivery = (part: Partial<DeliveryDiff>): DeliveryDiff => ({
  delivery_id: 'a',
  number: 1,
  change: 'moved',
  before: place('Budi', 3, '03:40'),
  after: place('Sari', 5, '04:05', 300),
  can_take_alone: true,
  ...part,
})
const effect = {
  cost: null,
  distance_km: -1.5,
  driving_seconds: -60,
  late_seconds: 0,
  late_stops: 0,
  promises: [],
  recipients: [],
}
const group = (drivers: string[], deliveries: DeliveryDiff[] = []): DiffGroup => ({
  id: drivers.join(''),
  routes: drivers.map((driver_name) => ({
    route_id: 'r',
    driver_id: 'd',
    driver_name,
    before: null,
    after: null,
  })),
  deliveries,
  effect,
  conflict: null,
})

test('a delivery says where it goes, when, and how late', () => {
  const said = (part: Partial<DeliveryDiff>) => deliveryWords(delivery(part), 'Asia/Jakarta')
  expect(said({})).toBe('Budi → Sari, place 5, 10:40 → 11:05, 5 min late')
  expect(said({ change: 'added', before: null })).toBe('to Sari, place 5, 11:05, 5 min late')
  expect(said({ change: 'left_out', after: null })).toBe('no longer on Budi’s route')
  expect(said({ change: 'reordered', after: place('Budi', 1, '03:40') })).toBe('place 3 → 1, 10:40')
})

test('groups are named by their drivers, and add up', () => {
  expect([['Budi'], ['Budi', 'Sari'], ['A', 'B', 'C', 'D']].map((names) => groupTitle(group(names)))).toEqual([
    'Budi',
    'Budi ⇄ Sari',
    'A, B and 2 more',
  ])
  expect(groupSummary(group(['A'], [delivery({}), delivery({ change: 'added' }), delivery({})]))).toBe(
    '1 added, 2 moved',
  )
  expect(sumOf([group(['A']), group(['B'])])).toMatchObject({ cost: null, distance_km: -3, driving_seconds: -120 })
  expect(newlyLate([group(['A'], [delivery({}), delivery({ before: place('A', 1, '03:00', 9) })])])).toBe(1)
})

import { expect, test } from 'vitest'
import type { WeekDay } from '#domain/schema/planning-week.ts'
import { deliveryWords, roomsOf, stateOf } from './day-words.ts'
import { firstDayOf, mondayOf } from './week-days.ts'

const day: WeekDay = {
  day: '2026-11-23',
  is_over: false,
  holiday: null,
  total: 118,
  by_status: { pending: 12, planned: 80, delivered: 26, cancelled: 1 },
  unassigned: 3,
  late: 2,
  weight_kg: 1250.4,
  drivers: 6,
  capacity_kg: 3000,
  capacity_stops: null,
  plans: [],
}
const plan = {
  id: 'p',
  updated_at: '2026-11-20T08:00:00.000Z',
  by_itself: false,
  orders_until: null,
  routes: 6,
  deliveries: 106,
  unassigned: 3,
}

test('weeks begin on Monday, also across the change of clocks', () => {
  expect(mondayOf('2026-11-23')).toBe('2026-11-23')
  expect(mondayOf('2026-03-29')).toBe('2026-03-23')
  expect(mondayOf('2026-10-25')).toBe('2026-10-19')
  expect(firstDayOf('2026-11-25')).toBe('2026-11-25')
  expect(firstDayOf('tomorrow')).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('a day says how far it is', () => {
  const label = (change: Partial<WeekDay>) => stateOf({ ...day, ...change }, 'Asia/Jakarta').label
  expect(label({})).toBe('Not planned')
  expect(label({ is_over: true })).toBe('Never planned')
  expect(label({ total: 0, by_status: {} })).toBe('Nothing to bring')
  expect(label({ plans: [{ ...plan, state: 'draft' }] })).toBe('Draft')
  const frozen = { ...plan, state: 'draft' as const, by_itself: true, orders_until: '2026-11-22T11:00:00.000Z' }
  expect(label({ plans: [frozen] })).toBe('Draft, orders until 18:00')
  expect(
    label({
      plans: [
        { ...plan, state: 'draft' },
        { ...plan, state: 'dispatched' },
      ],
    }),
  ).toBe('Dispatched')
  expect(label({ total: 26, by_status: { delivered: 26 } })).toBe('Delivered')
})

test('a day says what there is to bring, against what there is room for', () => {
  expect(deliveryWords(day)).toBe('12 to plan · 80 on routes · 26 delivered · 1 canceled')
  expect(roomsOf(day)).toEqual([
    { label: 'Load', text: '1,250 of 3,000 kg', share: 1250.4 / 3000 },
    { label: 'Stops', text: '118 stops, 20 a driver', share: null },
  ])
  expect(roomsOf({ ...day, drivers: 0, capacity_kg: 0, capacity_stops: 0 }).map(({ share }) => share)).toEqual([2, 2])
})

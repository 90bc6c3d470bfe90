import { expect, test } from 'vitest'
import { progressOf, wasEverPlanned } from './progress.ts'

const today = '2026-03-15'
const none = { total: 0, by_status: { pending: 0 }, by_day: [] }
const some = (day: string, pending = 20) => ({
  total: 20,
  by_status: { pending },
  by_day: [{ day, pending, total: 20 }],
})
const fleet = { depots: 1, drivers: 3 }

test('a new workspace starts with its fleet, which needs a depot and a driver', () => {
  const start = { fleet: 'next', deliveries: 'later', plan: 'later', day: null }
  expect(progressOf(none, { depots: 0, drivers: 0 }, today)).toEqual(start)
  expect(progressOf(none, { depots: 1, drivers: 0 }, today)).toEqual(start)
  expect(progressOf(none, { depots: 0, drivers: 3 }, today)).toEqual(start)
  expect(progressOf(none, fleet, today)).toMatchObject({ fleet: 'done', deliveries: 'next', plan: 'later' })
})

test('deliveries may come first', () => {
  expect(progressOf(some(today), { depots: 0, drivers: 0 }, today)).toMatchObject({
    fleet: 'next',
    deliveries: 'done',
    plan: 'later',
  })
})

test('the day to plan is that of the deliveries, not only today', () => {
  expect(progressOf(some(today), fleet, today)).toMatchObject({ plan: 'next', day: { day: today, pending: 20 } })
  expect(progressOf(some('2026-03-20'), fleet, today).day).toEqual({ day: '2026-03-20', pending: 20 })
})

test('a day that is over, or has nothing pending, is not offered', () => {
  expect(progressOf(some('2026-03-14'), fleet, today)).toMatchObject({ plan: 'next', day: null })
  expect(progressOf(some(today, 0), fleet, today).day).toBeNull()
})

test('a day was planned once deliveries are more than pending', () => {
  expect(wasEverPlanned({ by_status: { pending: 5, cancelled: 1 } })).toBe(false)
  expect(wasEverPlanned({ by_status: { pending: 5, planned: 1 } })).toBe(true)
  expect(wasEverPlanned({ by_status: { delivered: 1 } })).toBe(true)
})

import { expect, test } from 'vitest'
import { check, solve } from '#solver/index.ts'
import { plannerDelivery, plannerDriver } from '#domain/testing/planner.ts'
import { severalDays } from '#domain/problem/several-days.ts'
import type { PlannerDelivery } from '#domain/problem/types.ts'

const settings = { time_zone: 'Asia/Jakarta', speed_kmh: 40 }
const monday = '2026-03-16'
const tuesday = '2026-03-17'
const wednesday = '2026-03-18'

type Order = PlannerDelivery & { earliest_date: string | null; latest_date: string | null }
const order = (fields: Partial<Order> = {}): Order => ({
  ...plannerDelivery(),
  earliest_date: null,
  latest_date: null,
  ...fields,
})
const near = { lat: 0, lng: 0.01 }
const far = { lat: 0, lng: 1 }

/** On which day each delivery ends up, by its id. */
function daysOf(...args: Parameters<typeof severalDays<Order, ReturnType<typeof plannerDriver>>>) {
  const made = severalDays(...args)
  const answer = solve(made.problem, { iterationLimit: 300, seed: 1 })
  expect(check(made.problem, answer).errors).toEqual([])
  const days = answer.routes.flatMap(({ vehicle, steps }) =>
    steps.flatMap(({ type, id }) =>
      type === 'job' || type === 'delivery' ? [[made.deliveries.get(id!)!.id, made.routes.get(vehicle)!.day]] : [],
    ),
  )
  return { days: Object.fromEntries(days) as Record<string, string>, made, answer }
}

const days = (...own: Order[][]) =>
  [monday, tuesday, wednesday].map((day, at) => ({ day, drivers: [plannerDriver()], deliveries: own[at] ?? [] }))

test('an order without a day comes when somebody is near it anyway', () => {
  const there = order({ id: 'there', location: far })
  const found = daysOf(days([], [there], []), settings, [order({ id: 'undated', location: far })])
  expect(found.days).toEqual({ there: tuesday, undated: tuesday })
})

test('overtime begins at the end of the shift on each day', () => {
  const overtime = [{ minutes: 60, percent: 150 }]
  const late = [monday, tuesday].map((day) => ({ day, drivers: [plannerDriver({ overtime })], deliveries: [] }))
  const { problem } = severalDays(late, settings, [])
  const ends = problem.vehicles.map(({ time_window, overtime: steps }) => [time_window![1], steps![0]!.from])
  expect(ends).toEqual([18, 42].map((hour) => [hour * 3600, (hour - 1) * 3600]))
})

test('it keeps to its first and last day, its windows, and the drivers who work', () => {
  const there = order({ id: 'there', location: near })
  const undated = [
    order({ id: 'late', location: near, earliest_date: wednesday }),
    order({ id: 'early', location: near, latest_date: tuesday, window_start: '10:00', window_end: '11:00' }),
    order({ id: 'sari', location: near, wanted_driver_id: 'sari' }),
  ]
  const week = days([], [there], [])
  week[2]!.drivers = [plannerDriver({ id: 'sari' })]
  const found = daysOf(week, settings, undated)
  expect(found.days).toMatchObject({ late: wednesday, sari: wednesday, there: tuesday })
  expect([monday, tuesday]).toContain(found.days.early)
})

test('what must not be on board together comes on days of its own, where a vehicle makes one trip', () => {
  const food = order({ id: 'food', location: near, tags: ['food'] })
  const paint = order({ id: 'paint', location: near, tags: ['paint'] })
  const found = daysOf(days([food]), settings, [paint])
  expect(found.days).toEqual({ food: monday, paint: monday })
  const apart = daysOf(days([food]), { ...settings, keep_apart_on_board: [['food', 'paint']] }, [paint])
  expect(apart.days.food).toBe(monday)
  expect([tuesday, wednesday]).toContain(apart.days.paint)
})

test('deliveries with a day stay on it, whatever would be shorter', () => {
  const one = order({ id: 'one', location: far })
  const other = order({ id: 'other', location: far, skills: ['cold'] })
  const week = days([one], [other], [])
  for (const { drivers } of week) drivers[0]!.skills = ['cold']
  expect(daysOf(week, settings, []).days).toEqual({ one: monday, other: tuesday })
})

test('a pickup comes with its delivery on one day, and so do the steps of an order', () => {
  const pickup = {
    name: 'Shop',
    address: 'Shop',
    location: near,
    location_confidence: 1,
    window_start: null,
    window_end: null,
    service_minutes: null,
  }
  const undated = [
    order({ id: 'carried', pickup }),
    order({ id: 'first', location: near, order_reference: 'A', order_step: 1 }),
    order({ id: 'second', location: near, order_reference: 'A', order_step: 2 }),
  ]
  const found = daysOf(days(), settings, undated)
  expect(Object.keys(found.days).toSorted()).toEqual(['carried', 'first', 'second'])
  expect(found.days.first).toBe(found.days.second)
})

test('what has no place, or no day among these, is set aside with the reason', () => {
  const undated = [order({ id: 'lost', location: null }), order({ id: 'later', earliest_date: '2026-04-01' })]
  const { setAside } = severalDays(days(), settings, undated)
  expect(setAside.map(({ delivery, code }) => [delivery.id, code])).toEqual([
    ['lost', 'no_location'],
    ['later', 'no_day'],
  ])
})

test('days of 23 hours move the days after them', () => {
  const berlin = { time_zone: 'Europe/Berlin', speed_kmh: 40 }
  const spring = ['2026-03-28', '2026-03-29', '2026-03-30'].map((day) => ({
    day,
    drivers: [plannerDriver()],
    deliveries: [],
  }))
  const { problem } = severalDays(spring, berlin, [order({ window_start: '12:00', window_end: '13:00' })])
  const hour = 3600
  expect(problem.jobs[0]!.time_windows).toEqual([
    [12 * hour, 13 * hour],
    [35 * hour, 36 * hour],
    [59 * hour, 60 * hour],
  ])
})

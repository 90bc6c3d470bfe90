import { expect, test } from 'vitest'
import type { StopEta } from '#domain/schema/eta.ts'
import { risksOf, type DrivenRoute } from './rules.ts'

const minute = (minutes: number) => new Date(minutes * 60_000).toISOString()
const now = new Date(60 * 60_000)
const limit = 15 * 60

const route = (id: string, more: Partial<DrivenRoute> = {}): DrivenRoute => ({
  id,
  driver_id: `driver of ${id}`,
  driver_name: id,
  vehicle_id: null,
  starts_at: minute(50),
  is_active: true,
  open_stops: 2,
  has_begun: true,
  blocked: null,
  shift_ends_at: minute(600),
  since: null,
  ...more,
})

/** Stops that were planned and are expected so many minutes after midnight, each due ten minutes after it was planned. */
const etas = (route_id: string, times: [planned: number, expected: number][], more: Partial<StopEta> = {}) =>
  times.map(([planned, expected], index) => ({
    stop_id: `${route_id}${index}`,
    route_id,
    delivery_id: `d${index}`,
    planned_at: minute(planned),
    p50_at: minute(expected),
    due_at: minute(planned + 10),
    late_seconds: (expected - planned - 10) * 60,
    basis: 'position',
    ...more,
  })) as unknown as StopEta[]

const risks = (routes: DrivenRoute[], all: StopEta[]) =>
  risksOf({ routes, etas: all, numberOf: new Map([['d0', 1]]), limit, now })
const reasons = (routes: DrivenRoute[], all: StopEta[]) => risks(routes, all).map(({ reason }) => reason)

test('a route that is in time, or late by no more than alerts allow, is no risk', () => {
  expect(risks([route('a')], etas('a', [[70, 70], [90, 114]]))).toEqual([]) // prettier-ignore
  expect(risks([route('a')], [])).toEqual([])
})

test('the reason is what makes a route late', () => {
  expect(reasons([route('a')], etas('a', [[70, 100], [90, 122]]))).toEqual(['behind']) // prettier-ignore
  expect(reasons([route('a')], etas('a', [[70, 72], [200, 240]]))).toEqual(['slow']) // prettier-ignore
  expect(reasons([route('a')], etas('a', [[70, 100]], { basis: 'plan' }))).toEqual(['not_started'])
  const due = { due_at: minute(40), late_seconds: 35 * 60 }
  expect(reasons([route('a')], etas('a', [[70, 75]], due))).toEqual(['planned_late'])
})

test('who is gone and what may not drive come first, though nothing is late yet', () => {
  const blocked = 'KA-1 has had a blocking defect since 09:00.'
  const found = risks(
    [route('late'), route('blocked', { blocked }), route('gone', { is_active: false })],
    etas('late', [[70, 100]]),
  )
  expect(found.map(({ driver_name, reason, late_seconds }) => [driver_name, reason, late_seconds])).toEqual([
    ['gone', 'driver_inactive', 0],
    ['blocked', 'vehicle_blocked', 0],
    ['late', 'behind', 20 * 60],
  ])
  expect(found[1]!.sentence).toBe(blocked)
})

test('a shift that ends before the route does is a risk of its own', () => {
  const [found] = risks([route('a', { shift_ends_at: minute(80) })], etas('a', [[70, 75], [95, 99]])) // prettier-ignore
  expect(found).toMatchObject({
    stops: [],
    shift: { expected_at: minute(99), late_seconds: 19 * 60 },
    late_seconds: 1140,
  })
})

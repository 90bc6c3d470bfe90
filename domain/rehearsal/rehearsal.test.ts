import { expect, test } from 'vitest'
import { emptyModel, fit } from '../eta/learn.ts'
import { chance, normals } from './chance.ts'
import { changedDay } from './changed-day.ts'
import type { RehearsedDay, RehearsedRoute } from './day.ts'
import { distributionOf } from './distribution.ts'
import { drawDays } from './draw.ts'
import { attemptsOf, commonTraffic, delaysOf, usualAbsent, usualCommon, usualDelays, type Past } from './past.ts'
import { measuresOf, riskyStopsOf, routeEndsOf } from './summary.ts'
import { together } from './tally.ts'

const midnight = Date.parse('2026-03-15T17:00:00Z')
const at = (hours: number) => midnight + hours * 3_600_000
const past: Past = {
  model: emptyModel(),
  commonTraffic: { share: usualCommon, hours: 0 },
  delays: delaysOf([]),
  attempts: attemptsOf([]),
}

/** From 9 on, a stop each half hour: ten minutes of driving, twenty at the door. */
function route(driver: string, stops: number, due: (planned: number) => number | null): RehearsedRoute {
  const plannedAt = (index: number) => at(9) + (index * 30 + 10) * 60_000
  return {
    driver_id: driver,
    driver_name: driver,
    starts_at: at(9),
    planned_end_at: plannedAt(stops - 1) + 20 * 60_000,
    shift_ends_at: at(17),
    costs: { fixed: 1000, per_km: 100, per_hour: 2000, per_task_hour: 0, per_waiting_hour: 0, stops: 0, overtime: [] },
    stops: Array.from({ length: stops }, (_, index) => ({
      delivery_id: `${driver} ${index}`,
      kind: 'delivery',
      cell: '1,1',
      planned_at: plannedAt(index),
      leg_seconds: 600,
      leg_km: 5,
      service_seconds: 1200,
      opens_at: null,
      due_at: due(plannedAt(index)),
    })),
  }
}
const dayOf = (...routes: RehearsedRoute[]): RehearsedDay => ({ begins_at: midnight, zone: 'Asia/Jakarta', routes })
const meanCost = (day: RehearsedDay) =>
  measuresOf(day, drawDays(day, past, { seed: 1, from: 0, count: 100 })).cost!.mean
const inTime = (minutes: number) => (planned: number) => planned + minutes * 60_000

test('the same seed draws the same days, in one part or several', () => {
  const day = dayOf(route('budi', 12, inTime(30)), route('sari', 16, inTime(30)))
  const whole = drawDays(day, past, { seed: 7, from: 0, count: 40 })
  const parts = together([
    drawDays(day, past, { seed: 7, from: 0, count: 15 }),
    drawDays(day, past, { seed: 7, from: 15, count: 25 }),
  ])
  expect(parts).toEqual(whole)
  expect(drawDays(day, past, { seed: 8, from: 0, count: 40 }).endsAt).not.toEqual(whole.endsAt)
  // A driver draws the same numbers whoever else drives, so that what-ifs differ by what was changed alone.
  const alone = drawDays(dayOf(route('sari', 16, inTime(30))), past, { seed: 7, from: 0, count: 40 })
  expect(alone.routeEndsAt[5]).toBe(whole.routeEndsAt[5 * 2 + 1])
})

test('later stops are riskier, a full day ends in overtime, and costs follow the hours', () => {
  const day = dayOf(route('budi', 16, inTime(30)))
  const tally = drawDays(day, past, { seed: 1, from: 0, count: 500 })
  const { on_time_share, overtime_minutes, cost, absent_stops } = measuresOf(day, tally)
  expect(on_time_share!.p10).toBeLessThan(on_time_share!.p90)
  expect(on_time_share!.p90).toBeLessThanOrEqual(1)
  expect(overtime_minutes!.p90).toBeGreaterThan(overtime_minutes!.p50)
  // 1,000 for the route, 80 km at 100, and nearly 3 hours of driving at 2,000.
  expect(cost!.p50).toBeGreaterThan(13_000)
  expect(cost!.p50).toBeLessThan(17_000)
  expect(absent_stops!.mean).toBeCloseTo(16 * usualAbsent, 1)
  expect(tally.lateAt[15]).toBeGreaterThan(tally.lateAt[1]!)
  const [riskiest] = riskyStopsOf(day, tally)
  expect(Number(riskiest!.delivery_id.split(' ')[1])).toBeGreaterThan(10)
  expect(riskiest!.late_minutes).toBeGreaterThan(0)
  const [end] = routeEndsOf(day, tally)
  expect(end!.p10_at < end!.p50_at && end!.p50_at < end!.p90_at).toBe(true)
  expect(end!.overtime_share).toBeGreaterThan(0.3)
})

test('pay by stop and prices of overtime are part of what each drawn day costs', () => {
  const plain = route('a', 12, () => null)
  const costOf = (more: Partial<NonNullable<RehearsedRoute['costs']>>) =>
    meanCost(dayOf({ ...plain, costs: { ...plain.costs!, ...more } }))
  const usual = costOf({})
  expect(costOf({ stops: 700 })).toBeCloseTo(usual + 700)
  // Every day ends long after the first hour: half as much again, then as much again.
  const steps = [
    { from: at(9), per_hour: 1000 },
    { from: at(10), per_hour: 2000 },
  ]
  expect(costOf({ overtime: steps.slice(0, 1) })).toBeGreaterThan(usual + 3000)
  expect(costOf({ overtime: steps })).toBeCloseTo(2 * costOf({ overtime: steps.slice(0, 1) }) - usual - 1000, 3)
  expect(costOf({ overtime: [{ from: at(23), per_hour: 9999 }] })).toBeCloseTo(usual)
})

test('who comes early waits for the window, and without a window or costs nothing is said of them', () => {
  const free = route('budi', 1, () => null)
  const [stop] = free.stops
  const waits = { ...free, costs: null, stops: [{ ...stop!, opens_at: at(13) }] }
  const tally = drawDays(dayOf(waits), past, { seed: 1, from: 0, count: 50 })
  expect(Math.min(...tally.endsAt)).toBeGreaterThan(at(13))
  expect(measuresOf(dayOf(waits), tally)).toMatchObject({ on_time_share: null, cost: null, late_stops: { p90: 0 } })
  const nobody = drawDays(dayOf(), past, { seed: 1, from: 0, count: 10 })
  expect(measuresOf(dayOf(), nobody).overtime_minutes).toMatchObject({ p50: 0 })
})

test('what is known of a driver moves the day, and a slow hour slows all of them', () => {
  const hours = Array.from({ length: 400 }, (_, index) => ({
    driver: index % 2 ? 'budi' : 'sari',
    cell: '1,1',
    hour: 9 + (index % 8),
    day: String(Math.floor(index / 16)),
    planned_seconds: 600,
    actual_seconds: index % 2 ? 900 : 600,
  }))
  const known = { ...past, model: { ...past.model, drive: fit(hours) } }
  const day = dayOf(route('budi', 8, inTime(30)), route('sari', 8, inTime(30)))
  const ends = routeEndsOf(day, drawDays(day, known, { seed: 1, from: 0, count: 200 }))
  expect(Date.parse(ends[0]!.p50_at) - Date.parse(ends[1]!.p50_at)).toBeGreaterThan(15 * 60_000)
  // Each day's hour is slow or quick for both.
  const random = normals(chance(3))
  const jams = Array.from({ length: 200 }, (_, index) => ({ day: String(index), log: random() * 0.3 }))
  const drives = jams.flatMap((jam) =>
    ['budi', 'sari', 'tono'].map((driver) => ({
      driver,
      cell: '1,1',
      hour: 9,
      day: jam.day,
      planned_seconds: 600,
      actual_seconds: 600 * Math.exp(jam.log + random() * 0.1),
    })),
  )
  const { share } = commonTraffic(drives, { ...emptyModel(), drive: fit(drives) })
  expect(share).toBeGreaterThan(0.4)
  expect(commonTraffic([], emptyModel()).share).toBe(usualCommon)
})

test('few starts and attempts count little, and odd ones not at all', () => {
  expect(delaysOf([{ driver: 'a', seconds: 60 }]).all).toBe(usualDelays)
  const many = Array.from({ length: 30 }, (_, index) => ({ driver: 'a', seconds: index * 10 }))
  const seen = delaysOf([...many, { driver: 'a', seconds: 9 * 3600 }])
  expect([seen.observations, seen.all.length, seen.byDriver.get('a')!.at(-1)]).toEqual([30, 30, 290])
  expect(attemptsOf([]).absentByHour[12]).toBe(usualAbsent)
  const often = attemptsOf([{ hour: 10, attempts: 1000, absent: 300, failed: 350 }])
  expect(often.absentByHour[10]).toBeGreaterThan(often.absentByHour[20]!)
  expect(often.otherwise).toBeCloseTo(0.05, 2)
})

test('a what-if has so many orders more or fewer, and leaves the least busy drivers at home', () => {
  const deliveries = Array.from({ length: 10 }, (_, index) => ({ id: `d${index}`, order_reference: 'A' })) as never[]
  const drivers = [{ id: 'a' }, { id: 'b' }, { id: 'c' }] as never[]
  const given = { drivers, deliveries, stopsOf: (id: string) => ({ a: 6, b: 4 })[id] ?? 0, seed: 1 }
  const made = (change: object, ordersUntilCutOff = 0) => changedDay({ ...given, ordersUntilCutOff }, change)
  expect(made({})).toEqual({ drivers, deliveries })
  expect(made({ fewer_drivers: 1 }).drivers).toEqual([{ id: 'a' }])
  expect(made({ fewer_drivers: 9 }).drivers).toEqual([])
  const more = made({ more_orders_percent: 20 }).deliveries as { id: string; order_reference: null }[]
  expect(more).toHaveLength(12)
  expect(more.at(-1)).toMatchObject({ id: expect.stringMatching(/^d\d copy 2$/), order_reference: null })
  expect(made({ more_orders_percent: 20 })).toEqual(made({ more_orders_percent: 20 }))
  expect(made({ more_orders_percent: -30 }).deliveries).toHaveLength(7)
  expect(made({ cut_off_later_minutes: 60 }, 3).deliveries).toHaveLength(13)
})

test('a distribution counts every value once, in steps that people can read', () => {
  expect(distributionOf([])).toBeNull()
  expect(distributionOf([5, 5])).toMatchObject({ p10: 5, p90: 5, histogram: { from: 5, step: 1, counts: [2] } })
  expect(distributionOf([0, 3, 10])!.histogram.step).toBe(1)
  expect(distributionOf([0.5, 3, 10])!.histogram.step).toBe(0.5)
  const { histogram, p50 } = distributionOf(Array.from({ length: 101 }, (_, value) => value))!
  expect(p50).toBe(50)
  expect(histogram).toMatchObject({ from: 0, step: 5 })
  expect(histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(101)
})

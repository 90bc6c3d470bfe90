import { expect, test } from 'vitest'
import { areaOf } from './area.ts'
import { co2Of } from './co2.ts'
import { costPartsOf } from './costs.ts'
import { costsOf, valuesOf } from './measures.ts'
import { periodsIn, rangeBefore } from './periods.ts'
import { judgePromise, promiseOf, promiseToleranceSeconds } from './promise.ts'
import type { RawRoute, RawStop } from './raw.ts'
import { drivenMeters, routeFiguresOf, sharesOf } from './route-figures.ts'
import { windowKey } from './splits.ts'
import { noSums } from './sums.ts'

test('periods cut to the range, with weeks from Monday', () => {
  expect(periodsIn({ from: '2026-03-11', to: '2026-03-17' }, 'week')).toEqual([
    { from: '2026-03-11', to: '2026-03-15' },
    { from: '2026-03-16', to: '2026-03-17' },
  ])
  expect(periodsIn({ from: '2026-01-31', to: '2026-03-01' }, 'month')).toHaveLength(3)
})

test('whole months are compared with as many months, other ranges with as many days', () => {
  expect(rangeBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(rangeBefore({ from: '2026-01-01', to: '2026-03-31' })).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  expect(rangeBefore({ from: '2026-03-09', to: '2026-03-15' })).toEqual({ from: '2026-03-02', to: '2026-03-08' })
})

test('a promise is the window that was planned into, else half an hour around the promised arrival', () => {
  const windows = [
    { opens: 100, closes: 200 },
    { opens: 300, closes: 400 },
  ]
  expect(promiseOf(windows, 350, 150)).toEqual(windows[1])
  expect(promiseOf(windows, 150, null)).toEqual(windows[0])
  const tolerance = promiseToleranceSeconds * 1000
  expect(promiseOf([], 5, 10)).toEqual({ opens: 10 - tolerance, closes: 10 + tolerance })
  expect(promiseOf([], 5, null)).toBeNull()
})

test('whoever comes in the window keeps it, also if they wait, and whoever hands over before it is early', () => {
  const promised = { opens: 100_000, closes: 200_000 }
  expect(judgePromise(promised, 90_000, 110_000)).toEqual({ kept: true, early: false, lateSeconds: 0 })
  expect(judgePromise(promised, 90_000, 95_000)).toEqual({ kept: false, early: true, lateSeconds: 0 })
  expect(judgePromise(promised, 200_000, 900_000)).toMatchObject({ kept: true })
  expect(judgePromise(promised, 260_000, 270_000)).toEqual({ kept: false, early: false, lateSeconds: 60 })
})

test('windows are told apart by whole hours', () => {
  expect([
    windowKey('09:15', '11:30'),
    windowKey(null, '12:00'),
    windowKey('22:00', '25:00'),
    windowKey(null, null),
  ]).toEqual(['09-12', '00-12', '22-25', null])
})

test('a place belongs to a territory, else to a square of the map', () => {
  const area = { coordinates: [[[106, -7], [107, -7], [107, -6], [106, -6], [106, -7]]] as [number, number][][] } // prettier-ignore
  const territories = [{ id: 'a', name: 'North', area }]
  expect(areaOf({ lat: -6.5, lng: 106.5 }, territories)).toEqual({ key: 'territory:a', name: 'North' })
  expect(areaOf({ lat: -6.157, lng: 106.846 }, [])).toEqual({ key: 'square:-124,2136', name: '-6.175, 106.825' })
  expect(areaOf(null, territories)).toBeNull()
})

const stop = (position: number, kind: RawStop['kind'], distance_km: number): RawStop => ({
  id: String(position),
  position,
  kind,
  delivery_id: kind === 'delivery' ? String(position) : null,
  isDoor: kind === 'delivery',
  arrival_at: position * 600_000,
  departure_at: position * 600_000 + 60_000,
  waiting_seconds: 0,
  service_seconds: kind === 'delivery' ? 60 : 0,
  distance_km,
  pieces: kind === 'delivery' ? position : 0,
  promised_at: null,
  departed_at: position === 1 ? 120_000 : null,
  arrived_at: null,
  done_at: kind === 'delivery' ? position * 600_000 + 200_000 : null,
  eta_said: 0,
  eta_within: 0,
  eta_error_seconds: 0,
})
const route = {
  starts_at: 0,
  ends_at: 1_860_000,
  distance_km: 12,
  driving_seconds: 1680,
  waiting_seconds: 0,
  service_seconds: 120,
  cost: 1000,
  rates: {
    cost_fixed: 100,
    cost_per_km: 50,
    cost_per_hour: 200,
    cost_per_service_hour: null,
    cost_per_waiting_hour: null,
    cost_per_stop: null,
    cost_per_parcel: null,
  },
  capacities: [100, null, 10],
  loads: [40, 5, 8],
  stops: [stop(0, 'start', 0), stop(1, 'delivery', 4), stop(2, 'delivery', 8), stop(3, 'end', 12)],
} as unknown as RawRoute

test('the way back is empty, and the fullest of weight, volume and pieces is the load', () => {
  expect(routeFiguresOf(route)).toEqual({
    route_meters: 12_000,
    empty_meters: 4000,
    planned_seconds: 1800,
    actual_seconds: 1880,
    load_permille: 800,
    start_seconds: 60,
  })
})

test('the distance that was driven has the way back of the plan, and is known once the route is done', () => {
  expect(drivenMeters(route, 9000)).toBe(13_000)
  expect(drivenMeters(route, null)).toBeNull()
  const stops = route.stops.map((each) => ({ ...each, done_at: null }))
  expect(drivenMeters({ ...route, stops }, 9000)).toBeNull()
})

test('what stops share adds up to the route, and costs come from what the vehicle costs', () => {
  const shares = [...sharesOf(route).values()]
  expect(shares.reduce((sum, { meters }) => sum + meters, 0)).toBe(12_000)
  const parts = costPartsOf(route)!
  expect(parts.distance + parts.time + parts.fixed).toBeCloseTo(1000)
  expect(parts.distance / parts.fixed).toBeCloseTo(6)
  for (const part of ['distance', 'time', 'fixed'] as const) {
    expect(shares.reduce((sum, { cost }) => sum + cost![part], 0)).toBeCloseTo(parts[part])
  }
  const none = { ...route.rates, cost_fixed: null, cost_per_km: null, cost_per_hour: null }
  expect(costPartsOf({ ...route, rates: none })).toEqual({ distance: 0, time: 1000, stops: 0, fixed: 0 })
  expect(costPartsOf({ ...route, cost: null })).toBeNull()
})

test('what is paid by stop and by parcel is told apart, and each stop has its own', () => {
  const rates = {
    ...route.rates,
    cost_fixed: 0,
    cost_per_km: 0,
    cost_per_hour: 0,
    cost_per_stop: 30,
    cost_per_parcel: 10,
  }
  // Positions 1 to 3 have as many pieces as their number; the third is at the address of the second.
  const stops = [stop(0, 'start', 0), stop(1, 'delivery', 4), stop(2, 'delivery', 8), stop(3, 'delivery', 8)]
  const paid = { ...route, rates, stops, cost: 2 * 30 + 6 * 10 }
  expect(costPartsOf(paid)).toEqual({ distance: 0, time: 0, stops: 120, fixed: 0 })
  expect([...sharesOf(paid).values()].map(({ cost }) => cost!.stops)).toEqual([40, 50, 30])
  // A pickup on the way is a stop as well, which all that is brought shares.
  const withPickup = {
    ...paid,
    stops: [stop(0, 'start', 0), stop(1, 'pickup', 4), stop(2, 'delivery', 8), stop(3, 'delivery', 8)],
  }
  expect(costPartsOf({ ...withPickup, cost: 110 })!.stops).toBe(110)
  expect([...sharesOf({ ...withPickup, cost: 110 }).values()].map(({ cost }) => cost!.stops)).toEqual([65, 45])
})

test('money of two currencies is told apart, and there are no rates of nothing', () => {
  const money = { costed: 2, cost_distance: 10.4, cost_time: 0, cost_stops: 0, cost_fixed: 0, cost_messages: 1 }
  const sums = {
    ...noSums(),
    money: [
      { currency: 'IDR', ...money, costed: 5 },
      { currency: 'USD', ...money },
    ],
  }
  expect(costsOf(sums)).toMatchObject([
    { currency: 'IDR', total: 11, per_delivery: 2.28, deliveries: 5 },
    { currency: 'USD', total: 11, per_delivery: 5.7, deliveries: 2 },
  ])
  expect(valuesOf(noSums(), true)).toMatchObject({ on_time_rate: null, delivered: 0, rating: null, routes: 0 })
  expect(valuesOf(noSums(), false).routes).toBeNull()
})

test('a van emits what the method says, a bicycle nothing, and an unknown vehicle what a van does', () => {
  expect([co2Of('van', 10_000), co2Of('bicycle', 10_000), co2Of(null, 10_000)]).toEqual([2400, 0, 2400])
})

import { expect, test } from 'vitest'
import { warningsOf, type WarnedRoute } from '../plan-change/warnings.ts'
import { plannerDelivery, plannerDriver } from '../testing/planner.ts'
import { toProblem } from '../to-problem.ts'
import { reasonsAgainst, type TriedRoute } from '../why/against.ts'
import { territoryOf } from './territory-of.ts'

/** A square zone from one degree of longitude to another, north of the equator. */
const zone = (name: string, west: number, east: number) => ({
  name,
  rule: 'prefer' as const,
  driver_ids: [],
  area: {
    coordinates: [[west, east, east, west, west].map((lng, i): [number, number] => [lng, i === 2 || i === 3 ? 1 : 0])],
  },
})
const settings = {
  time_zone: 'Asia/Jakarta',
  speed_kmh: 40,
  territories: [zone('East', 1, 3), zone('Middle', 0.8, 1.5), zone('West', 0, 1)],
}
const at = (lng: number, fields = {}) => plannerDelivery({ id: `${lng}`, location: { lat: 0.5, lng }, ...fields })

test('a delivery counts for the first territory it lies in, or for none', () => {
  expect([2, 1.2, 0.9, 0.5, 7].map((lng) => territoryOf(at(lng), settings))).toEqual([
    'East',
    'East',
    'Middle',
    'West',
    '',
  ])
  expect(territoryOf({ location: null }, settings)).toBe('')
})

test('the engine hears of territories only where a driver serves so many at most', () => {
  const shop = { name: 'Shop', address: '', location: { lat: 0.5, lng: 0.5 }, location_confidence: null }
  const pickup = { ...shop, window_start: null, window_end: null, service_minutes: null }
  const deliveries = [at(2), at(7), at(2.5, { pickup })]
  const jobsWith = (fields: object) => {
    const { problem } = toProblem('2026-03-16', settings, [plannerDriver(fields)], deliveries)
    return [...problem.jobs, ...problem.shipments].map(({ district }) => district)
  }
  expect(jobsWith({ max_territories: 1 })).toEqual(['East', undefined, 'East'])
  expect(jobsWith({})).toEqual([undefined, undefined, undefined])
})

test('who puts a territory too many on a route by hand is warned, and told why the planner did not', () => {
  const stop = (lng: number) => ({
    kind: 'delivery' as const,
    delivery: { ...at(lng), number: 1, scheduled_date: null },
    begins: '10:00',
    begins_at: '2026-03-16T03:00:00Z',
    closes: null,
    late_seconds: 0,
    was_late_seconds: 0,
  })
  const crew = { ...plannerDriver({ max_territories: 1 }), isWorking: true, isElsewhere: false }
  const day = { day: '2026-03-16', settings, hasDepots: false, orders: new Map() }
  const load = { load_kg: 0, load_l: 0, load_units: 0, capacity_kg: null, capacity_l: null, capacity_units: null }
  const times = { starts_at: '', ends_at: '', shift_ends_at: '', busy: [], long_rides: new Map() }
  const warned = (...lngs: number[]) => {
    const stops = lngs.map(stop)
    const route: WarnedRoute = { route_id: 'r', crew, ...times, ...load, stops, visits: stops }
    return warningsOf(route, day).map(({ code, sentence }) => [code, sentence])
  }
  expect(warned(2, 2.5, 7)).toEqual([])
  expect(warned(2, 0.5)).toEqual([
    ['too_many_territories', 'Budi serves 1 territory at most. These are East and West.'],
  ])
  const tried = {
    crew,
    visits: 2,
    ends: '',
    shiftEnds: '',
    overSeconds: 0,
    wasOverSeconds: 0,
    load: [0, 0, 0] as const,
    duration_seconds: 0,
    driving_seconds: 0,
    distance_km: 0,
    long_rides: new Map(),
  }
  const against = (...lngs: number[]) => {
    const route: TriedRoute = { ...tried, stops: lngs.map(stop) }
    return reasonsAgainst(`${lngs[0]}`, route, day)
  }
  expect(against(2, 2.5)).toEqual([])
  expect(against(2, 0.5)).toEqual([
    { code: 'max_territories', sentence: 'serves 1 territory at most, and this would be number 2' },
  ])
})

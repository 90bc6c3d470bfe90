import { expect, test } from 'vitest'
import type { Route, Stop } from '#domain/schema/plan.ts'
import { routeColor } from '#web/map/icons/route-colors.ts'
import { mapDepots, mapRoutes, mapStops, mapUnassigned, routeOfStop } from './map-routes.ts'

const depot = { lat: -6.1, lng: 106.8 }

function stop(id: string, change: Partial<Stop>): Stop {
  return {
    id,
    kind: 'delivery',
    sequence: 1,
    delivery_id: `delivery of ${id}`,
    delivery_number: 7,
    delivery_status: 'pending',
    name: 'Sari',
    address: 'Jl. Sudirman 1',
    place_name: null,
    location: { lat: -6.2, lng: 106.9 },
    location_source: 'given',
    location_confidence: 0.9,
    location_provider: null,
    location_kind: null,
    location_flags: [],
    window_start: null,
    window_end: null,
    arrival_at: '2026-03-02T02:05:00Z',
    departure_at: '2026-03-02T02:10:00Z',
    waiting_seconds: 0,
    setup_seconds: 0,
    service_seconds: 300,
    early_seconds: 0,
    late_seconds: 0,
    distance_km: 1,
    load_kg: 1,
    load_l: 1,
    load_units: 1,
    locked: false,
    promised_at: null,
    ...change,
  }
}

function route(id: string, stops: Stop[]): Route {
  return {
    id,
    plan_id: 'plan',
    driver_id: `driver of ${id}`,
    driver_name: 'Budi',
    vehicle_id: null,
    vehicle_code: null,
    locks: [],
    capacity_kg: null,
    capacity_l: null,
    starts_at: '2026-03-02T02:00:00Z',
    ends_at: '2026-03-02T03:00:00Z',
    distance_km: 1,
    driving_seconds: 1,
    waiting_seconds: 0,
    service_seconds: 1,
    duration_seconds: 1,
    overtime_seconds: 0,
    fuel_liters: 1,
    load_kg: 1,
    load_l: 1,
    load_units: 1,
    capacity_units: null,
    cost: null,
    stops: [
      stop(`${id} start`, { kind: 'start', sequence: 0, name: 'Gudang Pusat', location: depot, delivery_id: null }),
      ...stops,
      stop(`${id} end`, { kind: 'end', sequence: 0, name: 'Gudang Pusat', location: depot, delivery_id: null }),
    ],
  }
}

const routes = [route('a', [stop('a1', {}), stop('a2', { sequence: 2 })]), route('b', [stop('b1', {})])]

test('a line goes from the depot through all stops and back', () => {
  const [line] = mapRoutes(routes, null)
  expect(line?.path).toHaveLength(4)
  expect(line?.path[0]).toEqual(depot)
  expect(line?.path.at(-1)).toEqual(depot)
})

test('stops have their number and the color of their route, and depots are not stops', () => {
  expect(mapStops(routes, null, 'Asia/Jakarta').map(({ id, label, color }) => [id, label, color])).toEqual([
    ['a1', '1', routeColor(0)],
    ['a2', '2', routeColor(0)],
    ['b1', '1', routeColor(1)],
  ])
})

test('a stop is named by driver, number, recipient and arrival in the workspace’s time zone', () => {
  expect(mapStops(routes, null, 'Asia/Jakarta')[0]?.title).toBe('Budi, stop 1: Sari, 09:05')
})

test('opening one route mutes the others', () => {
  expect(mapRoutes(routes, 'b').map((line) => line.muted)).toEqual([true, false])
  expect(mapStops(routes, 'b', 'UTC').map((mark) => mark.muted)).toEqual([true, true, false])
  expect(mapRoutes(routes, null).some((line) => line.muted)).toBe(false)
})

test('a depot that every route shares is one marker', () => {
  expect(mapDepots(routes)).toEqual([{ name: 'Gudang Pusat', position: depot }])
})

test('a stop is found on its route', () => {
  expect(routeOfStop(routes, 'b1')?.id).toBe('b')
  expect(routeOfStop(routes, 'elsewhere')).toBeUndefined()
})

test('an unassigned delivery is on the map only if its position is known', () => {
  const unassigned = {
    delivery_id: 'x',
    delivery_number: 1,
    delivery_address: 'Jl. Thamrin 1',
    recipient_name: null,
    location: { lat: -6.2, lng: 106.8 },
    reason_code: 'capacity',
    reason: 'Too heavy.',
  }
  const marks = mapUnassigned([unassigned, { ...unassigned, delivery_id: 'y', location: null }], null)
  expect(marks.map(({ id, title, muted }) => [id, title, muted])).toEqual([['x', 'Unassigned: Jl. Thamrin 1', false]])
  const lit = mapUnassigned([unassigned, { ...unassigned, delivery_id: 'z' }], null, new Set(['z']))
  expect(lit.map(({ id, muted }) => [id, muted])).toEqual([
    ['x', true],
    ['z', false],
  ])
})

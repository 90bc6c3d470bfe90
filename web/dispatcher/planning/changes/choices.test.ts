import { expect, test } from 'vitest'
import type { Route, Stop } from '#domain/schema/plan.ts'
import { driverChoices, first, noVehicle, placeChoices, routeChoices, splitChoices, vehicleChoices } from './choices.ts'

const stop = (id: string, sequence: number, delivery_status = 'dispatched', kind = 'delivery') =>
  ({ id, sequence, delivery_status, kind, name: id, address: 'Jl. 1', delivery_id: id }) as Stop

const route = (id: string, vehicle_id: string | null = null, stops: Stop[] = []) =>
  ({
    id,
    driver_id: `driver ${id}`,
    driver_name: `Driver ${id}`,
    vehicle_id,
    vehicle_code: vehicle_id,
    ends_at: '2026-03-02T15:40:00Z',
    load_kg: 120,
    capacity_kg: 800,
    load_l: 0,
    capacity_l: null,
    stops,
  }) as Route

const day = {
  plan: { routes: [route('a', 'v1')] },
  others: [{ number: 2, plan: { routes: [route('b', 'v2')] } as never }],
}

test('free drivers come first, those of other plans say so, and those of this plan are left out', () => {
  const driver = (id: string) => ({
    id: `driver ${id}`,
    name: id,
    shift_start: '09:00',
    shift_end: '17:00',
    vehicle_code: null,
  })
  expect(driverChoices(['a', 'b', 'c'].map(driver), day).map(({ label, note }) => [label, note])).toEqual([
    ['c', 'Free'],
    ['b', 'On plan 2'],
  ])
})

test('free vehicles come first, others say who drives them, and a route can do without', () => {
  const vehicle = (id: string, active = true) => ({
    id,
    code: id,
    plate: null,
    capacity_kg: null,
    capacity_l: null,
    active,
  })
  const choices = vehicleChoices(
    [vehicle('v1'), vehicle('v2'), vehicle('v3'), vehicle('v4', false)],
    route('a', 'v1'),
    day,
  )
  expect(choices.map(({ id, note }) => [id, note])).toEqual([
    ['v3', 'Free'],
    ['v2', 'Driver b drives it'],
    [noVehicle, undefined],
  ])
})

test('a route is told by its deliveries, its end and its load', () => {
  const routes = [route('a'), route('b', null, [stop('x', 1), stop('y', 2)])]
  expect(routeChoices(routes, ['a'], 'UTC')).toEqual([
    { id: 'b', label: 'Driver b', description: '2 deliveries · until 15:40 · 120 of 800 kg', note: 'No vehicle' },
  ])
})

test('stops are put at the beginning or after another, but never before what is done', () => {
  const stops = [stop('start', 0, '', 'start'), stop('x', 1), stop('y', 2), stop('z', 3)]
  expect(placeChoices(stops, new Set('y')).map(({ label }) => label)).toEqual([
    'First on the route',
    'After 1. x',
    'After 3. z',
  ])
  expect(placeChoices([stop('x', 1, 'delivered'), stop('y', 2)], new Set()).map(({ id }) => id)).toEqual(['x', 'y'])
  expect(placeChoices([], new Set())[0]?.id).toBe(first)
})

test('a route is split at an open stop after the first', () => {
  const stops = [stop('x', 1, 'delivered'), stop('y', 2, 'arrived'), stop('z', 3)]
  expect(splitChoices(stops).map(({ id }) => id)).toEqual(['z'])
})

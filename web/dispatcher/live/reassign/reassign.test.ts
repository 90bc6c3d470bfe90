import { expect, test } from 'vitest'
import type { Stop } from '#domain/schema/plan.ts'
import type { DriverRow } from '../driver-rows.ts'
import { editsFor, movableStops, takersOf, type Taker } from './reassign.ts'

const stop = (id: string, delivery_status: Stop['delivery_status'], more: Partial<Stop> = {}) =>
  ({ id, kind: 'delivery', delivery_id: `d-${id}`, delivery_status, ...more }) as Stop

const row = (id: string, more: object = {}, route_id: string | null = null) =>
  ({ id, name: id, state: 'driving', isLate: false, position: null, driver: { route_id }, ...more }) as DriverRow

const route = {
  id: 'r1',
  stops: [
    stop('start', null, { kind: 'start', delivery_id: null }),
    stop('a', 'delivered'),
    stop('b', 'in_transit'),
    stop('c', 'dispatched', { kind: 'pickup', delivery_id: 'd-e' }),
    stop('d', 'dispatched'),
    stop('e', 'dispatched'),
    stop('f', 'cancelled'),
  ],
}
const taker = (routeId: string | null): Taker => ({ row: row('ani'), routeId, distanceKm: null })

test('what is delivered, on its way or canceled stays, and a shipment is one thing to give away', () => {
  expect(movableStops(route).map(({ id }) => id)).toEqual(['d', 'e'])
})

test('stops go to the best places of a route that is driven, or become a new one', () => {
  const all = new Set(['d-d', 'd-e'])
  expect(editsFor(route, all, taker('r2'))).toEqual([{ type: 'move', delivery_ids: ['d-d', 'd-e'], route_id: 'r2' }])
  expect(editsFor(route, all, taker(null))).toEqual([{ type: 'split', route_id: 'r1', stop_id: 'c', driver_id: 'ani' }])
  expect(editsFor(route, new Set(['d-e']), taker(null))).toEqual([
    { type: 'reorder', route_id: 'r1', stop_ids: ['a', 'b', 'd', 'c', 'e'] },
    { type: 'split', route_id: 'r1', stop_id: 'c', driver_id: 'ani' },
  ])
  const fresh = { id: 'r1', stops: [stop('d', 'dispatched')] }
  expect(editsFor(fresh, new Set(['d-d']), taker(null))).toEqual([{ type: 'driver', route_id: 'r1', driver_id: 'ani' }])
})

test('who is near and well comes first; drivers of other plans are left out', () => {
  const at = (lng: number) => ({ position: { lat: 0, lng } })
  const rows = [
    row('own', at(0), 'r1'),
    row('silent', { ...at(0), state: 'silent' }, 'r2'),
    row('off', { state: 'off_shift' }),
    row('far', at(2), 'r3'),
    row('near', at(1)),
    row('elsewhere', at(0), 'r9'),
  ]
  const takers = takersOf(rows, { id: 'r1', ofPlan: new Set(['r1', 'r2', 'r3']), near: { lat: 0, lng: 0 } })
  expect(takers.map(({ row: { id } }) => id)).toEqual(['near', 'far', 'silent', 'off'])
})

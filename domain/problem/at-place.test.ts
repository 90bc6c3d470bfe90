import { expect, test } from 'vitest'
import { plannedFrom } from '../plan/planned-from.ts'
import { plannerDelivery, plannerDriver } from '../testing/planner.ts'
import { toProblem } from '../to-problem.ts'
import type { OtherPlace } from '../schema/order.ts'
import { atPlace, movedToPlace } from './at-place.ts'
import type { PlannerSettings } from './settings.ts'
import type { PlannerDelivery } from './types.ts'

const usual: PlannerSettings = { time_zone: 'Asia/Jakarta', speed_kmh: 40 }
const locker: OtherPlace = {
  name: 'Parcel locker',
  address: 'Station 1',
  location: { lat: 0, lng: 0.5 },
  windows: [],
  service_minutes: 2,
}
const work: OtherPlace = {
  name: 'Work',
  address: 'Office park 2',
  location: { lat: 0.5, lng: 0 },
  windows: [
    { start: '09:00', end: '12:00' },
    { start: '13:00', end: '17:00' },
  ],
  service_minutes: null,
}

const fields = { id: '1', window_start: '17:00', window_end: '20:00', service_minutes: 5, other_places: [locker, work] }
const planned = (more: Partial<PlannerDelivery> = {}, settings: Partial<PlannerSettings> = {}, departure?: Date) =>
  toProblem(
    '2026-03-16',
    { ...usual, ...settings },
    [plannerDriver({})],
    [plannerDelivery({ ...fields, ...more }), plannerDelivery({ id: '2' })],
    departure,
    { choosesPlaces: true },
  )

test('a delivery is a job for each of its places, of which one is enough', () => {
  const { problem, deliveries } = planned()
  const hour = 3600
  expect(problem.jobs).toMatchObject([
    { id: 1, location: [1, 0], service: 300, time_windows: [[17 * hour, 20 * hour]], groups: ['Places 1'] },
    { id: 2, location: [0.5, 0], service: 120, groups: ['Places 1'] },
    { id: 3, location: [0, 0.5], service: 300, time_windows: [[9 * hour, 12 * hour], [13 * hour, 17 * hour]] }, // prettier-ignore
    { id: 4 },
  ])
  expect(problem.jobs[1]).not.toHaveProperty('time_windows')
  expect(problem.groups).toMatchObject({ one_of: ['Places 1'], together: [] })
  expect([...deliveries.values()].map(({ id, other_place }) => [id, other_place])).toEqual([
    ['1', undefined],
    ['1', 0],
    ['1', 1],
    ['2', undefined],
  ])
})

test('what is picked up on the way is picked up once, wherever it goes', () => {
  const pickup = { name: '', address: 'Shop', location: { lat: 0, lng: 0.1 }, location_confidence: 1 }
  const { problem } = planned({ pickup: { ...pickup, window_start: null, window_end: null, service_minutes: null } })
  expect(
    problem.shipments.map((shipment) => [shipment.pickup.id, shipment.delivery.location, shipment.groups]),
  ).toEqual(
    [[1, [1, 0], ['Places 1']], [2, [0.5, 0], ['Places 1']], [3, [0, 0.5], ['Places 1']]], // prettier-ignore
  )
})

test('nobody chooses the place of what was promised, is on a standing route, or is planned by hand', () => {
  expect(planned({ promised_at: '2026-03-16T10:00:00Z' }).problem.jobs).toHaveLength(2)
  expect(planned({ standing_position: 1 }).problem.jobs).toHaveLength(2)
  const byHand = toProblem('2026-03-16', usual, [plannerDriver({})], [plannerDelivery(fields)])
  expect(byHand.problem.jobs.map(({ location }) => location)).toEqual([[1, 0]])
})

test('a place that is closed by now does not count, and its delivery is set aside only without any other', () => {
  // It is half past four in the afternoon in Jakarta.
  const departure = new Date('2026-03-16T09:30:00Z')
  const early = { window_start: '08:00', window_end: '09:00' }
  expect(planned(early, {}, departure).problem.jobs).toMatchObject([
    { location: [0.5, 0] },
    { location: [0, 0.5] },
    { id: 3 },
  ])
  const closed = { ...work, windows: [{ start: '09:00', end: '12:00' }] }
  const { setAside } = planned({ ...early, other_places: [closed] }, {}, departure)
  expect(setAside).toMatchObject([{ delivery: { id: '1', window_start: '08:00' }, code: 'window_over' }])
})

test('what was planned at another place was planned from the delivery as it is stored', () => {
  const stored = plannerDelivery(fields) as never
  expect(plannedFrom(atPlace(stored, 1), 'Asia/Jakarta')).toBe(plannedFrom(stored, 'Asia/Jakarta'))
  const other = plannerDelivery({ ...fields, other_places: [locker] }) as never
  expect(plannedFrom(other, 'Asia/Jakarta')).not.toBe(plannedFrom(stored, 'Asia/Jakarta'))
})

test('the chosen place becomes the delivery address, and the address another place', () => {
  const delivery = {
    delivery_address: 'Home street 3',
    delivery_location: { lat: 0, lng: 1 },
    place_name: 'Home',
    window_start: '17:00',
    window_end: null,
    more_windows: [],
    service_minutes: 5,
    other_places: [locker, work],
  }
  const moved = movedToPlace(delivery, 1)
  const home = {
    name: 'Home',
    address: 'Home street 3',
    location: { lat: 0, lng: 1 },
    windows: [{ start: '17:00', end: '47:59' }],
    service_minutes: 5,
  }
  expect(moved).toEqual({
    delivery_address: 'Office park 2',
    delivery_location: work.location,
    place_name: 'Work',
    window_start: '09:00',
    window_end: '12:00',
    more_windows: [{ start: '13:00', end: '17:00' }],
    service_minutes: 5,
    other_places: [locker, home],
  })
  expect(movedToPlace(moved, 1)).toEqual({ ...delivery, window_end: '47:59', other_places: [locker, { ...work, service_minutes: 5 }] }) // prettier-ignore
})

import { expect, test } from 'vitest'
import type { RoadData, RoadKind, SentEntry } from '#domain/road/entry.ts'
import type { DriverDay } from '#domain/schema/driver-day.ts'
import { carried, driverDay, drivenStop, idOf } from '../testing/driver-day.ts'
import { dayWithEntries } from './day-with-entries.ts'
import { isDone, nextStop, routeOfToday } from './stops.ts'

let count = 0

function entry<Kind extends RoadKind>(kind: Kind, data: RoadData[Kind]): SentEntry {
  count += 1
  const bare = { format: 1 as const, id: idOf(5000 + count), device_id: idOf(1), sequence: count, previous_hash: null }
  const at = '2026-03-16T04:00:00.000Z'
  return { ...bare, kind, data: data as never, at, clock_offset_ms: 60_000, fix: null, hash: '', signature: '' }
}

const atStop = (number: number) => ({ stop_id: idOf(number), delivery_id: idOf(100 + number) })
const delivered = (number: number, changed: Partial<RoadData['delivered']> = {}) =>
  entry('delivered', {
    ...atStop(number),
    to: 'recipient',
    received_by: null,
    parcels: [],
    cash: null,
    note: null,
    ...changed,
  })
const stopOf = (day: DriverDay, number: number) => day.routes[0]!.stops.find(({ id }) => id === idOf(number))!
const order = (day: DriverDay) => day.routes[0]!.stops.map(({ id }) => Number(id.slice(-3)))

test('a stop goes from set out to arrived to delivered, at the server’s time', () => {
  const log = [entry('departed', atStop(1)), entry('arrived', { ...atStop(1), by: 'driver' })]
  const there = stopOf(dayWithEntries(driverDay(), log), 1)
  expect(there).toMatchObject({
    arrived_at: '2026-03-16T04:01:00.000Z',
    done_at: null,
    delivery: { status: 'arrived' },
  })
  const day = dayWithEntries(driverDay(), [...log, delivered(1)])
  expect(stopOf(day, 1)).toMatchObject({ done_at: '2026-03-16T04:01:00.000Z', delivery: { status: 'delivered' } })
  expect(nextStop(day.routes[0]!)!.id).toBe(idOf(2))
})

test('what was taken back did not happen', () => {
  const end = delivered(1)
  const day = dayWithEntries(driverDay(), [end, entry('undone', { entry_id: end.id })])
  expect(day).toEqual(driverDay())
})

test('cash that was counted at the depot counts once, whatever the driver says of it', () => {
  const counted = { handin_id: idOf(70), amount: 4000, counted_by: 'Sari', at: '2026-03-16T03:00:00.000Z' }
  const day = { ...driverDay(), cash: { taken: 9000, handed_in: 4000, to_confirm: [counted] } }
  const handIn = (number: number, amount: number) =>
    entry('cash_handed_in', { handin_id: idOf(number), amount, depot_id: null, note: null })
  const { cash } = dayWithEntries(day, [handIn(70, 3500), handIn(71, 5000)])
  expect(cash).toEqual({ taken: 9000, handed_in: 9000, to_confirm: [] })
})

test('each parcel ends by itself, and cash adds to the balance', () => {
  const parcel = {
    code: null,
    description: null,
    weight_kg: null,
    volume_l: null,
    length_cm: null,
    width_cm: null,
    height_cm: null,
    place: null,
  }
  const stop = drivenStop(1, { delivery: carried(1, { parcels: [parcel, parcel], cash_amount: 5000 }) })
  const parcels = [
    { index: 0, state: 'delivered' as const, note: null },
    { index: 1, state: 'damaged' as const, note: 'wet' },
  ]
  const day = dayWithEntries(driverDay([stop]), [delivered(1, { parcels, cash: 5000 })])
  expect(stopOf(day, 1).delivery!.progress).toEqual([
    { index: 0, loaded: null, end: 'delivered' },
    { index: 1, loaded: null, end: 'damaged' },
  ])
  expect(day.cash.taken).toBe(5000)
})

test('a failed stop is done, and says why', () => {
  const day = dayWithEntries(driverDay(), [
    entry('failed', { ...atStop(2), reason: 'not_home', note: null, photos: [] }),
  ])
  expect(stopOf(day, 2).delivery).toMatchObject({ status: 'failed', failure_reason: 'not_home' })
  expect(isDone(stopOf(day, 2))).toBe(true)
})

test('a skipped stop comes last, before the way back', () => {
  const day = dayWithEntries(driverDay(), [entry('skipped', { ...atStop(1), note: null })])
  expect(order(day)).toEqual([0, 2, 3, 1, 99])
  expect(isDone(stopOf(day, 1))).toBe(false)
})

test('stops come in the order that the driver wants, behind where the driver is going', () => {
  const reordered = entry('reordered', { route_id: idOf(800), stop_ids: [3, 1, 2].map(idOf) })
  expect(order(dayWithEntries(driverDay(), [reordered]))).toEqual([0, 3, 1, 2, 99])
  expect(order(dayWithEntries(driverDay(), [entry('departed', atStop(1)), reordered]))).toEqual([0, 1, 3, 2, 99])
})

test('the next stop is where the driver is going, whatever comes before it meanwhile', () => {
  const [route] = dayWithEntries(driverDay(), [entry('departed', atStop(2))]).routes
  expect(nextStop(route!)!.id).toBe(idOf(2))
  const [skipped] = dayWithEntries(driverDay(), [
    entry('departed', { stop_id: idOf(0), delivery_id: null }),
    entry('departed', atStop(1)),
    entry('skipped', { ...atStop(1), note: null }),
  ]).routes
  expect(nextStop(skipped!)!.id).toBe(idOf(2))
})

test('a stop that was added is the next one at once, and once only', () => {
  const added = entry('stop_added', {
    route_id: idOf(800),
    delivery_id: idOf(700),
    address: 'Jl. Baru 7',
    location: null,
    recipient_name: 'Rina',
    recipient_phone: null,
    note: null,
  })
  const day = dayWithEntries(driverDay(), [added])
  expect(order(day)).toEqual([0, 700, 1, 2, 3, 99])
  expect(order(dayWithEntries(day, [added]))).toEqual([0, 700, 1, 2, 3, 99])
  const onTheWay = dayWithEntries(driverDay(), [entry('departed', atStop(1)), added])
  expect(order(onTheWay)).toEqual([0, 1, 700, 2, 3, 99])
})

test('a pickup is done once picked up, though its delivery is not', () => {
  const pickup = drivenStop(1, { kind: 'pickup' })
  const drop = drivenStop(2, { delivery: carried(1) })
  const data = { stop_id: idOf(1), delivery_id: idOf(101), parcels: [], note: null }
  const day = dayWithEntries(driverDay([pickup, drop]), [entry('picked_up', data)])
  expect([isDone(stopOf(day, 1)), isDone(stopOf(day, 2))]).toEqual([true, false])
})

test('what is handed over leaves the route', () => {
  const data = { to_driver_id: idOf(903), delivery_ids: [idOf(102)], note: null }
  expect(order(dayWithEntries(driverDay(), [entry('handed_over', data)]))).toEqual([0, 1, 3, 99])
})

test('a shift begins, breaks and ends', () => {
  const shift_id = idOf(7)
  const begun = [entry('shift_started', { shift_id, vehicle_id: null }), entry('break_started', { stop_id: null })]
  const day = dayWithEntries({ ...driverDay(), shift: null }, begun)
  expect(day.shift).toMatchObject({ id: shift_id, on_break_since: '2026-03-16T04:01:00.000Z' })
  expect(dayWithEntries(day, [entry('break_ended', {})]).shift!.on_break_since).toBeNull()
  expect(dayWithEntries(day, [entry('shift_ended', { shift_id, odometer_km: null })]).shift).toBeNull()
})

test('after midnight, a route that was begun goes on until it is done', () => {
  const begun = dayWithEntries(driverDay(), [delivered(1)])
  const tomorrow = {
    ...driverDay().routes[0]!,
    id: idOf(802),
    day: '2026-03-17',
    starts_at: '2026-03-17T03:00:00.000Z',
  }
  const day = { ...begun, routes: [tomorrow, ...begun.routes] }
  const afterMidnight = Date.parse('2026-03-16T17:30:00Z')
  expect(routeOfToday(day, afterMidnight)!.day).toBe('2026-03-16')
  const done = dayWithEntries(day, [
    delivered(2),
    delivered(3),
    entry('returned_to_depot', { route_id: idOf(800), delivery_ids: [], note: null }),
  ])
  const left = {
    ...done,
    routes: done.routes.map((route) => ({ ...route, stops: route.stops.filter(({ kind }) => kind !== 'start') })),
  }
  expect(routeOfToday(left, afterMidnight)!.day).toBe('2026-03-17')
})

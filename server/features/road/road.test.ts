import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  changeDelivery,
  createDelivery,
  eraseDelivery,
  getDelivery,
  listDeliveryEvents,
} from '#domain/api/deliveries.ts'
import { createAddress } from '#domain/api/addresses.ts'
import { listAlerts } from '#domain/api/alerts.ts'
import { changePlan, previewPlanChange } from '#domain/api/plan-changes.ts'
import { getPlan, getPlanningDay, takeBackPlan } from '#domain/api/plans.ts'
import { getVehicle } from '#domain/api/vehicles.ts'
import { changeDriver } from '#domain/api/drivers.ts'
import { listEvents } from '#domain/api/events.ts'
import * as api from '#domain/api/road.ts'
import { correctStatus, setStatus } from '#domain/api/statuses.ts'
import type { SentEntry } from '#domain/road/entry.ts'
import { inWorkspace } from '../../db/connect.ts'
import { openPhone, type Phone } from '../../testing/phone.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

let clock = new Date('2026-03-16T03:00:00Z')
const testing = await testApp(() => ({ now: () => clock }))
const { as } = testing
const setClock = (time: string) => (clock = new Date(`2026-03-16T${time}Z`))

const send = (who: TestMember, phone: Phone, entries: SentEntry[] = phone.log) =>
  as(who).call(api.sendEntries, { body: { device_id: phone.id, entries } })

/** A dispatched day, with a phone of its driver. */
async function start(stops = 2) {
  setClock('03:00:00')
  const day = await dispatchedDay(testing, { stops })
  const phone = openPhone(() => clock)
  expect((await as(day.driver).call(api.registerDevice, { body: phone.device })).status).toBe(200)
  return { ...day, phone }
}

test('a driver does a route: each entry counts once, with the time at which it happened', async () => {
  const { owner, driver, phone, route, stops } = await start()
  const [first, second] = stops as [(typeof stops)[0], (typeof stops)[0]]
  const shift_id = randomUUID()
  phone.write('route_received', { route_id: route.id })
  phone.write('shift_started', { shift_id, vehicle_id: null })
  setClock('03:10:00')
  phone.write('departed', { stop_id: first.id })
  setClock('03:20:00')
  phone.write('arrived', { stop_id: first.id })
  const done = { stop_id: first.id, delivery_id: first.delivery_id, to: 'neighbor', received_by: 'Ibu Rina' } as const
  phone.write('delivered', done)
  setClock('03:30:00')
  phone.write('failed', { stop_id: second.id, delivery_id: second.delivery_id, reason: 'not_home', note: 'Rang twice' })
  phone.write('shift_ended', { shift_id })
  setClock('09:00:00')
  const { body } = await send(driver, phone)
  expect(body.results.map(({ outcome }) => outcome)).toEqual(Array(7).fill('applied'))
  expect(body).toMatchObject({ next_sequence: 8, last_hash: phone.log[6]!.hash, now: clock.toISOString() })
  // The same batch again, and a part of it out of order.
  expect((await send(driver, phone)).body).toEqual(body)
  expect((await send(driver, phone, phone.log.slice(3).toReversed())).body.results.map(({ id }) => id)).toEqual(
    phone.log
      .slice(3)
      .toReversed()
      .map(({ id }) => id),
  )
  const delivered = await as(owner).call(getDelivery, { params: { id: first.delivery_id } })
  expect(delivered.body).toMatchObject({ status: 'delivered', status_at: '2026-03-16T03:20:00.000Z' })
  const failed = await as(owner).call(getDelivery, { params: { id: second.delivery_id } })
  expect(failed.body).toMatchObject({ status: 'failed', failure_reason: 'not_home', status_note: 'Rang twice' })
  const history = await as(owner).call(listDeliveryEvents, { params: { id: first.delivery_id } })
  expect(history.body.chain_intact).toBe(true)
  expect(history.body.data.at(-1)).toMatchObject({
    kind: 'status_changed',
    detail: {
      to: 'delivered',
      handed_to: 'neighbor',
      said: { name: 'Ibu Rina' },
      device: { entry_id: phone.log[4]!.id, device_id: phone.id, sequence: 5 },
    },
  })
  const day = await as(driver).call(api.getDriverDay, {})
  expect(day.body).toMatchObject({ driver: { name: 'Budi' }, shift: null, routes: [{ id: route.id }] })
  const [one] = day.body.routes[0]!.stops.filter(({ delivery }) => delivery)
  expect(one).toMatchObject({ done_at: '2026-03-16T03:20:00.000Z', delivery: { status: 'delivered' } })
  const again = await as(driver).call(api.getDriverDay, { headers: { 'if-none-match': String(day.headers.etag) } })
  expect(again.status).toBe(304)
})

test('the driver’s day says what the address book knows about the door', async () => {
  const { owner, driver, stops } = await start(2)
  const [first] = stops
  const { body: delivery } = await as(owner).call(getDelivery, { params: { id: first!.delivery_id } })
  await as(owner).call(createAddress, {
    body: {
      address: delivery.delivery_address,
      location: { lat: -6.2, lng: 106.8 },
      parking: { lat: -6.201, lng: 106.8 },
      gate_code: '77#',
    },
  })
  const { body } = await as(driver).call(api.getDriverDay, {})
  const places = body.routes.flatMap((route) => route.stops).map((stop) => [stop.delivery?.id, stop.delivery?.place])
  expect(Object.fromEntries(places)[first!.delivery_id]).toMatchObject({
    parking: { lat: -6.201, lng: 106.8 },
    entrance: null,
    gate_code: '77#',
  })
})

test('a log with a gap, another past, or a signature of another key is refused whole', async () => {
  const { driver, phone, stops } = await start(1)
  const { id: stop_id } = stops[0]!
  for (let i = 0; i < 4; i++) phone.write('departed', { stop_id })
  expect(await send(driver, phone, phone.log.slice(1))).toMatchObject({ code: 'entry_gap', body: { next_sequence: 1 } })
  expect(await send(driver, phone, [phone.log[0]!, phone.log[2]!])).toMatchObject({ code: 'entry_gap' })
  await send(driver, phone, phone.log.slice(0, 2))
  expect(await send(driver, phone, phone.log.slice(3))).toMatchObject({ code: 'entry_gap', body: { next_sequence: 3 } })
  const other = openPhone(() => clock)
  const forged = { ...phone.log[2]!, signature: other.write('departed', { stop_id }).signature }
  const changed = { ...phone.log[2]!, kind: 'arrived' }
  const halves = { ...phone.log[2]!, data: { stop_id: '\ud800' } }
  for (const entry of [forged, changed, halves, { ...phone.log[2]!, previous_hash: null }]) {
    expect(await send(driver, phone, [entry])).toMatchObject({ status: 409, code: 'entry_not_genuine' })
  }
  const copy = { ...phone.log[2]!, id: randomUUID() }
  for (const both of [
    [copy, phone.log[2]!],
    [phone.log[2]!, copy],
  ]) {
    expect(await send(driver, phone, both)).toMatchObject({ status: 409, code: 'entry_not_genuine' })
  }
  // Characters that decoders skip, and more levels than a stack has.
  const decorated = { ...phone.log[2]!, signature: `${phone.log[2]!.signature}"<>` }
  expect(await send(driver, phone, [decorated])).toMatchObject({ status: 400, code: 'validation_failed' })
  const body = JSON.stringify({ device_id: phone.id, entries: [{ ...phone.log[2]!, data: { deep: 1 } }] })
  const reply = await testing.app.inject({
    method: 'POST',
    url: '/v1/driver/entries',
    headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'application/json' },
    payload: body.replace('"deep":1', `"deep":${'['.repeat(50_000)}${']'.repeat(50_000)}`),
  })
  expect(reply.json()).toMatchObject({ status: 400, code: 'validation_failed' })
  const stranger = await start(1)
  expect(await send(stranger.driver, phone)).toMatchObject({ status: 404, code: 'device_not_found' })
  expect((await send(driver, phone)).body.results.map(({ outcome }) => outcome)).toEqual([
    'applied',
    'kept',
    'kept',
    'kept',
  ])
})

const outcomesOf = async (who: TestMember, phone: Phone) =>
  (await send(who, phone)).body.results.map(({ outcome, code }) => (code ? `${outcome}: ${code}` : outcome))

const get = async (who: TestMember, id: string) => (await as(who).call(getDelivery, { params: { id } })).body

test('what a driver did offline stands, although the plan was changed meanwhile, and both sides are told', async () => {
  const { owner, driver, phone, stops, record } = await start(5)
  const [cancelled, corrected, erased, twice, ended] = stops.map(({ delivery_id }) => delivery_id) as string[]
  setClock('03:30:00')
  for (const { id: stop_id, delivery_id } of stops) phone.write('delivered', { stop_id, delivery_id, to: 'recipient' })
  // Meanwhile, at the desk.
  setClock('04:00:00')
  const call = as(owner).call
  await call(changeDelivery, { params: { id: cancelled! }, body: { status: 'cancelled' } })
  await call(setStatus, { params: { id: corrected! }, body: { status: 'delivered' } })
  const correction = { status: 'failed', reason: 'refused', why: 'They called' } as const
  await call(correctStatus, { params: { id: corrected! }, body: correction })
  await call(changeDelivery, { params: { id: erased! }, body: { status: 'cancelled' } })
  await call(eraseDelivery, { params: { id: erased! } })
  await call(setStatus, { params: { id: ended! }, body: { status: 'failed', reason: 'closed' } })
  const other = openPhone(() => clock)
  await as(driver).call(api.registerDevice, { body: other.device })
  other.write('delivered', { stop_id: stops[3]!.id, delivery_id: twice!, to: 'recipient' })
  expect(await outcomesOf(driver, other)).toEqual(['applied'])
  setClock('05:00:00')
  expect(await outcomesOf(driver, phone)).toEqual([
    'conflict: was_cancelled',
    'kept: corrected_meanwhile',
    'kept: was_erased',
    'kept: already_so',
    'conflict: was_ended',
  ])
  expect(await get(owner, cancelled!)).toMatchObject({ status: 'delivered', driver_id: record.id })
  expect(await get(owner, corrected!)).toMatchObject({ status: 'failed', failure_reason: 'refused' })
  expect(await get(owner, ended!)).toMatchObject({ status: 'delivered', status_at: '2026-03-16T03:30:00.000Z' })
  const { body } = await call(listDeliveryEvents, { params: { id: cancelled! } })
  expect(body.chain_intact).toBe(true)
  expect(body.data.at(-1)?.detail).toMatchObject({
    from: 'cancelled',
    conflict: 'was_cancelled',
    why: 'It had been canceled meanwhile. The driver was offline.',
  })
  const told = await call(listEvents, { query: { types: 'delivery.corrected' } })
  expect(told.body.data.at(-1)).toMatchObject({
    why: 'Something else had been recorded meanwhile. The driver was offline.',
  })
})

test('a route that is taken back while its driver is offline: what the driver did stands, the rest is free again', async () => {
  const { owner, driver, phone, stops, route, record } = await start(2)
  const [done, open] = stops as [(typeof stops)[0], (typeof stops)[0]]
  setClock('03:30:00')
  phone.write('departed', { stop_id: done.id, delivery_id: done.delivery_id })
  phone.write('arrived', { stop_id: done.id, delivery_id: done.delivery_id })
  phone.write('delivered', { stop_id: done.id, delivery_id: done.delivery_id, to: 'recipient' })
  setClock('04:00:00')
  const params = { id: route.plan_id }
  for (const step of ['approved', 'draft']) {
    expect((await as(owner).call(takeBackPlan, { params })).body.state).toBe(step)
  }
  phone.write('departed', { stop_id: open.id, delivery_id: open.delivery_id })
  setClock('05:00:00')
  const outcomes = await outcomesOf(driver, phone)
  expect(outcomes).toEqual(Array(4).fill('conflict: was_taken_back'))
  expect(await get(owner, done.delivery_id)).toMatchObject({
    status: 'delivered',
    status_at: '2026-03-16T03:30:00.000Z',
    driver_id: record.id,
  })
  expect((await get(owner, open.delivery_id)).status).toBe('pending')
  const told = (await as(owner).call(listAlerts, {})).body.data
  expect(told.map(({ kind, delivery_id }) => [kind, delivery_id])).toContainEqual(['conflict', done.delivery_id])
  expect((await as(driver).call(api.getDriverDay, {})).body.routes).toEqual([])
})

test('setting out with what was picked up on the way is nothing that a driver is told about, unless it is said twice', async () => {
  const { owner, driver, phone, stops } = await start(1)
  const { id: stop_id, delivery_id } = stops[0]!
  setClock('03:10:00')
  phone.write('picked_up', { stop_id, delivery_id })
  phone.write('departed', { stop_id })
  phone.write('departed', { stop_id })
  expect(await outcomesOf(driver, phone)).toEqual(['applied', 'applied', 'kept: already_so'])
  expect((await get(owner, delivery_id)).status).toBe('in_transit')
})

test('an end can be undone for ten seconds by the log’s own time, and then is as it was', async () => {
  const { owner, driver, phone, stops } = await start(2)
  const [first, second] = stops as [(typeof stops)[0], (typeof stops)[0]]
  setClock('03:10:00')
  phone.write('arrived', { stop_id: first.id })
  setClock('03:20:00')
  const parcels = [{ index: 0, state: 'damaged' as const, note: null }]
  const done = { stop_id: first.id, delivery_id: first.delivery_id, to: 'locker', parcels } as const
  const wrong = phone.write('delivered', done)
  setClock('03:20:09')
  phone.write('undone', { entry_id: wrong.id })
  phone.write('undone', { entry_id: wrong.id })
  const late = phone.write('failed', { stop_id: second.id, delivery_id: second.delivery_id, reason: 'closed' })
  setClock('03:20:20')
  phone.write('undone', { entry_id: late.id })
  phone.write('undone', { entry_id: phone.log[0]!.id })
  phone.write('undone', { entry_id: randomUUID() })
  setClock('08:00:00')
  expect(await outcomesOf(driver, phone)).toEqual([
    'applied',
    'applied',
    'applied',
    'kept: already_so',
    'applied',
    'refused: too_late_to_undo',
    'refused: cannot_be_undone',
    'refused: entry_unknown',
  ])
  expect(await get(owner, first.delivery_id)).toMatchObject({
    status: 'arrived',
    status_at: '2026-03-16T03:10:00.000Z',
  })
  expect(await get(owner, second.delivery_id)).toMatchObject({ status: 'failed' })
  const { body } = await as(owner).call(listDeliveryEvents, { params: { id: first.delivery_id } })
  expect([body.chain_intact, body.data.at(-1)?.detail]).toMatchObject([true, { undone: true }])
  const day = await as(driver).call(api.getDriverDay, {})
  expect(day.body.routes[0]!.stops[0]).toMatchObject({ done_at: null, delivery: { progress: [{ end: null }] } })
})

test('skipping, reordering and adding stops change the plan as far as its rules and locks allow', async () => {
  const { owner, driver, phone, route, stops, setSettings, lock } = await start(4)
  const ids = stops.map(({ id }) => id)
  const [a, b, c, d] = ids as [string, string, string, string]
  const order = async () =>
    (await as(driver).call(api.getDriverDay, {})).body.routes[0]!.stops.filter(({ delivery }) => delivery)
  setClock('03:10:00')
  phone.write('departed', { stop_id: a })
  phone.write('skipped', { stop_id: a })
  phone.write('reordered', { route_id: route.id, stop_ids: [d, c, b, a] })
  phone.write('reordered', { route_id: route.id, stop_ids: [d, c, b, a] })
  const added = randomUUID()
  const extra = {
    route_id: route.id,
    delivery_id: added,
    address: 'Jl. Sabang 9',
    location: { lat: -6.18, lng: 106.82 },
  }
  phone.write('stop_added', extra)
  expect(await outcomesOf(driver, phone)).toEqual(['applied', 'applied', 'applied', 'kept: already_so', 'applied'])
  const now = await order()
  expect(now.map(({ id, delivery }) => (delivery!.id === added ? 'added' : id))).toEqual(['added', d, c, b, a])
  expect(now.at(-1)).toMatchObject({ departed_at: null, skipped_at: '2026-03-16T03:10:00.000Z' })
  expect(await get(owner, added)).toMatchObject({
    source: 'driver',
    status: 'dispatched',
    delivery_address: 'Jl. Sabang 9',
  })
  expect(await get(owner, stops[0]!.delivery_id)).toMatchObject({ status: 'dispatched' })
  const elsewhere = randomUUID()
  const fix = { lat: -6.3, lng: 106.9, accuracy_m: 8, recorded_at: clock.toISOString() }
  phone.write('stop_added', { ...extra, delivery_id: elsewhere, address: 'Jl. Jauh 1', location: null }, { fix })
  expect((await outcomesOf(driver, phone)).at(-1)).toBe('applied')
  expect(await get(owner, elsewhere)).toMatchObject({ delivery_location: null, status: 'pending' })

  await lock(now[0]!.id)
  phone.write('reordered', { route_id: route.id, stop_ids: [a, b, c, d] })
  expect((await outcomesOf(driver, phone)).at(-1)).toBe('refused: stop_locked')
  await setSettings({ may_reorder: false, may_skip: false, may_add_stops: false, may_hand_over: false })
  phone.write('reordered', { route_id: route.id, stop_ids: [a, b, c, d] })
  phone.write('skipped', { stop_id: d })
  phone.write('stop_added', { ...extra, delivery_id: randomUUID() })
  phone.write('handed_over', { to_driver_id: randomUUID(), delivery_ids: [added] })
  expect((await outcomesOf(driver, phone)).slice(-4)).toEqual(Array(4).fill('refused: not_allowed'))
})

test('a stop that nobody planned is delivered by the driver who stands there, with or without a place', async () => {
  const { owner, driver, phone, route } = await start(1)
  const [here, nowhere] = [randomUUID(), randomUUID()]
  const add = (delivery_id: string) =>
    phone.write('stop_added', { route_id: route.id, delivery_id, address: `Gang ${delivery_id}`, location: null })
  const stopsThere = async () => (await as(driver).call(api.getDriverDay, {})).body.routes[0]!.stops
  add(here)
  expect(await outcomesOf(driver, phone)).toEqual(['applied'])
  // Nobody knows where it is. The driver has it on the route all the same, under the id that the phone gave it.
  expect((await stopsThere()).map(({ id, location }) => [id === here, location === null])).toEqual([
    [false, false],
    [true, true],
  ])
  const fix = { lat: -6.19, lng: 106.83, accuracy_m: 9, recorded_at: clock.toISOString() }
  phone.write('departed', { stop_id: here, delivery_id: here })
  phone.write('arrived', { stop_id: here, delivery_id: here }, { fix })
  phone.write('delivered', { stop_id: here, delivery_id: here, to: 'recipient' }, { fix })
  add(nowhere)
  phone.write('delivered', { stop_id: nowhere, delivery_id: nowhere, to: 'neighbor' })
  expect((await outcomesOf(driver, phone)).slice(1)).toEqual(Array(5).fill('applied'))
  expect(await get(owner, here)).toMatchObject({
    status: 'delivered',
    delivery_location: { lat: -6.19, lng: 106.83 },
    location_source: 'driver',
  })
  expect((await stopsThere()).find(({ delivery }) => delivery?.id === here)).toMatchObject({
    arrived_at: clock.toISOString(),
    done_at: clock.toISOString(),
  })
  expect(await get(owner, nowhere)).toMatchObject({ status: 'delivered', delivery_location: null })
  expect((await as(owner).call(listAlerts, {})).body.data).toEqual([])
  // It is theirs alone.
  const stranger = await start(1)
  stranger.phone.write('delivered', { stop_id: nowhere, delivery_id: nowhere, to: 'recipient' })
  expect(await outcomesOf(stranger.driver, stranger.phone)).toEqual(['refused: delivery_unknown'])
})

test('parcels go to another driver once both say so, in whatever order the phones come back', async () => {
  const { owner, driver, phone, stops, record, makeColleague } = await start(3)
  const { member: other, record: sari } = await makeColleague('Sari')
  const otherPhone = openPhone(() => clock)
  await as(other).call(api.registerDevice, { body: otherPhone.device })
  const ids = stops.map(({ delivery_id }) => delivery_id)
  const first = phone.write('handed_over', { to_driver_id: sari.id, delivery_ids: [ids[0]!] })
  const second = phone.write('handed_over', { to_driver_id: sari.id, delivery_ids: [ids[1]!] })
  // The other phone comes back first.
  otherPhone.write('taken_over', { handover_entry_id: first.id, delivery_ids: [ids[0]!, ids[2]!] })
  expect(await outcomesOf(other, otherPhone)).toEqual(['kept: waits_for_other'])
  expect(await outcomesOf(driver, phone)).toEqual(['applied', 'applied'])
  const driverOf = async (id: string) => (await get(owner, id)).driver_id
  expect(await Promise.all(ids.map(driverOf))).toEqual([sari.id, record.id, record.id])
  otherPhone.write('taken_over', { handover_entry_id: second.id, delivery_ids: [ids[1]!] })
  expect(await outcomesOf(other, otherPhone)).toEqual(['applied', 'applied'])
  expect(await Promise.all(ids.map(driverOf))).toEqual([sari.id, sari.id, record.id])
  const day = await as(other).call(api.getDriverDay, {})
  expect(day.body.routes.flatMap((route) => route.stops.flatMap(({ delivery }) => delivery?.id ?? []))).toHaveLength(2)

  // The first driver delivers one all the same, before the other could: the plan follows.
  const stop_id = stops[0]!.id
  phone.write('delivered', { stop_id, delivery_id: ids[0]!, to: 'recipient' })
  expect((await outcomesOf(driver, phone)).at(-1)).toBe('conflict: was_moved')
  expect(await get(owner, ids[0]!)).toMatchObject({ status: 'delivered', driver_id: record.id })
  expect(
    (await as(other).call(api.getDriverDay, {})).body.routes[0]!.stops.filter(({ delivery }) => delivery),
  ).toHaveLength(1)
  // Nobody ends what never was theirs.
  const body = { delivery_address: 'Jl. Asing 1', scheduled_date: '2026-03-16' }
  const stranger = (await as(owner).call(createDelivery, { body })).body
  phone.write('delivered', { stop_id, delivery_id: stranger.id, to: 'recipient' })
  expect((await outcomesOf(driver, phone)).at(-1)).toBe('refused: delivery_unknown')
})

test('loading, readings, breaks and checks of vehicles are kept where they belong', async () => {
  const { owner, driver, phone, route, stops, vehicle } = await start(2)
  const [first, second] = stops as [(typeof stops)[0], (typeof stops)[0]]
  const shift_id = randomUUID()
  phone.write('break_started', {})
  const defects = [{ part: 'brakes' as const, blocking: true, note: 'Squeal', photos: [] }]
  phone.write('vehicle_checked', { vehicle_id: vehicle.id, odometer_km: 120_400.5, fuel_percent: 60, defects })
  phone.write('shift_started', { shift_id, vehicle_id: vehicle.id })
  phone.write('parcel_loaded', { delivery_id: first.delivery_id, index: 0, code: 'K-1', by: 'camera' })
  phone.write('parcel_loaded', { delivery_id: first.delivery_id, index: null, by: 'hand' })
  phone.write('parcel_loaded', { delivery_id: first.delivery_id, index: 9, by: 'hand' })
  phone.write('parcel_missing', { delivery_id: second.delivery_id, index: null, note: 'Not on the dock' })
  phone.write('temperature_read', { delivery_id: first.delivery_id, celsius: 4.5 })
  phone.write('break_started', {})
  expect(await outcomesOf(driver, phone)).toEqual([
    'refused: shift_unknown',
    'applied',
    'applied',
    'applied',
    'kept: already_so',
    'refused: invalid',
    'applied',
    'applied',
    'applied',
  ])
  const { body: day } = await as(driver).call(api.getDriverDay, {})
  expect(day.shift).toMatchObject({ id: shift_id, vehicle_id: vehicle.id, on_break_since: clock.toISOString() })
  expect(day.vehicles).toMatchObject([{ id: vehicle.id, blocked: true }])
  const visits = day.routes[0]!.stops.filter(({ delivery }) => delivery)
  expect(visits.map(({ delivery }) => delivery!.progress[0]?.loaded)).toEqual(['loaded', 'missing'])
  phone.write('break_ended', {})
  phone.write('returned_to_depot', { route_id: route.id, delivery_ids: [second.delivery_id], note: 'Van full' })
  phone.write('shift_ended', { shift_id, odometer_km: 120_460 })
  expect((await outcomesOf(driver, phone)).slice(-3)).toEqual(['applied', 'applied', 'applied'])
  expect(await get(owner, second.delivery_id)).toMatchObject({ status: 'failed', failure_reason: 'out_of_time' })
  const { body } = await as(owner).call(listDeliveryEvents, { params: { id: first.delivery_id } })
  expect(body.data.slice(-2).map(({ kind, actor_name }) => [kind, actor_name])).toEqual([
    ['loaded', 'Budi'],
    ['measured', 'Budi'],
  ])
  const params = { id: vehicle.id }
  const checks = await as(owner).call(api.listVehicleChecks, { params })
  expect(checks.body.data).toMatchObject([
    { driver_name: 'Budi', is_blocking: true, odometer_km: 120_400.5, mended_at: null },
  ])
  await as(owner).call(api.mendVehicle, { params: { id: checks.body.data[0]!.id } })
  expect((await as(driver).call(api.getDriverDay, {})).body.vehicles).toMatchObject([{ blocked: false }])
})

test('a vehicle with a blocking defect is left out of plans until somebody says that it is solved', async () => {
  const { owner, driver, phone, record, route, vehicle } = await start(1)
  const tell = (blocking: boolean) => {
    const defects = [{ part: 'brakes' as const, blocking, note: 'Squeal', photos: [] }]
    phone.write('vehicle_checked', { vehicle_id: vehicle.id, odometer_km: 9, fuel_percent: null, defects })
    return send(driver, phone)
  }
  const off = async () => (await as(owner).call(getPlanningDay, { query: { day: '2026-03-17' } })).body.off
  const change = { type: 'vehicle' as const, route_id: route.id, vehicle_id: vehicle.id }
  const give = (how: typeof changePlan | typeof previewPlanChange) =>
    as(owner).call(how, { params: { id: route.plan_id }, body: { changes: [change] } })
  await tell(false)
  expect(await off()).toEqual([])
  expect((await give(previewPlanChange)).body.warnings).toEqual([])
  setClock('03:05:00')
  await tell(true)

  const { code } = (await as(owner).call(getVehicle, { params: { id: vehicle.id } })).body
  const reason = `${code} has had a blocking defect since 2026-03-16 10:05 (brakes).`
  expect(await off()).toMatchObject([{ driver_id: record.id, reason_code: 'vehicle_blocked', reason }])
  const alerts = (await as(owner).call(listAlerts, {})).body.data
  expect(alerts).toMatchObject([{ kind: 'blocking_defect', vehicle_id: vehicle.id, route_id: route.id }])
  // A dispatcher may give a route such a vehicle, and is told.
  expect((await give(changePlan)).body.warnings).toMatchObject([{ code: 'vehicle_blocked', sentence: reason }])
  const blockedRoutes = async () =>
    (await as(owner).call(getPlan, { params: { id: route.plan_id } })).body.blocked_routes
  expect(await blockedRoutes()).toMatchObject([{ route_id: route.id, vehicle_id: vehicle.id, sentence: reason }])

  const [check] = (await as(owner).call(api.listVehicleChecks, { params: { id: vehicle.id } })).body.data
  const viewer = await testing.makeMember({ role: 'viewer', workspaceId: owner.workspaceId })
  const mend = (who: TestMember) => as(who).call(api.mendVehicle, { params: { id: check!.id } })
  expect([(await mend(driver)).status, (await mend(viewer)).status]).toEqual([403, 403])
  const dispatcher = await testing.makeMember({ role: 'dispatcher', workspaceId: owner.workspaceId })
  expect((await mend(dispatcher)).body).toMatchObject({ mended_at: clock.toISOString() })
  expect(await off()).toEqual([])
  expect(await blockedRoutes()).toEqual([])
})

test('what a revoked phone still sends waits, until a dispatcher accepts or discards it', async () => {
  const { owner, driver, phone, stops, record, make } = await start(2)
  const [first, second] = stops as [(typeof stops)[0], (typeof stops)[0]]
  const params = { id: phone.id }
  phone.write('delivered', { stop_id: first.id, delivery_id: first.delivery_id, to: 'recipient' })
  await as(owner).call(api.revokeDevice, { params })
  expect(await outcomesOf(driver, phone)).toEqual(['kept: device_revoked'])
  expect(await get(owner, first.delivery_id)).toMatchObject({ status: 'dispatched' })
  expect((await as(owner).call(api.listDevices, {})).body.data).toMatchObject([{ id: phone.id, held: 1 }])
  // The session has ended, but the phone has its key: it hands in the rest, and what came before counts once.
  phone.write('failed', { stop_id: second.id, delivery_id: second.delivery_id, reason: 'closed' })
  const handIn = (entries: SentEntry[]) =>
    as(null).call(api.handInLog, { body: { workspace_id: owner.workspaceId, device_id: phone.id, entries } })
  const size = { bytes: 1, width: 1, height: 1, sha256: 'a'.repeat(64), original: null, fix: null }
  const photo = { ...size, id: randomUUID(), media_type: 'image/png' as const, taken_at: clock.toISOString() }
  phone.write('message_sent', { message_id: randomUUID(), text: '', photo })
  expect((await handIn(phone.log)).body.results.map(({ code }) => code)).toEqual(Array(3).fill('device_revoked'))
  expect(await handIn([{ ...phone.log[1]!, id: randomUUID(), sequence: 4 }])).toMatchObject({
    code: 'entry_not_genuine',
  })
  const stranger = await start(1)
  expect(await as(stranger.owner).call(api.settleHeldEntries, { params, body: { accept: true } })).toMatchObject({
    code: 'device_not_found',
  })
  expect((await as(owner).call(api.listHeldEntries, { params })).body.data.map(({ kind }) => kind)).toEqual([
    'delivered',
    'failed',
    'message_sent',
  ])
  // Nobody decides about drivers of other depots.
  const depots = await Promise.all(['North', 'South'].map((name) => make.depot({ name, is_default: false })))
  await as(owner).call(changeDriver, { params: { id: record.id }, body: { depot_id: depots[0]!.id } })
  const role = { role: 'dispatcher', workspaceId: owner.workspaceId } as const
  const limited = await testing.makeMember({ ...role, depotIds: [depots[1]!.id] })
  expect((await as(limited).call(api.listDevices, {})).body.data).toEqual([])
  for (const decided of [
    as(limited).call(api.settleHeldEntries, { params, body: { accept: true } }),
    as(limited).call(api.revokeDevice, { params }),
  ]) {
    expect(await decided).toMatchObject({ status: 404, code: 'device_not_found' })
  }
  // Nor is anybody told of what they do.
  const other = openPhone(() => clock)
  await as(driver).call(api.registerDevice, { body: other.device })
  other.write('shift_started', { shift_id: randomUUID(), vehicle_id: null })
  expect(await outcomesOf(driver, other)).toEqual(['applied'])
  const types = async (who: TestMember) =>
    (await as(who).call(listEvents, { query: { types: 'shift.*,device.*' } })).body.data.map(({ type }) => type)
  expect((await types(owner)).slice(-2)).toEqual(['device.registered', 'shift.started'])
  expect((await types(limited)).filter((type) => type === 'shift.started')).toEqual([])
  const settled = await as(owner).call(api.settleHeldEntries, { params, body: { accept: true } })
  expect(settled.body.results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
  expect(await get(owner, first.delivery_id)).toMatchObject({ status: 'delivered' })
  // Photos arrive in the folder of the driver, whoever accepted what the phone said.
  const { rows } = await inWorkspace(testing.deps.db, owner.workspaceId, (trx) =>
    sql`select user_id from photos union select author_id from driver_messages`.execute(trx),
  )
  expect(rows).toEqual([{ user_id: driver.userId }])
  phone.write('departed', { stop_id: first.id })
  await handIn(phone.log.slice(3))
  expect((await as(owner).call(api.settleHeldEntries, { params, body: { accept: false } })).body.results).toMatchObject(
    [{ outcome: 'kept', code: 'discarded' }],
  )
  expect((await as(owner).call(api.settleHeldEntries, { params, body: { accept: true } })).body.results).toEqual([])
})

test('hostile entries are refused one by one, and the log goes on after them', async () => {
  const { driver, owner, phone, stops } = await start(2)
  const foreign = await start(1)
  const [stop, other] = stops as [(typeof stops)[0], (typeof stops)[0]]
  const theirs = { stop_id: foreign.stops[0]!.id, delivery_id: foreign.stops[0]!.delivery_id }
  phone.write('delivered', { ...theirs, to: 'recipient' })
  phone.write('departed', { stop_id: theirs.stop_id })
  phone.write('reordered', { route_id: foreign.route.id, stop_ids: [theirs.stop_id] })
  phone.write('stop_added', { route_id: foreign.route.id, delivery_id: randomUUID(), address: 'x', location: null })
  phone.write('shift_started', { shift_id: randomUUID(), vehicle_id: foreign.vehicle.id })
  phone.writeAnything('teleported', {})
  phone.writeAnything('arrived', { stop_id: "'; drop table stops" })
  phone.writeAnything('failed', { ...stop, reason: 'closed', note: '\u0000' })
  phone.writeAnything('departed', { stop_id: stop.id, deep: { a: '<script>', b: ['\u0000'] } })
  const html = '<img src=x onerror=alert(1)>'
  phone.write(
    'failed',
    { stop_id: stop.id, delivery_id: stop.delivery_id, reason: 'other', note: html },
    {
      at: '1999-01-01T00:00:00Z',
      clock_offset_ms: Number.MIN_SAFE_INTEGER,
    },
  )
  const size = {
    bytes: 1,
    width: Number.MAX_SAFE_INTEGER,
    height: 1,
    sha256: 'a'.repeat(64),
    original: null,
    fix: null,
  }
  const photo = { ...size, id: randomUUID(), media_type: 'image/png' as const, taken_at: clock.toISOString() }
  phone.write('message_sent', { message_id: randomUUID(), text: '', photo })
  // One id for two entries, and a stop that belongs to another delivery.
  const id = randomUUID()
  phone.write('arrived', { stop_id: other.id }, { id })
  setClock('03:05:00')
  phone.write('delivered', { stop_id: stop.id, delivery_id: other.delivery_id, to: 'recipient' }, { id })
  expect(await outcomesOf(driver, phone)).toEqual([
    'refused: delivery_unknown',
    'refused: stop_unknown',
    'refused: route_unknown',
    'refused: route_unknown',
    'refused: vehicle_unknown',
    'refused: unknown_kind',
    'refused: invalid',
    'refused: invalid',
    'refused: invalid',
    'applied',
    'refused: invalid',
    'applied',
    'applied',
  ])
  expect((await outcomesOf(driver, phone)).slice(-2)).toEqual(['applied', 'applied'])
  const stopsNow = (await as(driver).call(api.getDriverDay, {})).body.routes[0]!.stops.filter(
    ({ delivery }) => delivery,
  )
  const doneAt = new Map(stopsNow.map((each) => [each.id, each.done_at]))
  expect([doneAt.get(stop.id), doneAt.get(other.id)]).toEqual(['2026-03-16T03:00:00.000Z', null])
  expect(await get(owner, stop.delivery_id)).toMatchObject({ status_note: html })
  expect(await get(foreign.owner, theirs.delivery_id)).toMatchObject({ status: 'dispatched' })
  const taken = openPhone(() => clock)
  const body = { ...taken.device, id: phone.id }
  expect(await as(driver).call(api.registerDevice, { body })).toMatchObject({ status: 409, code: 'device_taken' })
  const x = 'A'.repeat(43)
  const point = { ...taken.device, public_key: { ...taken.device.public_key, x, y: x } }
  expect(await as(driver).call(api.registerDevice, { body: point })).toMatchObject({ code: 'validation_failed' })
  expect(await as(owner).call(api.getDriverDay, {})).toMatchObject({ status: 403 })
})

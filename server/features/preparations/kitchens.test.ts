import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { getDriverDay } from '#domain/api/road.ts'
import { listRisks } from '#domain/api/risks.ts'
import * as slots from '#domain/api/slots.ts'
import { createClient } from '#domain/api/clients.ts'
import {
  changeDelivery,
  createDelivery,
  getDelivery,
  importDeliveries,
  listDeliveryEvents,
} from '#domain/api/deliveries.ts'
import * as api from '#domain/api/pickup-places.ts'
import * as plans from '#domain/api/plans.ts'
import { duplicateInBulk } from '#domain/api/bulk.ts'
import type { NewDelivery } from '#domain/schema/delivery.ts'
import { usualWeek, type NewPickupPlace } from '#domain/schema/pickup-place.ts'
import { at, day, dayMaker, draftPlan } from '../../testing/planning-day.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { rig } from '../../testing/rig.ts'
import { estimateDue } from '../etas/tasks.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'

let clock = new Date(at('12:00'))
const { deps, makeMember, as } = await testApp(() => ({ now: () => clock }))
workOnPlans(deps)

const counter = { lat: -6.16, lng: 106.84 }
const home = { lat: -6.165, lng: 106.845 }
type Order = Partial<z.input<typeof NewDelivery>>
type Place = Partial<z.input<typeof NewPickupPlace>>

/** What a refusal says. */
const problemOf = ({ body }: { body: unknown }) => body as Record<string, unknown>

/** A workspace with one kitchen that takes two orders every ten minutes. */
async function start(place: Place = {}) {
  clock = new Date(at('12:00'))
  const owner = await makeMember()
  const { call } = as(owner)
  const make = dayMaker(deps.db, owner.workspaceId)
  await make.depot()
  const body = {
    name: 'Warung Sari',
    address: 'Jl. Sabang 5',
    location: counter,
    slot_minutes: 10,
    slot_orders: 2,
  } as const
  const { body: kitchen } = await call(api.createPickupPlace, { body: { ...body, preparation_minutes: 20, ...place } })
  const params = { id: kitchen.id }
  const order = (fields: Order = {}, by: TestMember = owner) =>
    as(by).call(createDelivery, {
      body: {
        pickup_place_id: kitchen.id,
        delivery_address: 'Jl. Kebon Sirih 1',
        delivery_location: home,
        scheduled_date: day,
        ...fields,
      },
    })
  const board = async () => (await call(api.getKitchenBoard, { params, query: { day } })).body
  const say = (id: string, change: object, by: TestMember = owner) =>
    as(by).call(api.changePreparation, { params: { id }, body: change })
  const look = async (id: string) => (await call(getDelivery, { params: { id } })).body
  return { owner, call, make, kitchen, params, order, board, say, look }
}

test('an order is ready after its preparation, and has the first slot with room', async () => {
  const { order, board } = await start()
  const { body: first } = await order()
  expect(first).toMatchObject({
    pickup_address: 'Jl. Sabang 5',
    pickup_location: counter,
    pickup_location_source: 'book',
    pickup_name: 'Warung Sari',
    pickup_service_minutes: 3,
    ready_time: '12:20',
    pickup_window_start: '12:20',
    pickup_window_end: '12:30',
  })
  await order()
  expect((await order()).body).toMatchObject({ pickup_window_start: '12:30' })
  expect((await order({ preparation_minutes: 45 })).body).toMatchObject({
    ready_time: '12:45',
    pickup_window_start: '12:50',
  })
  expect((await order({ ready_time: '13:00' })).body).toMatchObject({
    ready_time: '13:00',
    pickup_window_start: '13:00',
  })
  // What is wanted in the evening is not cooked at noon.
  const { body: evening } = await order({ window_start: '19:00', window_end: '20:00' })
  expect(evening.ready_time! > '18:30' && evening.ready_time! < '19:00').toBe(true)
  const shown = await board()
  expect(shown.slots[0]).toEqual({ at: at('12:00'), ends_at: at('12:10'), orders: 0, left: 2 })
  expect(shown.slots[2]).toEqual({ at: at('12:20'), ends_at: at('12:30'), orders: 2, left: 0 })
  expect(shown.orders).toHaveLength(6)
  expect(shown.orders[0]).toMatchObject({ number: first.number, state: 'new', slot_at: at('12:20'), driver_name: null })
})

test('a hundred orders at once never overfill a slot', async () => {
  const { order, board } = await start({ week: { ...usualWeek, mon: { start: '10:00', end: '15:00' } } })
  const replies = await Promise.all(Array.from({ length: 100 }, () => order()))
  const { slots, orders } = await board()
  // From 12:20 to 15:00 there are 16 slots for two orders each.
  expect(orders).toHaveLength(32)
  expect(slots.every(({ orders: count }) => count <= 2)).toBe(true)
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(32)
  const refused = replies.filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['pickup_slots_full']))
}, 60_000)

test('a full slot names the next free one', async () => {
  const { order } = await start()
  // Until 12:30 it could leave; only the slot at 12:20 is early enough.
  const soon = { window_end: '12:32' }
  await order(soon)
  await order(soon)
  const refused = await order(soon)
  expect(refused).toMatchObject({ status: 409, code: 'pickup_slots_full' })
  expect(problemOf(refused)).toMatchObject({
    next_slot_at: at('12:30'),
    detail: 'All slots in time are full. The next free slot of Warung Sari begins at 12:30.',
  })
})

test('what cannot be ready in time is refused with a sentence', async () => {
  const { order } = await start()
  const late = await order({ window_end: '12:15' })
  expect(late).toMatchObject({ status: 422, code: 'preparation_too_late' })
  expect(problemOf(late).detail).toMatch(
    /^It would be ready at 12:20 and takes \d+ minutes to the door: too late for its window\.$/,
  )
  const closed = await order({ ready_time: '23:00' })
  expect(closed).toMatchObject({ status: 422, code: 'pickup_place_closed' })
  expect(problemOf(closed).detail).toBe(
    'Warung Sari is open from 10:00 to 22:00 on 2026-03-16; the order would be ready at 23:00.',
  )
  expect(await order({ kind: 'exchange' })).toMatchObject({ status: 422, code: 'pickup_place_kind' })
  expect(await order({ preparation_minutes: -1 })).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(await order({ preparation_minutes: 1e9 })).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('a closed day has no slots', async () => {
  const { order } = await start({ week: { ...usualWeek, mon: null } })
  expect(problemOf(await order())).toMatchObject({
    code: 'pickup_place_closed',
    detail: 'Warung Sari is closed on 2026-03-16.',
  })
})

test('a pickup address means a place by its name, its address or an alias', async () => {
  const { call, kitchen, params, order } = await start({ aliases: ['Sari Sabang'] })
  for (const pickup_address of ['warung sari', 'Jl. Sabang 5', 'sari sabang', 'Warung Sari, Jl. Sabang 5']) {
    expect((await order({ pickup_place_id: null, pickup_address })).body.pickup_place_id).toBe(kitchen.id)
  }
  const { body: other } = await order({ pickup_place_id: null, pickup_address: 'Pasar Baru' })
  expect(other).toMatchObject({ pickup_place_id: null, pickup_window_start: null })
  // It is called that, too.
  await call(api.changePickupPlace, { params, body: { aliases: ['Pasar Baru'] } })
  expect((await call(getDelivery, { params: { id: other.id } })).body).toMatchObject({
    pickup_place_id: kitchen.id,
    pickup_location: counter,
    ready_time: '12:20',
  })
})

test('a change keeps the slot if it can, and finds another one if it must', async () => {
  const { call, order, look } = await start()
  const { body } = await order()
  const change = (fields: object) => call(changeDelivery, { params: { id: body.id }, body: fields })
  expect((await change({ notes: 'Ring twice' })).body).toMatchObject({ pickup_window_start: '12:20' })
  expect((await change({ preparation_minutes: 60 })).body).toMatchObject({
    ready_time: '13:00',
    pickup_window_start: '13:00',
  })
  expect((await change({ pickup_window_start: '15:05' })).body).toMatchObject({ pickup_window_start: '15:10' })
  expect(await change({ window_end: '12:30' })).toMatchObject({ status: 422, code: 'preparation_too_late' })
  expect((await change({ scheduled_date: '2026-03-17' })).body).toMatchObject({ pickup_window_start: '15:10' })
  // Without the place, it says again what it said itself.
  expect((await change({ pickup_place_id: null })).body).toMatchObject({
    pickup_address: null,
    pickup_location: null,
    ready_time: null,
    pickup_window_start: '15:05',
    pickup_window_end: null,
  })
  expect(await call(api.getPreparation, { params: { id: body.id } })).toMatchObject({ code: 'preparation_not_found' })
  expect((await look(body.id)).pickup_place_id).toBeNull()
})

test('a canceled order gives its slot up, and takes another one when it comes back', async () => {
  const { call, order } = await start()
  const [one] = [(await order()).body, (await order()).body]
  await call(changeDelivery, { params: { id: one!.id }, body: { status: 'cancelled' } })
  expect((await order()).body.pickup_window_start).toBe('12:20')
  const { body: back } = await call(changeDelivery, { params: { id: one!.id }, body: { status: 'pending' } })
  expect(back.pickup_window_start).toBe('12:30')
})

test('a kitchen says how far it is, and each word is in the history', async () => {
  const { call, order, say } = await start()
  const { body } = await order()
  expect((await say(body.id, { state: 'accepted' })).body).toMatchObject({ state: 'accepted', ready_at: at('12:20') })
  clock = new Date(at('12:10'))
  expect((await say(body.id, { more_minutes: 10 })).body).toMatchObject({
    planned_ready_at: at('12:20'),
    ready_at: at('12:30'),
    slot_at: at('12:30'),
  })
  clock = new Date(at('12:28'))
  expect((await say(body.id, { state: 'ready' })).body).toMatchObject({ state: 'ready', made_ready_at: at('12:28') })
  // It was pressed by mistake.
  expect((await say(body.id, { state: 'preparing' })).body).toMatchObject({ made_ready_at: null })
  const { body: history } = await call(listDeliveryEvents, { params: { id: body.id } })
  expect(history.chain_intact).toBe(true)
  const said = history.data.filter(({ kind }) => kind === 'prepared').map(({ detail }) => detail)
  expect(said).toHaveLength(4)
  expect(said[0]).toMatchObject({ preparation_state: { from: 'new', to: 'accepted' } })
  expect(said[1]).toMatchObject({
    preparation_ready_at: { to: at('12:30') },
    ready_time: { from: '12:20', to: '12:30' },
  })
})

test('an order that is accepted late is ready later', async () => {
  const { order, say } = await start()
  const { body } = await order()
  clock = new Date(at('12:15'))
  expect((await say(body.id, { state: 'accepted' })).body).toMatchObject({
    ready_at: at('12:35'),
    slot_at: at('12:40'),
  })
})

test('of two changes at once, the second one has to look again', async () => {
  const { order, say } = await start()
  const { body } = await order()
  const [one, other] = await Promise.all([
    say(body.id, { more_minutes: 10, version: 1 }),
    say(body.id, { more_minutes: 10, version: 1 }),
  ])
  expect([one.code, other.code].filter(Boolean)).toEqual(['preparation_changed'])
  expect((await say(body.id, { more_minutes: 10 })).body.ready_at).toBe(at('12:40'))
})

test('what a kitchen cannot say is refused', async () => {
  const { call, order, say } = await start()
  const { body } = await order()
  expect(await say(body.id, { ready_at: at('11:00') })).toMatchObject({ status: 422, code: 'ready_before_ordered' })
  for (const change of [
    {},
    { state: 'burnt' },
    { more_minutes: 0 },
    { more_minutes: 5, ready_at: at('13:00') },
    { a: 1 },
  ]) {
    expect(await say(body.id, change)).toMatchObject({ status: 400, code: 'validation_failed' })
  }
  await call(changeDelivery, { params: { id: body.id }, body: { status: 'cancelled' } })
  expect(await say(body.id, { state: 'ready' })).toMatchObject({ status: 409, code: 'preparation_over' })
  const stranger = await makeMember()
  expect(await say(body.id, { state: 'ready' }, stranger)).toMatchObject({ status: 404, code: 'delivery_not_found' })
})

test('plans pick up in the slot, and a kitchen that is late times the route again', async () => {
  const { call, make, order, say, board, look } = await start()
  clock = new Date(at('11:00'))
  const { body } = await order({ window_end: '13:30' })
  const budi = await make.driver({ name: 'Budi' }, {})
  const params = await draftPlan(call, [budi])
  const pickupOf = async () => {
    const { routes } = (await call(plans.getPlan, { params })).body
    return routes[0]!.stops.find(({ kind }) => kind === 'pickup')!
  }
  const startsAt = ({ arrival_at, waiting_seconds }: { arrival_at: string; waiting_seconds: number }) =>
    new Date(Date.parse(arrival_at) + waiting_seconds * 1000).toISOString()
  const before = startsAt(await pickupOf())
  expect(before >= at('11:20') && before <= at('11:30')).toBe(true)
  await call(plans.approvePlan, { params })
  await call(plans.dispatchPlan, { params })
  expect((await board()).orders[0]).toMatchObject({ driver_name: 'Budi', arrived_at: null })

  await say(body.id, { more_minutes: 60 })
  expect(await look(body.id)).toMatchObject({ ready_time: '12:20', pickup_window_start: '12:20' })
  const after = startsAt(await pickupOf())
  expect(after >= at('12:20') && after <= at('12:30')).toBe(true)
  // Later than its window: nothing is refused, and the plan says what breaks.
  await say(body.id, { more_minutes: 90 })
  expect(startsAt(await pickupOf()) >= at('13:50')).toBe(true)
  clock = new Date(at('12:30'))
  await estimateDue(deps)
  const { routes } = (await call(listRisks, { params })).body
  expect(routes).toMatchObject([{ driver_name: 'Budi', stops: [{ number: body.number }] }])
})

test('places of a client are of that client alone', async () => {
  const { owner, call, order } = await start()
  const { body: client } = await call(createClient, { body: { name: 'Toko Satu' } })
  const { body: other } = await call(createClient, { body: { name: 'Toko Dua' } })
  const at = { name: 'Toko Satu', address: 'Jl. Sabang 9', location: counter }
  const { body: theirs } = await call(api.createPickupPlace, { body: { ...at, client_id: client.id } })
  const person = await makeMember({ role: 'client', workspaceId: owner.workspaceId, clientId: client.id } as never)
  const { body: list } = await as(person).call(api.listPickupPlaces, {})
  expect(list.data.map(({ name }) => name)).toEqual(['Toko Satu'])
  const { body } = await order({ pickup_place_id: theirs.id }, person)
  expect(body).toMatchObject({ pickup_place_id: theirs.id, client_id: client.id })
  const params = { id: body.id }
  expect((await as(person).call(api.changePreparation, { params, body: { more_minutes: 10 } })).body.version).toBe(2)
  expect((await as(person).call(api.getKitchenBoard, { params: { id: theirs.id } })).body.orders).toHaveLength(1)
  // Neither the workspace's own places nor another client's.
  const { body: ours } = await call(api.listPickupPlaces, {})
  const own = ours.data.find(({ client_id }) => client_id === null)!
  expect(await order({ pickup_place_id: own.id }, person)).toMatchObject({ code: 'pickup_place_not_found' })
  expect(await as(person).call(api.getKitchenBoard, { params: { id: own.id } })).toMatchObject({ status: 404 })
  expect(
    await as(person).call(api.changePickupPlace, { params: { id: theirs.id }, body: { name: 'X' } }),
  ).toMatchObject({
    status: 403,
  })
  expect(await order({ pickup_place_id: theirs.id, client_id: other.id })).toMatchObject({
    code: 'pickup_place_of_other_client',
  })
  expect((await order({ pickup_place_id: null, pickup_address: 'Toko Satu' })).body.pickup_place_id).toBeNull()
})

test('a place with open orders stays, and names are unique and harmless', async () => {
  const { call, params, order, kitchen } = await start()
  const { body } = await order()
  const close = () => call(api.changePickupPlace, { params, body: { active: false } })
  const refused = await close()
  expect(refused).toMatchObject({ status: 409, code: 'pickup_place_has_deliveries' })
  expect(problemOf(refused).detail).toBe('1 order is still to be picked up there.')
  await call(changeDelivery, { params: { id: body.id }, body: { status: 'cancelled' } })
  expect((await close()).body.active).toBe(false)
  expect(await order()).toMatchObject({ status: 409, code: 'pickup_place_inactive' })
  const another = { address: 'Jl. Sabang 6', location: counter }
  expect(await call(api.createPickupPlace, { body: { ...another, name: 'WARUNG SARI' } })).toMatchObject({
    status: 409,
    code: 'duplicate_pickup_place',
  })
  const name = `'; drop table deliveries; -- <script>alert(1)</script> ${'x'.repeat(20)}`
  expect((await call(api.createPickupPlace, { body: { ...another, name } })).body.name).toBe(name)
  for (const bad of [
    { name: '' },
    { name: 'x'.repeat(101) },
    { slot_minutes: 7 },
    { slot_minutes: 10 },
    { week: {} },
  ]) {
    const made = { ...another, name: 'Another', ...bad } as never
    expect(await call(api.createPickupPlace, { body: made })).toMatchObject({ status: 400, code: 'validation_failed' })
  }
  const half = await call(api.changePickupPlace, { params, body: { slot_orders: null } })
  expect(half).toMatchObject({ status: 400, code: 'validation_failed' })
  const stranger = await makeMember()
  expect(await as(stranger).call(api.getPickupPlace, { params })).toMatchObject({ code: 'pickup_place_not_found' })
  const foreign = { pickup_place_id: kitchen.id, delivery_address: 'A', scheduled_date: day }
  expect(await as(stranger).call(createDelivery, { body: foreign })).toMatchObject({ code: 'pickup_place_not_found' })
})

test('an import names places, refuses what has no slot, and changes nothing twice', async () => {
  const { call, board } = await start()
  const row = { delivery_address: 'Jl. Kebon Sirih 1', delivery_location: home, scheduled_date: day }
  const rows = ['A', 'B', 'C'].map((reference) => ({
    ...row,
    reference,
    pickup_place: 'Warung Sari',
    window_end: '12:32',
  }))
  const bring = async () =>
    (
      await call(importDeliveries, {
        body: { deliveries: [...rows, { ...rows[0], reference: 'D', pickup_place: 'No' }] } as never,
      })
    ).body
  const first = await bring()
  expect(first).toMatchObject({ created: 2, outcomes: ['created', 'created', 'refused', 'refused'] })
  expect(first.refused.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('The next free slot of Warung Sari begins at 12:30.'),
    expect.stringContaining('“No”'),
  ])
  expect(await bring()).toMatchObject({ created: 0, unchanged: 2 })
  expect((await board()).orders).toHaveLength(2)
})

test('copies are cooked anew', async () => {
  const { call, order } = await start()
  const { body } = await order()
  const { body: made } = await call(duplicateInBulk, { body: { ids: [body.id], days: [day, '2026-03-17'] } as never })
  const copies = await Promise.all(
    made.created.map(async ({ id }) => (await call(getDelivery, { params: { id } })).body),
  )
  expect(copies.map(({ pickup_window_start: start }) => start).toSorted()).toEqual(['10:20', '12:20'])
})

test('how long drivers waited follows from what was recorded', async () => {
  const { owner, call, params, order, say } = await start()
  const { body } = await order()
  clock = new Date(at('12:26'))
  await say(body.id, { state: 'ready' })
  clock = new Date(at('12:31'))
  await say(body.id, { state: 'picked_up' })
  expect((await call(api.getPickupWaits, { params })).body).toMatchObject({
    orders: 1,
    late_orders: 1,
    late_minutes: 6,
    waited_minutes: null,
    data: [
      { number: body.number, planned_ready_at: at('12:20'), made_ready_at: at('12:26'), picked_up_at: at('12:31') },
    ],
  })
  const stranger = await makeMember()
  expect(await as(stranger).call(api.getPickupWaits, { params })).toMatchObject({ code: 'pickup_place_not_found' })
  expect(await as(owner).call(api.getPickupWaits, { params, query: { days: 0 } as never })).toMatchObject({
    status: 400,
  })
})

test('checkout offers windows for which the kitchen has a slot, and holds it', async () => {
  const { call, make, kitchen, order } = await start({ slot_minutes: 30, slot_orders: 1 })
  await make.driver({ name: 'Budi' }, {})
  const everyDay = [1, 2, 3, 4, 5, 6, 7]
  const window = (start: string, end: string) => ({ weekdays: everyDay, start, end, capacity: null })
  const windows = [
    window('12:00', '12:20'),
    window('13:00', '14:00'),
    window('21:50', '23:00'),
    window('23:00', '23:50'),
  ]
  await call(slots.changeSlotSettings, { body: { is_on: true, windows, cut_off_minutes: 0 } as never })
  clock = new Date(at('11:55'))
  const wish = { delivery_location: home, delivery_address: 'Jl. Kebon Sirih 1', pickup_place_id: kitchen.id }
  const ask = async () => (await call(slots.findSlots, { body: { ...wish, days: 1 } })).body
  const first = await ask()
  expect(first.data.map(({ start }) => start)).toContain('13:00')
  expect(first.unavailable.find(({ start }) => start === '12:00')).toMatchObject({ why: 'not_ready' })
  const at1 = { ...wish, day, start: '13:00', end: '14:00' }
  const { body: held } = await call(slots.holdSlot, { body: at1 })
  // Of the slots at 13:00 and 13:30, one is held.
  const taken = await order({ window_start: '13:00', window_end: '14:00' })
  expect(taken.status).toBe(201)
  expect(await order({ window_start: '13:00', window_end: '14:00' })).toMatchObject({ code: 'pickup_slots_full' })
  expect((await ask()).unavailable.find(({ start }) => start === '13:00')).toMatchObject({ why: 'kitchen_full' })
  expect(await call(slots.holdSlot, { body: at1 })).toMatchObject({ code: 'slot_taken' })
  const { body: booked } = await call(slots.confirmSlot, { params: { id: held.id }, body: {} })
  expect(booked).toMatchObject({ id: held.id, pickup_place_id: kitchen.id, window_start: '13:00' })
  expect([booked, taken.body].map((each) => each.pickup_window_start).toSorted()).toEqual(['13:00', '13:30'])
  expect(await call(slots.findSlots, { body: { ...wish, pickup_place_id: held.id, days: 1 } })).toMatchObject({
    code: 'pickup_place_not_found',
  })
})

test('the driver sees which order to ask for, and whether it is ready', async () => {
  clock = new Date(at('12:00'))
  const { owner, driver, stops } = await dispatchedDay({ makeMember, deps, as }, { stops: 1 })
  const { call } = as(owner)
  const place = { name: 'Warung Sari', address: 'Jl. Sabang 5', location: counter, parking: 'Behind the mosque' }
  const { body: kitchen } = await call(api.createPickupPlace, { body: place })
  const { workspaceId } = owner
  await rig(deps.db, workspaceId, async (trx) => {
    const of = { pickup_place_id: kitchen.id, delivery_id: stops[0]!.delivery_id, workspace_id: workspaceId }
    const times = { ordered_at: clock, planned_ready_at: at('12:20'), ready_at: at('12:30') }
    await sql`update deliveries set pickup_name = 'Ibu Rini' where id = ${of.delivery_id}`.execute(trx)
    await sql`update stops set kind = 'pickup' where id = ${stops[0]!.id}`.execute(trx)
    await trx
      .insertInto('preparations')
      .values({ ...of, ...times, usual_minutes: 20, asked: '{}' as never, derived: '{}' as never })
      .execute()
  })
  const { body } = await as(driver).call(getDriverDay, {})
  expect(body.routes[0]!.stops[0]!.kind).toBe('pickup')
  expect(body.routes[0]!.stops[0]!.delivery).toMatchObject({
    name: 'Warung Sari',
    kitchen: {
      state: 'new',
      ready_at: at('12:30'),
      made_ready_at: null,
      parking: 'Behind the mosque',
      contact_name: 'Ibu Rini',
    },
  })
})

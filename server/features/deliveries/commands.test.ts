import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as api from '#domain/api/deliveries.ts'
import { listEvents } from '#domain/api/events.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'
import { inWorkspace } from '../../db/connect.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { setDeliveryStates } from './commands.ts'
import { rig } from '../../testing/rig.ts'

const { makeMember, as, deps, app } = await testApp()

const day = '2026-03-15'
const delivery = (fields: object = {}) => ({ delivery_address: 'Jl. Thamrin 1', scheduled_date: day, ...fields })

/** Moves deliveries to a state, as planning and drivers do. */
function move(member: TestMember, ids: string[], ...states: DeliveryState[]) {
  return inWorkspace(deps.db, member.workspaceId, async (trx) => {
    for (const to of states) {
      await setDeliveryStates(trx, { ids, to, actor: { ...member, name: 'Planner' }, why: 'test', now: deps.now() })
    }
  })
}

test('a delivery needs an address and a day, and defaults fill the rest', async () => {
  const { call } = as(await makeMember())
  const { status, body } = await call(api.createDelivery, { body: delivery() })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    number: 1,
    source: 'manual',
    status: 'pending',
    reference: null,
    delivery_location: null,
    scheduled_date: day,
    scheduled_time: null,
    window_start: null,
    service_minutes: 5,
    weight_kg: 0,
    priority: 2,
    skills: [],
    driver_id: null,
    driver_name: null,
  })
  expect((await call(api.getDelivery, { params: { id: body.id } })).body).toEqual({ ...body, order: null })
})

test('every field is stored, returned, told and part of the history', async () => {
  const { call } = as(await makeMember())
  const sent = {
    reference: ' ORD-1 ',
    pickup_address: 'Gudang Pusat',
    delivery_address: 'Jl. "Kebon" Sirih\nMenteng',
    delivery_location: { lat: -6.183, lng: 106.827 },
    recipient_name: "=HYPERLINK('x')",
    recipient_phone: '+62 811-0000-001',
    recipient_email: 'a@example.com',
    scheduled_date: day,
    scheduled_time: '2026-03-15T10:30:00+07:00',
    service_minutes: 7.5,
    weight_kg: 1.25,
    volume_l: 33.3,
    priority: 1,
    skills: ['COLD'],
    notes: "Robert'); drop table deliveries;-- <b>東京 🚚</b>",
    kind: 'exchange' as const,
    pickup_location: { lat: -6.1, lng: 1e-7 },
    pickup_window_start: '07:00',
    pickup_service_minutes: 0.1,
    units: 3,
    return_weight_kg: 1e-7,
    parcels: [{ code: 'P-1', weight_kg: 0.3 }, { volume_l: 4 }],
    requirements: ['photo' as const],
    cash_amount: 150_000,
    temperature_min_c: -18.5,
    tags: ['b', 'a'],
    order_reference: 'O-1',
    order_step: 1,
    max_detour_minutes: 2.5,
    worth: 9_000_000,
    latest_date: '2026-03-20',
  }
  const { body } = await call(api.createDelivery, { body: sent })
  expect(body).toMatchObject({
    ...sent,
    reference: 'ORD-1',
    recipient_phone: '+628110000001',
    scheduled_time: '2026-03-15T03:30:00.000Z',
    window_start: '10:00',
    window_end: '11:00',
    skills: ['cold'],
  })
  const { order: _, ...stored } = (await call(api.getDelivery, { params: { id: body.id } })).body
  expect(stored).toEqual(body)
  const { body: told } = await call(listEvents, { query: { types: 'delivery.created' } })
  expect(told.data.map(({ data }) => data)).toEqual([body])
  const { body: history } = await call(api.listDeliveryEvents, { params: { id: body.id } })
  expect(history.chain_intact).toBe(true)
})

test('numbers have no gaps, even with concurrency and failed requests', async () => {
  const { call } = as(await makeMember())
  await call(api.createDelivery, { body: delivery({ reference: 'A' }) })
  const calls = Array.from({ length: 12 }, (_, index) =>
    call(api.createDelivery, { body: delivery({ reference: index % 3 ? null : 'A' }) }),
  )
  const replies = await Promise.all(calls)
  const refused = replies.filter((reply) => reply.status !== 201)
  expect(refused).toHaveLength(4)
  for (const reply of refused) expect(reply).toMatchObject({ status: 409, code: 'duplicate_reference' })
  const numbers = replies.filter((reply) => reply.status === 201).map((reply) => reply.body.number)
  expect(numbers.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
})

test('a new delivery without a location takes the one its address had before', async () => {
  const mine = as(await makeMember())
  const theirs = as(await makeMember())
  const place = { lat: -6.19, lng: 106.82 }
  const newer = { lat: -6.2, lng: 106.83 }
  await mine.call(api.createDelivery, { body: delivery({ delivery_location: place }) })
  const again = await mine.call(api.createDelivery, { body: delivery({ delivery_address: ' jl thamrin  1. ' }) })
  expect(again.body.delivery_location).toEqual(place)
  await mine.call(api.createDelivery, { body: delivery({ delivery_location: newer }) })
  const latest = await mine.call(api.createDelivery, { body: delivery() })
  expect(latest.body.delivery_location).toEqual(newer)
  const other = await mine.call(api.createDelivery, { body: delivery({ delivery_address: 'Jl. Thamrin 11' }) })
  expect(other.body.delivery_location).toBeNull()
  expect((await theirs.call(api.createDelivery, { body: delivery() })).body.delivery_location).toBeNull()
})

test('a change only touches the given fields and is recorded', async () => {
  const member = await makeMember()
  const { call } = as(member)
  const { body: made } = await call(api.createDelivery, { body: delivery({ window_start: '09:00', notes: 'x' }) })
  const change = { window_end: '12:00', notes: 'x', weight_kg: 3 }
  const { body: changed } = await call(api.changeDelivery, { params: { id: made.id }, body: change })
  expect(changed).toEqual({ ...made, window_end: '12:00', weight_kg: 3, updated_at: changed.updated_at, version: 2 })
  await call(api.changeDelivery, { params: { id: made.id }, body: { notes: 'x' } })

  const { body: history } = await call(api.listDeliveryEvents, { params: { id: made.id } })
  expect(history.chain_intact).toBe(true)
  expect(history.data.map((event) => [event.kind, event.actor_name, event.detail])).toEqual([
    ['created', member.email, { source: 'manual' }],
    ['updated', member.email, { window_end: { from: null, to: '12:00' }, weight_kg: { from: 0, to: 3 } }],
  ])
  expect(history.data[0]!.previous_hash).toBeNull()
  expect(history.data[1]!.previous_hash).toBe(history.data[0]!.hash)
})

test('a tampered history is reported', async () => {
  const member = await makeMember()
  const { call } = as(member)
  const { body: made } = await call(api.createDelivery, { body: delivery() })
  await inWorkspace(deps.db, member.workspaceId, (trx) =>
    sql`insert into delivery_events (workspace_id, delivery_id, format, sequence, kind, at, previous_hash, hash)
      select workspace_id, delivery_id, 2, 2, 'updated', now(), hash, 'made up' from delivery_events`.execute(trx),
  )
  const { body } = await call(api.listDeliveryEvents, { params: { id: made.id } })
  expect(body.chain_intact).toBe(false)
  expect(body.data).toHaveLength(2)
})

test('concurrent changes form one chain', async () => {
  const { call } = as(await makeMember())
  const { body: made } = await call(api.createDelivery, { body: delivery() })
  const replies = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((weight_kg) => call(api.changeDelivery, { params: { id: made.id }, body: { weight_kg } })),
  )
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 200])
  const { body } = await call(api.listDeliveryEvents, { params: { id: made.id } })
  expect(body).toMatchObject({ chain_intact: true })
  expect(body.data).toHaveLength(7)
})

test('half a window is checked against the stored half', async () => {
  const { call } = as(await makeMember())
  const { body: made } = await call(api.createDelivery, { body: delivery({ window_start: '09:00' }) })
  const refused = await call(api.changeDelivery, { params: { id: made.id }, body: { window_end: '08:00' } })
  expect(refused).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ path: 'window_end' }] })
})

test('without its route, only what no route depends on may change', async () => {
  const member = await makeMember()
  const { call } = as(member)
  const { body: made } = await call(api.createDelivery, { body: delivery() })
  await move(member, [made.id], 'planned')
  const change = (body: object) => call(api.changeDelivery, { params: { id: made.id }, body })
  const fixed = {
    delivery_address: 'x',
    pickup_address: 'x',
    delivery_location: { lat: 0, lng: 0 },
    scheduled_date: '2026-03-16',
    window_start: '10:00',
    service_minutes: 1,
    weight_kg: 1,
    volume_l: 1,
    priority: 1,
    skills: ['cold'],
    temperature_max_c: 8,
  }
  for (const [field, value] of Object.entries(fixed)) {
    expect(await change({ [field]: value, notes: 'lost' }), field).toMatchObject({
      status: 409,
      code: 'delivery_on_route',
      body: { numbers: [1], fields: [field] },
    })
  }
  const recipient = { recipient_name: 'R', recipient_phone: '+628110000001', recipient_email: 'r@example.com' }
  const free = { notes: 'n', reference: 'R', cash_amount: 100, requirements: ['photo' as const], ...recipient }
  // Sending unchanged values is not a change, so a form may send all fields.
  expect(await change({ ...free, delivery_address: made.delivery_address })).toMatchObject({ status: 200, body: free })
})

test('cancelling and reopening follow the table of states', async () => {
  const member = await makeMember()
  const { call } = as(member)
  const { body: made } = await call(api.createDelivery, { body: delivery() })
  const to = (status: 'pending' | 'cancelled') =>
    call(api.changeDelivery, { params: { id: made.id }, body: { status } })
  expect((await to('cancelled')).body.status).toBe('cancelled')
  expect((await to('cancelled')).status).toBe(200)
  expect((await to('pending')).body.status).toBe('pending')
  await move(member, [made.id], 'planned')
  expect(await to('pending')).toMatchObject({ status: 409, code: 'delivery_on_route' })
  await move(member, [made.id], 'dispatched', 'in_transit', 'delivered')
  expect(await to('cancelled')).toMatchObject({ status: 409, code: 'delivery_state' })

  const { body: history } = await call(api.listDeliveryEvents, { params: { id: made.id } })
  expect(history.chain_intact).toBe(true)
  expect(history.data.slice(1, 4).map((event) => event.detail)).toEqual([
    { from: 'pending', to: 'cancelled' },
    { from: 'cancelled', to: 'pending' },
    { from: 'pending', to: 'planned', why: 'test' },
  ])
})

test('a state change applies to all or none, and sets driver and arrival', async () => {
  const member = await makeMember()
  const { call } = as(member)
  const made = await Promise.all([1, 2].map(() => call(api.createDelivery, { body: delivery() })))
  const ids = made.map((reply) => reply.body.id)
  await move(member, [ids[0]!], 'cancelled')
  await expect(move(member, ids, 'planned')).rejects.toMatchObject({ code: 'delivery_state' })
  expect((await call(api.getDelivery, { params: { id: ids[1]! } })).body.status).toBe('pending')

  const actor = { workspaceId: member.workspaceId, userId: null, name: 'Planner' }
  const { id: driver } = await rig(deps.db, member.workspaceId, async (trx) => {
    const values = { workspace_id: member.workspaceId, name: 'Budi', shift_start: '09:00', shift_end: '17:00' }
    const driver = await trx
      .insertInto('drivers')
      .values({ ...values, phone: null, email: null, skills: [], vehicle_id: null, depot_id: null, active: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    const estimated_arrival = '2026-03-15T03:00:00.000Z'
    const patch = () => ({ driver_id: driver.id, route_id: null, estimated_arrival })
    await setDeliveryStates(trx, { ids: [ids[1]!], to: 'planned', actor, now: deps.now(), patch })
    await setDeliveryStates(trx, { ids: [ids[1]!], to: 'dispatched', actor, now: deps.now() })
    return driver
  })
  const { body: dispatched } = await call(api.getDelivery, { params: { id: ids[1]! } })
  expect(dispatched).toMatchObject({
    status: 'dispatched',
    driver_id: driver,
    driver_name: 'Budi',
    estimated_arrival: '2026-03-15T03:00:00.000Z',
  })
  await move(member, [ids[1]!], 'planned', 'pending')
  expect((await call(api.getDelivery, { params: { id: ids[1]! } })).body).toMatchObject({
    status: 'pending',
    driver_id: null,
    estimated_arrival: null,
  })
})

test('another workspace cannot reach a delivery in any way', async () => {
  const mine = as(await makeMember())
  const theirs = as(await makeMember())
  const { body: made } = await mine.call(api.createDelivery, { body: delivery() })
  const notFound = { status: 404, code: 'delivery_not_found' }
  const params = { id: made.id }
  expect(await theirs.call(api.getDelivery, { params })).toMatchObject(notFound)
  expect(await theirs.call(api.changeDelivery, { params, body: { notes: 'x' } })).toMatchObject(notFound)
  expect(await theirs.call(api.listDeliveryEvents, { params })).toMatchObject(notFound)
  const { body: own } = await theirs.call(api.createDelivery, { body: delivery() })
  expect(own.number).toBe(1)
  expect((await theirs.call(api.listDeliveries)).body.total).toBe(1)
})

test('a viewer may only read, and a driver may do neither', async () => {
  const { workspaceId } = await makeMember()
  const viewer = as(await makeMember({ workspaceId, role: 'viewer' }))
  const driver = as(await makeMember({ workspaceId, role: 'driver' }))
  const notAllowed = { status: 403, code: 'not_allowed' }
  expect((await viewer.call(api.listDeliveries)).status).toBe(200)
  expect(await viewer.call(api.createDelivery, { body: delivery() })).toMatchObject(notAllowed)
  expect(await viewer.call(api.importDeliveries, { body: { deliveries: [delivery()] } })).toMatchObject(notAllowed)
  expect(await driver.call(api.listDeliveries)).toMatchObject(notAllowed)
  expect(await driver.call(api.countDeliveries)).toMatchObject(notAllowed)
  expect(await as(null).call(api.listDeliveries)).toMatchObject({ status: 401, code: 'not_signed_in' })
})

test('bad input is rejected with all paths at once', async () => {
  const { call } = as(await makeMember())
  const bad = {
    delivery_address: '',
    delivery_location: { lat: 91 },
    recipient_phone: 'call me',
    recipient_email: 'x',
    window_start: '48:00',
    service_minutes: '5',
    weight_kg: -3,
    priority: 4,
    skills: [''],
    notes: 'a\u0000b',
    reference: 'half \ud800',
    scheduled_date: '0000-01-01',
  }
  const reply = await call(api.createDelivery, { body: bad as never })
  expect(reply).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(reply.errors!.map((each) => each.path)).toEqual(
    expect.arrayContaining([
      ...Object.keys(bad).filter((field) => field !== 'delivery_location' && field !== 'skills'),
      'delivery_location.lat',
      'delivery_location.lng',
      'skills.0',
    ]),
  )
  for (const body of [[], null, {}, { delivery_address: 'A' }, delivery({ surprise: 1 })]) {
    expect(await call(api.createDelivery, { body: body as never }), JSON.stringify(body)).toMatchObject({ status: 400 })
  }
  expect(await call(api.changeDelivery, { params: { id: 'x' }, body: {} })).toMatchObject({ code: 'validation_failed' })
})

test('a 5 MB body is rejected as too large', async () => {
  const member = await makeMember()
  const reply = await app.inject({
    method: 'POST',
    url: '/v1/deliveries',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(delivery({ notes: 'x'.repeat(5_000_000) })),
  })
  expect(reply.json()).toMatchObject({ status: 413, code: 'too_large' })
})

test('the same Idempotency-Key creates once, even when both calls arrive together', async () => {
  const { call } = as(await makeMember())
  const headers = { 'idempotency-key': 'once' }
  const replies = await Promise.all([1, 2, 3].map(() => call(api.createDelivery, { body: delivery(), headers })))
  expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
  expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201])
  expect((await call(api.listDeliveries)).body.total).toBe(1)
  const other = await call(api.createDelivery, { body: delivery({ notes: 'other' }), headers })
  expect(other).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
})

const box = (code: string | null, weight_kg: number | null = null) => ({ code, weight_kg })

test('parcels are summed unless something else is given, also when they change', async () => {
  const { call } = as(await makeMember())
  const create = async (fields: object) => (await call(api.createDelivery, { body: delivery(fields) as never })).body
  const parcels = [box('A-1', 2.5), { ...box('A-2', 1), length_cm: 20, width_cm: 10, height_cm: 10 }]
  const summed = await create({ parcels })
  expect(summed).toMatchObject({ weight_kg: 3.5, volume_l: 2, units: 2 })
  expect(summed.parcels[0]).toEqual({
    code: 'A-1',
    description: null,
    weight_kg: 2.5,
    volume_l: null,
    length_cm: null,
    width_cm: null,
    height_cm: null,
    place: null,
  })
  expect(await create({ parcels: [box('B-1', 1)], weight_kg: 9 })).toMatchObject({ weight_kg: 9, units: 1 })
  const params = { id: summed.id }
  const { body: more } = await call(api.changeDelivery, {
    params,
    body: { parcels: [...parcels, box('A-3', 4)] as never },
  })
  expect(more).toMatchObject({ weight_kg: 7.5, volume_l: 2, units: 3 })
})

test('a parcel of another open delivery is refused by its code, and free again once that has ended', async () => {
  const { call } = as(await makeMember())
  const parcels = [box(`<b>'1'</b>`)] as never
  const create = (fields: object = {}) => call(api.createDelivery, { body: delivery({ parcels, ...fields }) })
  const { body: first } = await create()
  expect(await create()).toMatchObject({
    status: 409,
    code: 'parcel_code_taken',
    body: { detail: `The parcel “<b>'1'</b>” belongs to delivery ${first.number}, which is still open.` },
  })
  // Its own codes are no obstacle.
  const change = (id: string, body: object) => call(api.changeDelivery, { params: { id }, body })
  expect((await change(first.id, { parcels: [...(parcels as object[]), box('2')] })).status).toBe(200)
  const rows = [
    delivery({ parcels, reference: 'x' }),
    delivery({ parcels: [box('3')] as never }),
    delivery({ parcels: [box('3')] as never }),
  ]
  const { body: file } = await call(api.importDeliveries, { body: { deliveries: rows } })
  expect(file).toMatchObject({ created: 1, refused: [{ index: 0 }, { index: 2 }] })
  expect(file.refused[1]!.reason).toBe('The parcel “3” is in row 2 of this batch, too.')

  await change(first.id, { status: 'cancelled' })
  expect((await create()).status).toBe(201)
  expect(await change(first.id, { status: 'pending' })).toMatchObject({ code: 'parcel_code_taken' })
  // Of another workspace, nobody knows.
  const theirs = as(await makeMember())
  expect((await theirs.call(api.createDelivery, { body: delivery({ parcels }) })).status).toBe(201)
})

test('two deliveries at once cannot both have one parcel', async () => {
  const { call } = as(await makeMember())
  const body = delivery({ parcels: [box('only')] as never })
  const replies = await Promise.all([1, 2, 3].map(() => call(api.createDelivery, { body })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
})

test('an order without a day is in no day’s list, until it gets one', async () => {
  const { call } = as(await makeMember())
  const undated = { delivery_address: 'Jl. Thamrin 1', earliest_date: '2026-03-15', latest_date: '2026-03-20' }
  const { body: made } = await call(api.createDelivery, { body: undated })
  expect(made).toMatchObject({ scheduled_date: null, earliest_date: '2026-03-15', status: 'pending' })
  await call(api.createDelivery, { body: delivery({}) })
  const list = async (query: object) =>
    (await call(api.listDeliveries, { query })).body.data.map(({ scheduled_date }) => scheduled_date)
  expect(await list({ day: 'none' })).toEqual([null])
  expect(await list({ day: '2026-03-15' })).toEqual(['2026-03-15'])
  expect(await list({ date_from: '2000-01-01' })).toEqual(['2026-03-15'])
  expect(await list({ sort: 'scheduled_date', order: 'asc' })).toEqual(['2026-03-15', null])
  expect((await call(api.countDeliveries)).body).toMatchObject({ total: 2, without_day: 1, by_day: [{ total: 1 }] })
  const params = { id: made.id }
  const { body: dated } = await call(api.changeDelivery, { params, body: { scheduled_date: '2026-03-16' } })
  expect(dated.scheduled_date).toBe('2026-03-16')
  const wrong = { earliest_date: '2026-03-21' }
  expect(await call(api.changeDelivery, { params, body: wrong })).toMatchObject({ errors: [{ path: 'latest_date' }] })
})

test('a change of one field is checked against all that it must fit', async () => {
  const { call } = as(await makeMember())
  const body = { ...delivery({}), window_start: '20:00', window_end: '26:30', requirements: ['age'] as never }
  const { body: made } = await call(api.createDelivery, { body })
  expect(made).toMatchObject({ window_end: '26:30', minimum_age: 18 })
  const change = (body: object) => call(api.changeDelivery, { params: { id: made.id }, body })
  expect(await change({ pickup_window_start: '26:30' })).toMatchObject({
    status: 400,
    errors: [{ path: 'pickup_window_start', message: expect.stringContaining('02:30 on the next day') }],
  })
  expect(await change({ order_step: 2 })).toMatchObject({ errors: [{ path: 'order_step' }] })
  expect((await change({ requirements: ['pin'] })).body).toMatchObject({ minimum_age: null })
  expect((await change({ kind: 'exchange', return_units: 2 })).body).toMatchObject({ return_units: 2 })
  expect((await change({ kind: 'return' })).body).toMatchObject({ kind: 'return', return_units: null })
  const { body: history } = await call(api.listDeliveryEvents, { params: { id: made.id } })
  expect(history).toMatchObject({ chain_intact: true })
  expect(history.data.at(-1)!.detail).toMatchObject({ kind: { from: 'exchange', to: 'return' } })
})

test('a file that does not say all of an order keeps the rest', async () => {
  const { call } = as(await makeMember())
  const whole = { reference: 'W', parcels: [box('W-1', 2)] as never, tags: ['fragile'], cash_amount: 5000, worth: 1 }
  const send = async (row: object) =>
    (await call(api.importDeliveries, { body: { source: 'csv', deliveries: [{ ...delivery({}), ...row } as never] } }))
      .body
  await send(whole)
  expect(await send({ reference: 'W', notes: 'Ring' })).toMatchObject({ updated: 1 })
  const { body } = await call(api.listDeliveries)
  expect(body.data).toMatchObject([{ ...whole, parcels: [{ code: 'W-1' }], weight_kg: 2, notes: 'Ring' }])
})

test('an order of several deliveries is created whole, and each knows the others', async () => {
  const { call } = as(await makeMember())
  const stops = [
    { ...delivery({ delivery_address: 'Kantor' }), order_step: 2 },
    { ...delivery({ delivery_address: 'Toko', kind: 'return' as const }), order_step: 1 },
  ]
  const { status, body: made } = await call(api.createOrder, { body: { deliveries: stops } })
  expect([status, made.order_reference]).toEqual([201, `O-${made.data[0]!.number}`])
  const { body: first } = await call(api.getDelivery, { params: { id: made.data[0]!.id } })
  expect(first.order).toMatchObject({
    reference: made.order_reference,
    deliveries: [{ id: made.data[1]!.id, order_step: 1, kind: 'return', delivery_address: 'Toko', status: 'pending' }],
  })
  const { body: alone } = await call(api.createDelivery, { body: delivery({}) })
  expect((await call(api.getDelivery, { params: { id: alone.id } })).body.order).toBe(null)

  // One wrong delivery, and there is none of them.
  const wrong = [stops[0]!, { ...stops[1]!, scheduled_date: '2026-03-16' }]
  expect(await call(api.createOrder, { body: { deliveries: wrong } })).toMatchObject({
    status: 400,
    errors: [{ path: 'deliveries.1.scheduled_date', message: 'All deliveries of an order are on the same day.' }],
  })
  const twice = stops.map((stop) => ({ ...stop, parcels: [box('same')] as never }))
  expect(await call(api.createOrder, { body: { deliveries: twice } })).toMatchObject({ code: 'parcel_code_taken' })
  expect((await call(api.countDeliveries)).body.total).toBe(3)
  const tooMany = Array.from({ length: 21 }, () => stops[0]!)
  expect(await call(api.createOrder, { body: { deliveries: tooMany } })).toMatchObject({ status: 400 })
})

test('an order moves to another day as one, and not while a part of it is on a route', async () => {
  const member = await makeMember()
  const { call } = as(member)
  const order_reference = 'SO-1'
  const { body: made } = await call(api.createOrder, {
    body: { order_reference, deliveries: [1, 2, 3].map(() => delivery({})) },
  })
  const [one, two, three] = made.data.map(({ id }) => id) as [string, string, string]
  const change = (id: string, body: object) => call(api.changeDelivery, { params: { id }, body })
  await change(three, { status: 'cancelled' })
  expect((await change(one, { scheduled_date: '2026-03-16' })).status).toBe(200)
  const days = async () =>
    (await call(api.listDeliveries, { query: { order: 'asc' } })).body.data.map((each) => each.scheduled_date)
  expect(await days()).toEqual(['2026-03-16', '2026-03-16', day])
  const { body: history } = await call(api.listDeliveryEvents, { params: { id: two } })
  expect(history).toMatchObject({ chain_intact: true })
  expect(history.data.at(-1)!.detail).toEqual({ scheduled_date: { from: day, to: '2026-03-16' } })

  await move(member, [two], 'planned')
  expect(await change(one, { scheduled_date: '2026-03-17' })).toMatchObject({ status: 409, code: 'delivery_on_route' })
  expect(await days()).toEqual(['2026-03-16', '2026-03-16', day])
  // Out of the order, it goes where it wants.
  expect((await change(one, { order_reference: null, scheduled_date: '2026-03-17' })).body).toMatchObject({
    order_reference: null,
    scheduled_date: '2026-03-17',
  })
})

test('an order has 20 deliveries at most, cancelled ones not counted', async () => {
  const { call } = as(await makeMember())
  const rows = Array.from({ length: 20 }, () => delivery({}))
  const { body: made } = await call(api.createOrder, { body: { order_reference: 'full', deliveries: rows } })
  const more = () => call(api.createDelivery, { body: delivery({ order_reference: 'full' }) })
  expect(await more()).toMatchObject({ status: 409, code: 'order_too_large' })
  const { body: file } = await call(api.importDeliveries, {
    body: { deliveries: [delivery({ order_reference: 'full' })] },
  })
  expect(file.refused).toMatchObject([{ reason: 'An order has at most 20 deliveries.' }])
  await call(api.changeDelivery, { params: { id: made.data[0]!.id }, body: { status: 'cancelled' } })
  expect((await more()).status).toBe(201)
  // The same reference on another day, or of another workspace, is another order.
  expect(
    (await call(api.createDelivery, { body: delivery({ order_reference: 'full', scheduled_date: '2026-04-01' }) }))
      .status,
  ).toBe(201)
  const theirs = as(await makeMember())
  const { body: other } = await theirs.call(api.createDelivery, { body: delivery({ order_reference: 'full' }) })
  expect((await theirs.call(api.getDelivery, { params: { id: other.id } })).body.order).toEqual({
    reference: 'full',
    deliveries: [],
  })
})

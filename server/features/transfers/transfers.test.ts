import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { listAlerts } from '#domain/api/alerts.ts'
import { createDelivery, getDelivery, listDeliveries, listDeliveryEvents } from '#domain/api/deliveries.ts'
import { createClient } from '#domain/api/clients.ts'
import { changeDepot, createDepot } from '#domain/api/depots.ts'
import { createDriver } from '#domain/api/drivers.ts'
import { listPlanEtas } from '#domain/api/etas.ts'
import { listEvents } from '#domain/api/events.ts'
import { approvePlan, dispatchPlan, getPlan } from '#domain/api/plans.ts'
import * as api from '#domain/api/transfers.ts'
import { createVehicle } from '#domain/api/vehicles.ts'
import { at, day, dayMaker, draftPlan } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'
import { inTransaction, setWorkspace } from '../../db/connect.ts'
import type { Actor } from '../../http/callers/actor.ts'
import type { LabelPaper } from '../../papers/paper.ts'
import { estimateDue } from '../etas/tasks.ts'
import { labelPaper } from '../papers/queries.ts'
import { watchAllTransfers } from '../transfer-drives/tasks.ts'

let now = at('04:00')
beforeEach(() => void (now = at('04:00')))
const { deps, makeMember, as } = await testApp(() => ({ now: () => new Date(now) }))
workOnPlans(deps)

const location = { lat: -6.157, lng: 106.846 }
const places = { West: location, Hub: { lat: -6.23, lng: 106.99 }, East: { lat: -6.3, lng: 107.15 } }

/** A workspace with three depots in a row, of which the first is the default. */
async function start() {
  const member = await makeMember()
  const { call } = as(member)
  const depot = async (name: keyof typeof places) =>
    (await call(createDepot, { body: { name, address: `Gudang ${name}`, location: places[name] } })).body
  const depots = { west: await depot('West'), hub: await depot('Hub'), east: await depot('East') }
  const add = async (fields: object = {}) =>
    (
      await call(createDelivery, {
        body: {
          delivery_address: 'Jl. Merdeka 1',
          delivery_location: places.Hub,
          scheduled_date: day,
          weight_kg: 2,
          ...fields,
        },
      })
    ).body
  const plan = (fields: object = {}) =>
    call(api.createTransfer, {
      body: {
        from_depot_id: depots.west.id,
        to_depot_id: depots.hub.id,
        departs_at: at('05:00'),
        arrives_at: at('07:00'),
        carrier: 'Line haul Ltd',
        ...fields,
      },
    })
  const read = async (id: string) => (await call(getDelivery, { params: { id } })).body
  const alerts = async () =>
    (await call(listAlerts, { query: { limit: 20 } })).body.data.map(({ sentence }) => sentence)
  return { member, call, depots, add, plan, read, alerts }
}

const step = (member: TestMember, id: string) => {
  const { call } = as(member)
  const params = { id }
  return {
    depart: (body: object = {}) => call(api.departTransfer, { params, body }),
    arrive: (body: object = {}) => call(api.arriveTransfer, { params, body }),
    cancel: () => call(api.cancelTransfer, { params }),
    back: () => call(api.takeBackTransfer, { params }),
    change: (body: object, headers: Record<string, string> = {}) => call(api.changeTransfer, { params, body, headers }),
    add: (ids: string[]) => call(api.addToTransfer, { params, body: { delivery_ids: ids } }),
    remove: (ids: string[]) => call(api.removeFromTransfer, { params, body: { delivery_ids: ids } }),
    items: async () => (await call(api.listTransferDeliveries, { params })).body.data,
  }
}

test('a transfer brings goods to the next depot, where its arrival is the earliest time for them', async () => {
  const { member, call, depots, add, plan, read } = await start()
  const one = await add({ parcels: [{ code: 'P-1' }, { code: 'P-2' }] })
  const { body, status } = await plan({ delivery_ids: [one.id], handling_minutes: 15 })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    transfer: { number: 1, state: 'planned', day, deliveries: 1, parcels: 2, weight_kg: 2, ready_at: at('07:15') },
    done: [{ delivery_id: one.id }],
    refused: [],
  })
  const { id } = body.transfer
  const moves = step(member, id)
  // It left from the first depot, and leaves from the second one now.
  expect(await read(one.id)).toMatchObject({
    depot_id: depots.hub.id,
    goods: { state: 'waiting', depot_name: 'West', bound_for_id: depots.hub.id, ready_at: at('07:15') },
  })
  expect(await moves.items()).toMatchObject([{ codes: ['P-1', 'P-2'], parcels: 2, loaded: null, goes_on_to: null }])

  now = at('05:20')
  expect((await moves.depart()).body).toMatchObject({ state: 'departed', expected_at: at('07:20'), loaded: 2 })
  expect((await read(one.id)).goods).toMatchObject({ state: 'between', depot_name: 'Hub', ready_at: at('07:35') })
  now = at('07:10')
  expect((await moves.arrive()).body).toMatchObject({ state: 'arrived', arrived_at: at('07:10'), received: 2 })
  expect((await read(one.id)).goods).toMatchObject({ state: 'at_hub', depot_name: 'Hub', ready_at: at('07:25') })
  const history = (await call(listDeliveryEvents, { params: { id: one.id } })).body
  expect(history).toMatchObject({ chain_intact: true })
  expect(history.data.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['transfer_added', 'transfer_departed', 'transfer_arrived']),
  )
  expect(history.data.find(({ kind }) => kind === 'transfer_arrived')?.detail).toEqual({
    transfer: 1,
    from_depot: 'West',
    to_depot: 'Hub',
    expected_at: at('07:20'),
    parcels: 2,
    of: 2,
  })
  const events = (await call(listEvents, { query: { types: 'transfer.*' } })).body.data.map(({ type }) => type)
  expect(events).toEqual(['transfer.created', 'transfer.departed', 'transfer.arrived'])
})

test('parcels are counted as it leaves and arrives, and what is missing can be found later', async () => {
  const { member, add, plan, read, alerts, depots } = await start()
  const [whole, part, none] = [await add({ parcels: [{}, {}] }), await add({ parcels: [{}, {}, {}] }), await add()]
  const ids = [whole, part, none].map(({ id }) => id)
  const { id } = (await plan({ delivery_ids: ids })).body.transfer
  const moves = step(member, id)
  const count = (of: { id: string }, parcels: number) => ({ delivery_id: of.id, parcels })
  expect(await moves.depart({ loaded: [count(whole, 3)] })).toMatchObject({ code: 'validation_failed' })
  expect(await moves.depart({ loaded: ids.map((delivery_id) => ({ delivery_id, parcels: 0 })) })).toMatchObject({
    code: 'transfer_empty',
  })
  expect(await moves.depart({ loaded: [{ delivery_id: randomUUID(), parcels: 1 }] })).toMatchObject({
    code: 'validation_failed',
  })
  now = at('05:00')
  const { body } = await moves.depart({ loaded: [count(part, 2), count(none, 0)] })
  expect(body).toMatchObject({ deliveries: 2, parcels: 5, loaded: 4 })
  // What stayed behind leaves from where it did.
  expect(await read(none.id)).toMatchObject({ depot_id: depots.west.id, goods: null })
  expect(await alerts()).toEqual(['Parcels of 1 delivery were not on board of transfer 1 from West to Hub.'])
  now = at('07:00')
  await moves.arrive({ received: [count(whole, 0)] })
  expect((await read(whole.id)).goods).toMatchObject({ state: 'missing', ready_at: null })
  expect(await alerts()).toContain('Parcels of 1 delivery were missing at the arrival of transfer 1 from West to Hub.')
  expect((await moves.arrive({ received: [count(whole, 2)] })).body).toMatchObject({ received: 4 })
  expect((await read(whole.id)).goods).toMatchObject({ state: 'at_hub', ready_at: at('07:30') })
})

test('goods pass several depots in order, never in a circle and never before they are there', async () => {
  const { member, add, plan, read, depots } = await start()
  const one = await add({ depot_id: depots.east.id, pickup_address: 'West' })
  const first = (await plan({ delivery_ids: [one.id] })).body
  expect(first.done).toHaveLength(1)
  const onward = { from_depot_id: depots.hub.id, to_depot_id: depots.east.id }
  const early = await plan({ ...onward, departs_at: at('07:10'), arrives_at: at('08:00'), delivery_ids: [one.id] })
  expect(early.body.refused).toMatchObject([
    { code: 'too_early', sentence: 'This transfer leaves before its goods are at Hub.' },
  ])
  const back = await plan({
    from_depot_id: depots.hub.id,
    to_depot_id: depots.west.id,
    departs_at: at('09:00'),
    arrives_at: at('10:00'),
    delivery_ids: [one.id],
  })
  expect(back.body.refused).toMatchObject([{ code: 'loop', sentence: 'It comes from West, and would go back there.' }])
  const second = (await plan({ ...onward, departs_at: at('08:00'), arrives_at: at('09:00'), delivery_ids: [one.id] }))
    .body
  expect(second.done).toHaveLength(1)
  expect((await read(one.id)).goods).toMatchObject({
    depot_name: 'West',
    bound_for_id: depots.east.id,
    ready_at: at('09:30'),
  })
  // Twice at once.
  const twice = await plan({ departs_at: at('06:00'), delivery_ids: [one.id] })
  expect(twice.body.refused).toMatchObject([
    { code: 'on_another_transfer', sentence: 'Another transfer takes it from West to Hub.' },
  ])
  now = at('08:00')
  expect(await step(member, second.transfer.id).depart()).toMatchObject({ code: 'transfer_state' })
  // The first one is so late that the second one cannot be first.
  await step(member, first.transfer.id).change({ expected_at: at('11:00') })
  expect((await read(one.id)).goods).toMatchObject({ ready_at: at('11:30') })
  // Without the first one, the second one has nothing to bring.
  expect((await step(member, first.transfer.id).remove([one.id])).body.done).toHaveLength(1)
  expect(await step(member, second.transfer.id).items()).toEqual([])
  expect(await read(one.id)).toMatchObject({ depot_id: depots.east.id, goods: null })
})

test('what is on a route, elsewhere, a return, deleted or another workspace’s is refused, each with its reason', async () => {
  const { member, add, plan, depots } = await start()
  const stranger = await start()
  const theirs = await stranger.add()
  const make = dayMaker(deps.db, member.workspaceId)
  const done = await make.delivery({ number: 900, status: 'delivered', depot_id: depots.west.id })
  const elsewhere = await add({ depot_id: depots.hub.id })
  const back = await add({ kind: 'return' })
  const picked = await add({ pickup_address: 'Toko Maju' })
  const { body } = await plan({ delivery_ids: [done.id, elsewhere.id, back.id, picked.id, theirs.id, randomUUID()] })
  expect(body).toMatchObject({ done: [] })
  expect(body.refused.map(({ code, sentence }) => [code, sentence])).toEqual([
    ['not_pending', 'It is delivered already.'],
    ['elsewhere', 'Its goods are at Hub, not at West.'],
    ['return', 'A return is collected at its recipient, and is at no depot yet.'],
    ['picked_up_elsewhere', 'It is picked up on the way, and is at no depot yet.'],
    ['not_found', 'That delivery does not exist, or is not yours.'],
    ['not_found', 'That delivery does not exist, or is not yours.'],
  ])
  expect(await step(stranger.member, body.transfer.id).change({ note: 'mine' })).toMatchObject({
    code: 'transfer_not_found',
  })
  expect(await stranger.plan({ from_depot_id: depots.west.id })).toMatchObject({ code: 'depot_not_found' })
  expect(await plan({ vehicle_id: randomUUID() })).toMatchObject({ code: 'vehicle_not_found' })
  expect(await plan({ to_depot_id: depots.west.id })).toMatchObject({ code: 'validation_failed' })
  expect(await plan({ arrives_at: at('04:00') })).toMatchObject({
    errors: [{ path: 'arrives_at', message: 'It would arrive before it leaves.' }],
  })
  expect(await plan({ delivery_ids: Array.from({ length: 501 }, () => randomUUID()) })).toMatchObject({
    code: 'validation_failed',
  })
  const closing = { params: { id: depots.east.id }, body: { active: false } }
  const last = (await plan({ to_depot_id: depots.east.id })).body.transfer
  expect(await as(member).call(changeDepot, closing)).toMatchObject({ code: 'depot_has_transfers' })
  await step(member, last.id).cancel()
  expect((await as(member).call(changeDepot, closing)).status).toBe(200)
  expect(await plan({ to_depot_id: depots.east.id })).toMatchObject({ code: 'depot_inactive' })
})

test('a transfer goes forward step by step, and back', async () => {
  const { member, add, plan, read, depots } = await start()
  const one = await add()
  const { id, version } = (await plan({ delivery_ids: [one.id] })).body.transfer
  const moves = step(member, id)
  expect(await moves.arrive()).toMatchObject({ code: 'transfer_state' })
  expect(await moves.depart({ departed_at: at('09:00') })).toMatchObject({ code: 'validation_failed' })
  // Two people at once: the second one has not seen what the first one did.
  const seen = { 'If-Match': `"${version}"` }
  expect((await moves.change({ note: 'Bay 4' }, seen)).status).toBe(200)
  expect(await moves.change({ note: 'Bay 5' }, seen)).toMatchObject({ status: 412, code: 'version_conflict' })
  await moves.cancel()
  expect(await read(one.id)).toMatchObject({ depot_id: depots.west.id, goods: null })
  expect((await moves.back()).body).toMatchObject({ transfer: { state: 'planned', deliveries: 1 }, refused: [] })
  expect(await read(one.id)).toMatchObject({ depot_id: depots.hub.id, goods: { state: 'waiting' } })
  now = at('05:00')
  await moves.depart()
  expect(await moves.depart()).toMatchObject({ code: 'transfer_state' })
  expect(await moves.cancel()).toMatchObject({ code: 'transfer_state' })
  expect(await moves.add([one.id])).toMatchObject({ code: 'transfer_state' })
  expect(await moves.change({ departs_at: at('05:30') })).toMatchObject({ code: 'transfer_state' })
  expect(await moves.change({ expected_at: at('04:30') })).toMatchObject({ code: 'validation_failed' })
  now = at('06:00')
  expect(await moves.arrive({ arrived_at: at('04:59') })).toMatchObject({
    errors: [{ path: 'arrived_at', message: 'It would arrive before it left.' }],
  })
  await moves.arrive()
  expect(await moves.change({ note: 'late' })).toMatchObject({ code: 'transfer_state' })
  expect((await moves.back()).body.transfer).toMatchObject({ state: 'departed', arrived_at: null, received: null })
  expect((await moves.back()).body.transfer).toMatchObject({ state: 'planned', departed_at: null, loaded: null })
  expect(await moves.back()).toMatchObject({ code: 'transfer_state' })
})

test('plans load goods once they are there, warn while they are not, and late transfers raise an alert for the route', async () => {
  const { member, call, depots, add, plan, alerts } = await start()
  const make = dayMaker(deps.db, member.workspaceId)
  const budi = await make.driver({
    name: 'Budi',
    depot_id: depots.hub.id,
    shift_start: '06:00',
    shift_end: '18:00',
  } as never)
  const one = await add()
  const { id } = (await plan({ delivery_ids: [one.id], handling_minutes: 15 })).body.transfer
  const moves = step(member, id)
  const params = await draftPlan(call, [budi])
  const whole = (await call(getPlan, { params })).body
  const [leaves] = whole.routes[0]!.stops
  expect(Date.parse(leaves!.departure_at)).toBeGreaterThanOrEqual(Date.parse(at('07:15')))
  await call(approvePlan, { params })
  expect(await call(dispatchPlan, { params })).toMatchObject({ code: 'goods_not_arrived' })
  expect((await call(dispatchPlan, { params, query: { despite_goods: 'true' } })).status).toBe(200)
  await moves.change({ expected_at: at('09:00') })
  expect((await alerts())[0]).toMatch(
    /^Transfer 1 from West is late: 1 delivery of Budi’s route can be loaded at Hub at 09:15, not at \d\d:\d\d\.$/,
  )
  // The route cannot begin before, so its arrivals are later too.
  now = at('06:00')
  await estimateDue({ ...deps, report: (error) => expect(error).toBeUndefined() })
  const [eta] = (await call(listPlanEtas, { params })).body.data
  expect(Date.parse(eta!.p50_at)).toBeGreaterThanOrEqual(Date.parse(at('09:15')))
  const open = async () => (await call(listAlerts, { query: { state: 'not_done' } })).body.data.map(({ kind }) => kind)
  expect(await open()).toEqual(expect.arrayContaining(['transfer_late', 'late_expected']))
  await moves.change({ expected_at: at('07:00') })
  expect(await open()).not.toContain('transfer_late')
})

test('a transfer of which nobody says that it left or arrived is told, until somebody does', async () => {
  const { member, call, add, plan } = await start()
  const { id } = (await plan({ delivery_ids: [(await add()).id] })).body.transfer
  const moves = step(member, id)
  const told = async (clock: string) => {
    now = at(clock)
    await watchAllTransfers({ ...deps, report: (error) => expect(error).toBeUndefined() })
    const { body } = await call(listAlerts, { query: { state: 'not_done' } })
    return body.data.filter(({ kind }) => kind === 'transfer_overdue').map(({ sentence }) => sentence)
  }
  expect(await told('05:15')).toEqual([])
  const isToLeave = 'Transfer 1 from West to Hub should have left at 05:00. Nobody said that it did.'
  expect(await told('05:16')).toEqual([isToLeave])
  expect(await told('06:00')).toEqual([isToLeave])
  await moves.depart()
  expect(await told('06:01')).toEqual([])
  // It left an hour late, and so it comes an hour later.
  expect(await told('08:15')).toEqual([])
  expect(await told('08:16')).toEqual([
    'Transfer 1 from West to Hub was expected at 08:00. Nobody said that it arrived.',
  ])
  await moves.change({ expected_at: at('09:00') })
  expect(await told('08:17')).toEqual([])
  await moves.arrive()
  expect(await told('10:00')).toEqual([])
})

test('groups say what is at one depot and has to be at another, with vehicles that have room', async () => {
  const { call, depots, add, plan } = await start()
  await call(createVehicle, { body: { code: 'VAN', capacity_kg: 3 } })
  await call(createVehicle, { body: { code: 'TRUCK', capacity_kg: 900 } })
  const due = [
    await add({ depot_id: depots.east.id, pickup_address: 'West' }),
    await add({ depot_id: depots.east.id, pickup_address: 'West' }),
  ]
  const closer = await add({ depot_id: depots.west.id })
  const groups = async () => (await call(api.listTransferGroups, { query: { day } })).body.data
  expect(await groups()).toMatchObject([
    {
      from_depot_name: 'West',
      to_depot_name: 'East',
      is_suggested: false,
      delivery_ids: due.map(({ id }) => id),
      deliveries: 2,
      parcels: 2,
      weight_kg: 4,
      fits: [{ code: 'TRUCK' }],
    },
    {
      from_depot_name: 'West',
      to_depot_name: 'Hub',
      is_suggested: true,
      delivery_ids: [closer.id],
      fits: [{ code: 'VAN' }, { code: 'TRUCK' }],
    },
  ])
  await plan({ to_depot_id: depots.east.id, delivery_ids: due.map(({ id }) => id) })
  expect((await groups()).map(({ to_depot_name }) => to_depot_name)).toEqual(['Hub'])
})

test('whoever is limited to a depot sends from it and receives at it, and sees nothing of others', async () => {
  const { member, depots, add, plan } = await start()
  const { workspaceId } = member
  const at1 = await makeMember({ workspaceId, role: 'dispatcher', depotIds: [depots.west.id] })
  const at2 = await makeMember({ workspaceId, role: 'dispatcher', depotIds: [depots.hub.id] })
  const at3 = await makeMember({ workspaceId, role: 'dispatcher', depotIds: [depots.east.id] })
  const one = await add()
  const { body } = await as(at1).call(api.createTransfer, {
    body: {
      from_depot_id: depots.west.id,
      to_depot_id: depots.hub.id,
      departs_at: at('05:00'),
      arrives_at: at('07:00'),
      delivery_ids: [one.id],
    },
  })
  const { id } = body.transfer
  expect(body.done).toHaveLength(1)
  // It still lies at their depot.
  expect((await as(at1).call(listDeliveries)).body.data.map((each) => each.id)).toEqual([one.id])
  expect(await step(at2, id).depart()).toMatchObject({ code: 'not_your_depot' })
  expect(await step(at3, id).depart()).toMatchObject({ code: 'transfer_not_found' })
  now = at('05:00')
  expect((await step(at1, id).depart()).status).toBe(200)
  expect((await as(at1).call(listDeliveries)).body.data).toEqual([])
  now = at('07:00')
  expect(await step(at2, id).items()).toHaveLength(1)
  expect((await step(at2, id).arrive()).status).toBe(200)
  expect((await as(at3).call(api.listTransfers)).body).toMatchObject({ data: [], total: 0 })
  // Nothing can be taken from a depot that is somebody else's.
  const other = await plan({ from_depot_id: depots.east.id, to_depot_id: depots.west.id })
  expect((await step(at1, other.body.transfer.id).add([one.id])).code).toBe('not_your_depot')
  const viewer = await makeMember({ workspaceId, role: 'viewer' })
  expect(await step(viewer, id).cancel()).toMatchObject({ code: 'not_allowed' })
  const client = await makeMember({ workspaceId, role: 'client' })
  expect(await as(client).call(api.listTransfers)).toMatchObject({ code: 'not_allowed' })
})

test('transfers of a day are those that are on the way on it, page by page', async () => {
  const { call, plan, depots } = await start()
  await plan({ departs_at: '2026-03-15T16:00:00Z', arrives_at: '2026-03-15T20:00:00Z' })
  await plan()
  await plan({ departs_at: '2026-03-18T16:00:00Z', arrives_at: '2026-03-18T20:00:00Z' })
  const first = (await call(api.listTransfers, { query: { day, limit: 1 } })).body
  expect(first).toMatchObject({ total: 2, data: [{ number: 1, day: '2026-03-15' }] })
  const second = (await call(api.listTransfers, { query: { day, limit: 1, cursor: first.next_cursor! } })).body
  expect(second).toMatchObject({ next_cursor: null, data: [{ number: 2 }] })
  expect((await call(api.listTransfers, { query: { to_depot_id: depots.west.id } })).body.total).toBe(0)
})

test('a driver sees and drives their own transfers, and no others', async () => {
  const { member, call, add, plan, read } = await start()
  const mine = await makeMember({ workspaceId: member.workspaceId, role: 'driver' })
  const { body: budi } = await call(createDriver, { body: { name: 'Budi', user_id: mine.userId } })
  const one = await add()
  const { id } = (await plan({ carrier: null, driver_id: budi.id, delivery_ids: [one.id] })).body.transfer
  const other = (await plan()).body.transfer
  const driving = as(mine).call
  expect((await driving(api.listMyTransfers)).body.data.map((each) => each.id)).toEqual([id])
  expect(await driving(api.departMyTransfer, { params: { id: other.id }, body: {} })).toMatchObject({
    code: 'transfer_not_found',
  })
  now = at('05:00')
  expect((await driving(api.departMyTransfer, { params: { id }, body: {} })).body).toMatchObject({ state: 'departed' })
  const delayed = await driving(api.delayMyTransfer, { params: { id }, body: { expected_at: at('08:00') } })
  expect(delayed.body).toMatchObject({ expected_at: at('08:00') })
  now = at('08:00')
  expect((await driving(api.arriveMyTransfer, { params: { id }, body: {} })).body).toMatchObject({ state: 'arrived' })
  expect((await read(one.id)).goods).toMatchObject({ state: 'at_hub' })
  expect(await driving(api.getTransfer, { params: { id } })).toMatchObject({ code: 'not_allowed' })
  expect(await plan({ driver_id: budi.id })).toMatchObject({ code: 'validation_failed' })
})

test('a client’s people see where their goods are, and print labels with the client as sender', async () => {
  const { member, call, add, plan, depots } = await start()
  const { body: shop } = await call(createClient, { body: { name: 'Toko Maju' } })
  const person = await makeMember({ workspaceId: member.workspaceId, role: 'client', clientId: shop.id })
  const [theirs, ours] = [await add({ client_id: shop.id, parcels: [{}, {}] }), await add()]
  await plan({ to_depot_id: depots.hub.id, delivery_ids: [theirs.id, ours.id] })
  const { call: asClient } = as(person)
  expect((await asClient(getDelivery, { params: { id: theirs.id } })).body.goods).toMatchObject({ depot_name: 'West' })
  expect(await asClient(getDelivery, { params: { id: ours.id } })).toMatchObject({ code: 'delivery_not_found' })
  const { kind, labels } = await inTransaction(deps.db, async (trx) => {
    await setWorkspace(trx, member.workspaceId, { role: 'client', client: shop.id })
    const actor = { workspaceId: member.workspaceId, role: 'client' } as Actor
    return (await labelPaper(trx, actor, { size: 'a6' })) as LabelPaper
  })
  expect(kind).toBe('labels')
  expect(labels.map(({ sender, parcel, code }) => [sender, parcel.slice(0, 6), code])).toEqual([
    ['Toko Maju', '1 of 2', '1-1'],
    ['Toko Maju', '2 of 2', '1-2'],
  ])
})

test('nobody drives two transfers at the same time, unless they leave together', async () => {
  const { call, plan, depots, member } = await start()
  const { id: budi } = (await call(createDriver, { body: { name: 'Budi' } })).body
  const drive = (departs: string, arrives: string, fields: object = {}) =>
    plan({ carrier: null, driver_id: budi, departs_at: at(departs), arrives_at: at(arrives), ...fields })
  const { transfer: first } = (await drive('05:00', '07:00')).body
  const refused = await drive('06:00', '08:00', { from_depot_id: depots.hub.id, to_depot_id: depots.east.id })
  expect(refused).toMatchObject({
    status: 409,
    code: 'driver_on_transfer',
    body: {
      number: first.number,
      detail: expect.stringContaining(`Budi drives transfer ${first.number} from West to Hub then`),
    },
  })
  expect(await drive('05:00', '08:00', { to_depot_id: depots.east.id })).toMatchObject({ status: 201 })
  const { transfer: next } = (await drive('08:00', '09:00', { from_depot_id: depots.east.id })).body
  const change = (id: string, body: object) => call(api.changeTransfer, { params: { id }, body })
  expect(await change(next.id, { departs_at: at('06:30') })).toMatchObject({ code: 'driver_on_transfer' })
  expect(await change(next.id, { note: 'Bay 4' })).toMatchObject({ status: 200 })
  // What is late is told, even if the driver is late for the next one then.
  expect(await change(first.id, { expected_at: at('08:30') })).toMatchObject({ status: 200 })
  const params = { id: next.id }
  await call(api.cancelTransfer, { params })
  expect(await drive('08:30', '10:00', { from_depot_id: depots.hub.id, to_depot_id: depots.west.id })).toMatchObject({
    status: 201,
  })
  expect(await call(api.takeBackTransfer, { params })).toMatchObject({ code: 'driver_on_transfer' })
  const both = await Promise.all(
    ['11:00', '11:30'].map((departs) =>
      as(member).call(api.createTransfer, {
        body: {
          from_depot_id: depots.west.id,
          to_depot_id: depots.hub.id,
          driver_id: budi,
          departs_at: at(departs),
          arrives_at: at('12:00'),
        } as never,
      }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

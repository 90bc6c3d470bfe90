import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeInBulk } from '#domain/api/bulk.ts'
import {
  changeDelivery,
  createDelivery,
  getDelivery,
  importDeliveries,
  listDeliveries,
} from '#domain/api/deliveries.ts'
import { changeDepot, createDepot, getDepot, listDepots } from '#domain/api/depots.ts'
import { createDriver, listDrivers } from '#domain/api/drivers.ts'
import { listEvents } from '#domain/api/events.ts'
import { listMembers } from '#domain/api/members.ts'
import { approvePlan, createPlan, getPlan, listPlans } from '#domain/api/plans.ts'
import { inWorkspace } from '../../db/connect.ts'
import { rig } from '../../testing/rig.ts'
import { testApp } from '../../testing/test-app.ts'
import { readDay } from '../planning/queries.ts'

const { app, as, deps, makeMember } = await testApp()

const day = '2099-03-15'
const location = { lat: -6.2, lng: 106.8 }
const address = { delivery_address: 'Jl. Merdeka 1', scheduled_date: day, delivery_location: location }

/** A workspace with two depots, a delivery of each, and a dispatcher who is limited to the second one. */
async function start() {
  const owner = await makeMember()
  const { workspaceId } = owner
  const { call } = as(owner)
  const depot = async (name: string) => (await call(createDepot, { body: { name, address: 'Gudang', location } })).body
  const early = (await call(createDelivery, { body: { ...address, reference: 'early' } })).body
  const [west, east] = [await depot('West'), await depot('East')]
  const add = async (reference: string, at: string) =>
    (await call(createDelivery, { body: { ...address, reference, depot: at } })).body
  const [inWest, inEast] = [await add('W-1', 'WEST'), await add('E-1', east.id)]
  const limited = await makeMember({ workspaceId, role: 'dispatcher', depotIds: [east.id] })
  const drive = async (name: string, depot_id: string | null) =>
    (await call(createDriver, { body: { name, depot_id } })).body.id
  const drivers = {
    west: await drive('Wira', west.id),
    east: await drive('Eka', east.id),
    any: await drive('Adi', null),
  }
  return { owner, workspaceId, early, west, east, inWest, inEast, limited, drivers }
}

test('a delivery without a depot leaves from the default one, from before there was one, too', async () => {
  const { owner, early, west, inEast, east } = await start()
  const { call } = as(owner)
  expect(early.depot_id).toBeNull()
  // That it has one now is no change of the delivery, and its history still fits.
  expect((await call(getDelivery, { params: { id: early.id } })).body).toMatchObject({ depot_id: west.id, version: 1 })
  const { body: history } = await app
    .inject({ url: `/v1/deliveries/${early.id}/events`, headers: { authorization: `Bearer ${owner.token}` } })
    .then((reply) => ({ body: reply.json() }))
  expect(history.chain_intact).toBe(true)
  expect((await call(createDelivery, { body: address })).body.depot_id).toBe(west.id)
  const total = async (depot_id: string) => (await call(listDeliveries, { query: { depot_id } })).body.total
  expect([await total(west.id), await total(east.id)]).toEqual([3, 1])
  for (const [depot, status, code] of [
    ['Nowhere', 404, 'depot_not_found'],
    ['west', 200, undefined],
  ] as const) {
    const reply = await call(changeDelivery, { params: { id: inEast.id }, body: { depot } })
    expect(reply, depot).toMatchObject({ status, ...(code && { code }) })
  }
})

test('whoever is limited to a depot sees and changes only what belongs to it', async () => {
  const { owner, limited, west, east, inWest, inEast, drivers } = await start()
  const { call } = as(limited)
  expect((await call(listDeliveries)).body.data.map(({ id }) => id)).toEqual([inEast.id])
  expect((await call(listDepots)).body.data.map(({ id }) => id)).toEqual([east.id])
  const seen = (await call(listDrivers)).body.data.map(({ id }) => id).toSorted()
  expect(seen).toEqual([drivers.any, drivers.east].toSorted())
  const missing = { status: 404, code: 'delivery_not_found' }
  expect(await call(getDelivery, { params: { id: inWest.id } })).toMatchObject(missing)
  expect(await call(changeDelivery, { params: { id: inWest.id }, body: { notes: 'x' } })).toMatchObject(missing)
  const bulk = { ids: [inWest.id, inEast.id], change: { priority: 1 } }
  const { body: done } = await call(changeInBulk, { body: bulk })
  expect([done.changed.map(({ id }) => id), done.refused.map(({ code }) => code)]).toEqual([
    [inEast.id],
    ['delivery_not_found'],
  ])

  const refused = { status: 403, code: 'not_your_depot' }
  for (const named of [{ depot: 'West' }, { depot_id: west.id }]) {
    expect(await call(createDelivery, { body: { ...address, ...named } })).toMatchObject(refused)
    expect(await call(changeDelivery, { params: { id: inEast.id }, body: named })).toMatchObject(refused)
    const rows = { deliveries: [{ ...address, ...named }] }
    expect((await call(importDeliveries, { body: rows })).body.refused).toHaveLength(1)
  }
  expect(await call(changeInBulk, { body: { ids: [inEast.id], change: { depot_id: west.id } } })).toMatchObject(refused)
  expect(await call(createDepot, { body: { name: 'North', address: 'A', location } })).toMatchObject(refused)
  const asDefault = { params: { id: east.id }, body: { is_default: true } }
  expect(await call(changeDepot, asDefault)).toMatchObject(refused)
  expect(await call(getDepot, { params: { id: west.id } })).toMatchObject({ status: 404 })
  // New ones leave from there, and others' references are not taken for one's own.
  expect((await call(createDelivery, { body: { ...address, reference: 'E-2' } })).body.depot_id).toBe(east.id)

  const rest = async (path: string) =>
    (await app.inject({ url: `/rest/v1/${path}`, headers: { authorization: `Bearer ${limited.token}` } })).body
  for (const path of ['deliveries', 'delivery_events', 'depots', 'drivers', 'routes', 'stops', 'plans', 'events']) {
    expect(await rest(path), path).not.toMatch(/W-1|West|Wira/)
  }
  expect(await rest('deliveries?select=reference,depots(name)')).toMatch(/E-1.*East/)
  const { data } = (await call(listEvents)).body
  expect(JSON.stringify(data)).not.toMatch(/W-1|West|Wira/)
  expect(data.map(({ type }) => type)).toContain('delivery.created')
  const viewer = await makeMember({ workspaceId: owner.workspaceId, role: 'viewer', depotIds: [east.id] })
  expect((await as(viewer).call(listDeliveries)).body.total).toBe(2)
})

test('a plan of a depot takes its deliveries, and drivers of it or of none', async () => {
  const { owner, limited, workspaceId, west, east, inWest, inEast, early, drivers } = await start()
  const { call } = as(owner)
  const plan = (driver_ids: string[], more: object = {}) => ({ body: { day, driver_ids, ...more } })
  expect(await call(createPlan, plan([drivers.west], { depot: 'East' }))).toMatchObject({
    status: 409,
    code: 'driver_of_other_depot',
    body: { detail: 'Of another depot: Wira.' },
  })
  const of = async (depot_id: string | null) => {
    const wanted = { day, driver_ids: [drivers.any], depot_id }
    const read = await inWorkspace(deps.db, workspaceId, (trx) => readDay(trx, workspaceId, wanted))
    return [read.deliveries.map(({ id }) => id), read.drivers[0]!.depot.name]
  }
  expect(await of(east.id)).toEqual([[inEast.id], 'East'])
  expect(await of(west.id)).toEqual([[early.id, inWest.id], 'West'])
  expect(await of(null)).toEqual([[early.id, inWest.id, inEast.id], 'West'])

  const { body: all } = await call(createPlan, plan([drivers.west, drivers.any]))
  const { body: ours } = await as(limited).call(createPlan, plan([drivers.any]))
  expect([all.depot_id, ours.depot_id]).toEqual([null, east.id])
  expect((await as(limited).call(listPlans)).body.data.map(({ id }) => id)).toEqual([ours.id])
  expect(await as(limited).call(getPlan, { params: { id: all.id } })).toMatchObject({ status: 404 })
  expect(await as(limited).call(createPlan, plan([drivers.any], { depot: 'West' }))).toMatchObject({
    status: 403,
    code: 'not_your_depot',
  })
})

test('a plan is outdated once one of its deliveries leaves from another depot, for whoever looks', async () => {
  const { owner, limited, workspaceId, west, east, inEast, drivers } = await start()
  const plan = await rig(deps.db, workspaceId, async (trx) => {
    const draft = { workspace_id: workspaceId, day, state: 'draft' as const, driver_ids: [], time_limit_seconds: 1 }
    const { id } = await trx
      .insertInto('plans')
      .values({ ...draft, failure: null, depot_id: east.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`with route as (
        insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at, distance_km,
          driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l)
        values (${workspaceId}, ${id}, 0, ${drivers.east}, 'Eka', now(), now(), 0, 0, 0, 0, 0, 0, 0, 0) returning id)
      insert into stops (workspace_id, route_id, position, kind, delivery_id, name, address, lat, lng, arrival_at,
          departure_at, waiting_seconds, service_seconds, distance_km, load_kg, load_l)
        select ${workspaceId}, id, 1, 'delivery', ${inEast.id}, 'A', 'A', 0, 0, now(), now(), 0, 0, 0, 0, 0 from route`.execute(
      trx,
    )
    return id
  })
  expect((await as(limited).call(getPlan, { params: { id: plan } })).body.routes).toHaveLength(1)
  await as(owner).call(changeDelivery, { params: { id: inEast.id }, body: { depot_id: west.id } })
  for (const member of [owner, limited]) {
    expect(await as(member).call(approvePlan, { params: { id: plan } })).toMatchObject({ code: 'plan_outdated' })
  }
})

test('a depot with open deliveries stays active, and a limit outlives its depot', async () => {
  const { owner, limited, west, east, inEast } = await start()
  const { call } = as(owner)
  const deactivate = { params: { id: east.id }, body: { active: false } }
  expect(await call(changeDepot, deactivate)).toMatchObject({
    status: 409,
    code: 'depot_has_deliveries',
    body: { detail: '1 delivery is still to be made from it.', deliveries: 1 },
  })
  const moved = { ids: [inEast.id], change: { depot_id: west.id } }
  expect((await call(changeInBulk, { body: moved })).body.changed).toHaveLength(1)
  // Whoever sees East alone hears that it went.
  const told = (await as(limited).call(listEvents)).body.data.at(-1)
  expect(told).toMatchObject({ subject: { id: inEast.id }, previous: { depot_id: east.id } })
  expect(await call(changeDepot, deactivate)).toMatchObject({ status: 200 })
  const limitedTo = async ({ id }: { id: string }) =>
    (await call(listMembers, { query: { depot_id: id } })).body.data.map(({ user_id }) => user_id)
  expect([await limitedTo(east), await limitedTo(west)]).toEqual([[limited.userId], []])
  expect((await as(limited).call(listDeliveries)).body.total).toBe(0)
  expect(await as(limited).call(createDelivery, { body: address })).toMatchObject({ code: 'not_your_depot' })
  expect(await call(createDelivery, { body: { ...address, depot: 'East' } })).toMatchObject({ code: 'depot_inactive' })
})

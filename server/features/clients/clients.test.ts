import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeInBulk } from '#domain/api/bulk.ts'
import { changeClient, createClient, listClients } from '#domain/api/clients.ts'
import {
  changeDelivery,
  countDeliveries,
  createDelivery,
  getDelivery,
  importDeliveries,
  listDeliveries,
  listDeliveryEvents,
} from '#domain/api/deliveries.ts'
import { createDepot } from '#domain/api/depots.ts'
import { createDriver } from '#domain/api/drivers.ts'
import { listEvents } from '#domain/api/events.ts'
import { getMe } from '#domain/api/workspace.ts'
import { inWorkspace, setWorkspace, type Trx } from '../../db/connect.ts'
import { setDeliveryStates } from '../deliveries/commands.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

const { app, as, deps, makeMember } = await testApp()

const day = '2099-03-15'
const address = { delivery_address: 'Jl. Merdeka 1', scheduled_date: day }

/** A workspace that delivers for two clients, each with a member and a delivery with the reference `R-1`. */
async function start() {
  const owner = await makeMember()
  const { workspaceId } = owner
  const call = as(owner).call
  await call(createDepot, { body: { name: 'West', address: 'Gudang', location: { lat: -6.2, lng: 106.8 } } })
  const { body: driver } = await call(createDriver, { body: { name: 'Budi' } })
  const [one, two] = [
    (await call(createClient, { body: { name: 'Toko Satu', reference: 'C-1' } })).body,
    (await call(createClient, { body: { name: 'Toko Dua' } })).body,
  ]
  const people = {
    one: await makeMember({ workspaceId, role: 'client', clientId: one.id }),
    two: await makeMember({ workspaceId, role: 'client', clientId: two.id }),
  }
  const add = async (member: TestMember, body: object) =>
    (await as(member).call(createDelivery, { body: { ...address, ...body } })).body
  const ofOne = await add(owner, { client: 'toko satu', reference: 'R-1', wanted_driver_id: driver.id })
  const ofTwo = await add(people.two, { reference: 'R-1', recipient_name: 'Secret' })
  const own = await add(owner, { reference: 'R-1' })
  return { owner, workspaceId, driver, one, two, people, ofOne, ofTwo, own, add }
}

const rest = async ({ token }: TestMember, path: string, options: { method?: 'PATCH'; payload?: object } = {}) => {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await app.inject({ url: `/rest/v1/${path}`, headers, ...options })
  return { status: reply.statusCode, text: reply.body }
}

test('a client sees and adds their own deliveries only', async () => {
  const { people, one, ofOne, ofTwo, add, workspaceId } = await start()
  const { call } = as(people.one)
  expect((await call(getMe)).body).toMatchObject({ role: 'client', client: { id: one.id, name: 'Toko Satu' } })
  const added = await add(people.one, {})
  expect(added).toMatchObject({ client_id: one.id, depot_id: ofOne.depot_id, source: 'manual' })

  const { body: list } = await call(listDeliveries)
  expect(list.data.map(({ id }) => id).toSorted()).toEqual([ofOne.id, added.id].toSorted())
  expect(list.total).toBe(2)
  expect((await call(countDeliveries)).body.total).toBe(2)
  expect((await call(listDeliveries, { query: { q: 'secret' } })).body.data).toEqual([])
  for (const endpoint of [getDelivery, listDeliveryEvents]) {
    expect(await call(endpoint as typeof getDelivery, { params: { id: ofTwo.id } })).toMatchObject({
      status: 404,
      code: 'delivery_not_found',
    })
  }
  expect((await call(listDeliveryEvents, { params: { id: added.id } })).body).toMatchObject({ chain_intact: true })
  // Nobody's address is looked up for a client where others' deliveries went.
  const there = { delivery_address: 'Jl. Thamrin 9', delivery_location: { lat: -6.1, lng: 106.8 } }
  await add(people.two, there)
  expect((await add(people.one, { delivery_address: 'Jl. Thamrin 9' })).delivery_location).toBeNull()
  const seen = await inWorkspace(deps.db, workspaceId, async (trx) => {
    await setWorkspace(trx, workspaceId, { role: 'client', person: people.one.userId, client: one.id })
    return Promise.all([rows(trx, 'drivers'), rows(trx, 'depots'), rows(trx, 'clients'), rows(trx, 'members')])
  })
  expect(seen).toEqual([0, 0, 1, 1])
})

const rows = async (trx: Trx, table: 'drivers' | 'depots' | 'clients' | 'members') =>
  (await trx.selectFrom(table).select('workspace_id').execute()).length

test('another client’s delivery cannot be reached through any door', async () => {
  const { people, one, two, ofTwo, own, driver, owner } = await start()
  const { call } = as(people.one)
  const ids = [ofTwo.id, own.id]
  for (const id of ids) {
    expect(await call(changeDelivery, { params: { id }, body: { notes: 'x' } })).toMatchObject({ status: 404 })
  }
  const bulk = { ids, change: { deleted: true as const } }
  expect(await call(changeInBulk, { body: bulk })).toMatchObject({ status: 403, code: 'not_allowed' })
  // The reference of somebody else's delivery is free for one's own.
  const file = {
    deliveries: [
      { ...address, reference: 'R-9' },
      { ...address, reference: 'R-1' },
    ],
  }
  const imported = await call(importDeliveries, { body: { source: 'api', ...file } })
  expect(imported.body).toMatchObject({ created: 2, updated: 0, refused: [] })
  const { data: mine } = (await call(listDeliveries)).body
  expect(mine.map(({ client_id }) => client_id)).toEqual([one.id, one.id, one.id])
  // What is another's does not exist here, and so cannot be named.
  for (const [named, code] of [
    [{ client_id: two.id }, 'client_not_found'],
    [{ client: 'Toko Dua' }, 'client_not_found'],
    [{ depot: 'West' }, 'depot_not_found'],
    [{ wanted_driver_id: driver.id }, 'driver_not_found'],
  ] as const) {
    expect(await call(createDelivery, { body: { ...address, ...named } })).toMatchObject({ status: 404, code })
  }
  const named = { deliveries: [{ ...address, client: 'Toko Dua' }] }
  const refused = (await call(importDeliveries, { body: named })).body.refused
  expect(refused).toMatchObject([{ reason: 'That client does not exist in this workspace: “Toko Dua”.' }])

  for (const path of [
    `deliveries?id=eq.${ofTwo.id}`,
    'deliveries?recipient_name=eq.Secret&select=id,drivers!deliveries_driver_id_fkey(name)',
    'rpc/deliveries_near?lat=-6.1&lng=106.8&km=100',
    `delivery_events?delivery_id=eq.${ofTwo.id}`,
    'events',
    'clients',
    'drivers',
    'plans',
    'depots',
    'addresses',
    'quotas',
    'members',
  ]) {
    const { text } = await rest(people.one, path)
    expect(text, path).not.toMatch(/Secret|Budi|Toko Dua|West/)
  }
  const before = (await as(owner).call(getDelivery, { params: { id: ofTwo.id } })).body
  await rest(people.one, `deliveries?id=eq.${ofTwo.id}`, { method: 'PATCH', payload: { notes: 'x' } })
  expect((await as(owner).call(getDelivery, { params: { id: ofTwo.id } })).body).toEqual(before)
})

test('an idempotency key of another client gives nothing of theirs', async () => {
  const { people, one, two } = await start()
  const sent = { body: { ...address, recipient_name: 'Ani' }, headers: { 'idempotency-key': randomUUID() } }
  const first = await as(people.two).call(createDelivery, sent)
  const second = await as(people.one).call(createDelivery, sent)
  const again = await as(people.one).call(createDelivery, sent)
  expect([first.body.client_id, second.body.client_id]).toEqual([two.id, one.id])
  expect(again.body.id).toBe(second.body.id)
})

test('a client reads the events of their own deliveries, without who drives or who else works there', async () => {
  const { people, ofOne, ofTwo, owner } = await start()
  const { call } = as(people.one)
  const { cursor } = (await call(listEvents, { query: { after: 'now' } })).body
  await as(owner).call(changeDelivery, { params: { id: ofTwo.id }, body: { notes: 'theirs' } })
  const none = (await call(listEvents, { query: { after: cursor } })).body
  // The cursor moves over what others did, so that it need not be looked at again.
  expect(none).toMatchObject({ data: [], has_more: false })
  expect(none.cursor).not.toBe(cursor)

  await as(owner).call(changeDelivery, { params: { id: ofOne.id }, body: { notes: 'mine' } })
  await call(changeDelivery, { params: { id: ofOne.id }, body: { notes: 'mine again' } })
  const { data } = (await call(listEvents, { query: { after: none.cursor } })).body
  expect(data.map(({ subject, actor }) => [subject.id, actor.name])).toEqual([
    [ofOne.id, 'Somebody else'],
    [ofOne.id, people.one.email],
  ])
  expect(JSON.stringify(data)).not.toMatch(/Budi|theirs/)
  const history = (await call(listDeliveryEvents, { params: { id: ofOne.id } })).body
  expect(history.data.map(({ actor_name }) => actor_name)).toEqual(['Somebody else', 'Somebody else', people.one.email])
  expect(JSON.stringify(history)).not.toMatch(/Budi/)
  expect(JSON.stringify((await call(listDeliveries)).body)).not.toMatch(/Budi/)
})

test('a client changes and cancels their own deliveries until they are planned', async () => {
  const { people, ofOne, owner, workspaceId } = await start()
  const { call } = as(people.one)
  const params = { id: ofOne.id }
  expect(await call(changeDelivery, { params, body: { recipient_name: 'Ani' } })).toMatchObject({ status: 200 })
  for (const body of [{ client_id: null }, { depot_id: ofOne.depot_id! }, { wanted_driver_id: null }]) {
    expect(await call(changeDelivery, { params, body })).toMatchObject({ status: 400, code: 'validation_failed' })
  }
  expect(await call(changeDelivery, { params, body: { status: 'cancelled' } })).toMatchObject({ status: 200 })
  expect(await call(changeDelivery, { params, body: { status: 'pending' } })).toMatchObject({ status: 200 })
  const actor = { workspaceId, userId: owner.userId, name: 'Ana' }
  await inWorkspace(deps.db, workspaceId, (trx) =>
    setDeliveryStates(trx, { ids: [ofOne.id], to: 'planned', actor, now: new Date() }),
  )
  for (const body of [{ notes: 'x' }, { status: 'cancelled' as const }]) {
    expect(await call(changeDelivery, { params, body })).toMatchObject({ status: 409, code: 'client_too_late' })
  }
})

test('a delivery that goes to another client is no longer the first one’s', async () => {
  const { people, ofOne, two, owner } = await start()
  const params = { id: ofOne.id }
  expect((await as(owner).call(changeDelivery, { params, body: { client: 'TOKO DUA' } })).code).toBe(
    'duplicate_reference',
  )
  const body = { client: 'TOKO DUA', reference: 'R-2' }
  expect((await as(owner).call(changeDelivery, { params, body })).body.client_id).toBe(two.id)
  expect((await as(people.one).call(listDeliveries)).body.total).toBe(0)
  expect(await as(people.two).call(getDelivery, { params })).toMatchObject({ status: 200 })
  const { data } = (await as(people.one).call(listEvents)).body
  expect(JSON.stringify(data)).not.toMatch(/R-2/)
})

test('a file finds deliveries by reference and client', async () => {
  const { owner, one, ofOne, own } = await start()
  const { call } = as(owner)
  const send = async (row: object) =>
    (await call(importDeliveries, { body: { source: 'csv', deliveries: [{ ...address, ...row }] } })).body
  expect(await send({ reference: 'F-1' })).toMatchObject({ created: 1 })
  // The file now says whose it is.
  expect(await send({ reference: 'F-1', client: 'C-1' })).toMatchObject({ updated: 1 })
  expect(await send({ reference: 'F-1', client: one.id })).toMatchObject({ unchanged: 1 })
  expect(await send({ reference: 'F-1' })).toMatchObject({ unchanged: 1 })
  expect(await send({ reference: 'F-1', client: 'Toko Dua' })).toMatchObject({ created: 1 })
  const several = 'Several clients have a delivery with this reference. Say which client it is.'
  expect((await send({ reference: 'F-1' })).refused).toMatchObject([{ reason: several }])
  expect((await send({ reference: 'F-2', client: 'Nobody' })).refused).toMatchObject([
    { reason: 'That client does not exist in this workspace: “Nobody”.' },
  ])
  const total = async (query: object) => (await call(listDeliveries, { query })).body.total
  expect([await total({ client_id: one.id }), await total({ client_id: 'none' })]).toEqual([2, 1])
  const bulk = { ids: [own.id, ofOne.id], change: { client_id: one.id } }
  const done = (await call(changeInBulk, { body: { ...bulk, ids: [ofOne.id] } })).body
  expect(done.unchanged).toHaveLength(1)
})

test('members of an inactive client see and add nothing', async () => {
  const { owner, people, one } = await start()
  const body = { active: false }
  expect(await as(owner).call(changeClient, { params: { id: one.id }, body })).toMatchObject({ status: 200 })
  expect((await as(people.one).call(listDeliveries)).body.total).toBe(0)
  expect((await as(people.one).call(getMe)).body).toMatchObject({ role: 'client', client: null })
  const told = { status: 409, code: 'own_client_inactive' }
  expect(await as(people.one).call(createDelivery, { body: address })).toMatchObject(told)
  const refused = { status: 409, code: 'client_inactive' }
  expect(await as(owner).call(createDelivery, { body: { ...address, client: 'Toko Satu' } })).toMatchObject(refused)
})

test('names of clients are unique, whatever their case', async () => {
  const { owner, one } = await start()
  const { call } = as(owner)
  expect(await call(createClient, { body: { name: 'toko SATU' } })).toMatchObject({
    status: 409,
    code: 'duplicate_client',
  })
  expect((await call(listClients, { query: { q: 'c-1' } })).body.data.map(({ id }) => id)).toEqual([one.id])
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as api from '#domain/api/deliveries.ts'
import { changeDriver, createDriver } from '#domain/api/drivers.ts'
import { inWorkspace } from '../../db/connect.ts'
import { testApp } from '../../testing/test-app.ts'
import { setDeliveryStates } from './commands.ts'
import { rig } from '../../testing/rig.ts'

const { makeMember, as, deps } = await testApp()

const delivery = (fields: object = {}) => ({
  delivery_address: 'Jl. Thamrin 1',
  scheduled_date: '2026-03-15',
  ...fields,
})

/** A workspace with drivers, the last one inactive. */
async function start() {
  const member = await makeMember()
  const { call } = as(member)
  const drivers = []
  for (const name of ['Budi', 'Sari', 'Gone']) drivers.push((await call(createDriver, { body: { name } })).body)
  const [budi, sari, gone] = drivers as [(typeof drivers)[0], (typeof drivers)[0], (typeof drivers)[0]]
  await call(changeDriver, { params: { id: gone.id }, body: { active: false } })
  return { member, call, budi, sari, gone }
}

test('a wanted driver is stored, returned and listed by name', async () => {
  const { call, budi } = await start()
  const sent = delivery({ wanted_driver_id: budi.id.toUpperCase() })
  const { status, body } = await call(api.createDelivery, { body: sent })
  expect(status).toBe(201)
  expect(body).toMatchObject({ wanted_driver_id: budi.id, wanted_driver_name: 'Budi', driver_id: null })
  expect((await call(api.getDelivery, { params: { id: body.id } })).body).toEqual({ ...body, order: null })
  expect((await call(api.listDeliveries)).body.data).toEqual([body])
  const { body: free } = await call(api.createDelivery, { body: delivery() })
  expect(free).toMatchObject({ wanted_driver_id: null, wanted_driver_name: null })
})

test('the wanted driver can be changed or removed, and the history names them', async () => {
  const { call, budi, sari } = await start()
  const { body: made } = await call(api.createDelivery, { body: delivery({ wanted_driver_id: budi.id }) })
  const change = (body: object) => call(api.changeDelivery, { params: { id: made.id }, body })
  expect((await change({ wanted_driver_id: sari.id })).body).toMatchObject({ wanted_driver_name: 'Sari' })
  expect((await change({ notes: 'x' })).body).toMatchObject({ wanted_driver_id: sari.id })
  expect((await change({ wanted_driver_id: null })).body).toMatchObject({
    wanted_driver_id: null,
    wanted_driver_name: null,
  })

  const { body: history } = await call(api.listDeliveryEvents, { params: { id: made.id } })
  expect(history.chain_intact).toBe(true)
  expect(history.data.map(({ detail }) => detail)).toEqual([
    { source: 'manual' },
    { wanted_driver_id: { from: budi.id, to: sari.id }, wanted_driver_name: { from: 'Budi', to: 'Sari' } },
    { notes: { from: null, to: 'x' } },
    { wanted_driver_id: { from: sari.id, to: null }, wanted_driver_name: { from: 'Sari', to: null } },
  ])
})

test('an unknown, inactive or foreign driver is rejected by name, and nothing is stored', async () => {
  const { call, gone } = await start()
  const theirs = await start()
  const { body: made } = await call(api.createDelivery, { body: delivery() })
  for (const [id, status, code] of [
    [randomUUID(), 404, 'driver_not_found'],
    [theirs.budi.id, 404, 'driver_not_found'],
    [gone.id, 409, 'driver_inactive'],
  ] as const) {
    const refused = { status, code }
    expect(await call(api.createDelivery, { body: delivery({ wanted_driver_id: id }) })).toMatchObject(refused)
    const change = { params: { id: made.id }, body: { wanted_driver_id: id } }
    expect(await call(api.changeDelivery, change)).toMatchObject(refused)
  }
  const notAnId = await call(api.createDelivery, { body: delivery({ wanted_driver_id: 'Budi' }) })
  expect(notAnId).toMatchObject({ code: 'validation_failed', errors: [{ path: 'wanted_driver_id' }] })
  expect((await call(api.listDeliveries)).body).toMatchObject({ total: 1, data: [made] })
})

test('a driver who becomes inactive stays wanted until someone changes that', async () => {
  const { call, budi } = await start()
  const { body: made } = await call(api.createDelivery, { body: delivery({ wanted_driver_id: budi.id }) })
  await call(changeDriver, { params: { id: budi.id }, body: { active: false } })
  const same = { params: { id: made.id }, body: { wanted_driver_id: budi.id, notes: 'x' } }
  expect(await call(api.changeDelivery, same)).toMatchObject({
    status: 200,
    body: { wanted_driver_name: 'Budi', notes: 'x' },
  })
})

test('the wanted driver cannot change on a route', async () => {
  const { member, call, budi } = await start()
  const { body: made } = await call(api.createDelivery, { body: delivery() })
  await inWorkspace(deps.db, member.workspaceId, (trx) =>
    setDeliveryStates(trx, {
      ids: [made.id],
      to: 'planned',
      actor: { ...member, name: 'Planner' },
      now: deps.now(),
    }),
  )
  const refused = await call(api.changeDelivery, { params: { id: made.id }, body: { wanted_driver_id: budi.id } })
  expect(refused).toMatchObject({ code: 'delivery_on_route', body: { fields: ['wanted_driver_id'] } })
})

test('an import may set a wanted driver per row and otherwise keeps the stored one', async () => {
  const { call, budi, sari, gone } = await start()
  const bring = (rows: object[]) =>
    call(api.importDeliveries, { body: { source: 'csv', deliveries: rows.map((row) => delivery(row)) } })
  const first = await bring([
    { reference: 'A', wanted_driver_id: budi.id },
    { reference: 'B', wanted_driver_id: gone.id },
    { reference: 'C', wanted_driver_id: randomUUID() },
    { reference: 'D' },
  ])
  expect(first.body).toMatchObject({
    created: 2,
    refused: [
      { index: 1, reason: 'That driver is inactive. Choose another one, or activate this one first.' },
      { index: 2, reason: 'That driver does not exist in this workspace.' },
    ],
  })
  expect((await bring([{ reference: 'A' }, { reference: 'D' }])).body).toMatchObject({ unchanged: 2, updated: 0 })
  const changes = [
    { reference: 'A', wanted_driver_id: null },
    { reference: 'D', wanted_driver_id: sari.id },
  ]
  expect((await bring(changes)).body).toMatchObject({ updated: 2 })
  const { body: list } = await call(api.listDeliveries, { query: { order: 'asc' } })
  expect(list.data.map(({ wanted_driver_name }) => wanted_driver_name)).toEqual([null, 'Sari'])
})

test('the database keeps wanted drivers within their workspace and clears removed ones', async () => {
  const { member, call, budi } = await start()
  const theirs = await start()
  const { body: made } = await call(api.createDelivery, { body: delivery({ wanted_driver_id: budi.id }) })
  await expect(
    rig(deps.db, member.workspaceId, (trx) =>
      trx.updateTable('deliveries').set({ wanted_driver_id: theirs.budi.id }).where('id', '=', made.id).execute(),
    ),
  ).rejects.toMatchObject({ constraint: 'deliveries_wanted_driver' })
  await rig(deps.db, member.workspaceId, (trx) => trx.deleteFrom('drivers').where('id', '=', budi.id).execute())
  expect((await call(api.getDelivery, { params: { id: made.id } })).body).toMatchObject({
    wanted_driver_id: null,
    wanted_driver_name: null,
  })
})

import { expect, test } from 'vitest'
import { listAlerts } from '#domain/api/alerts.ts'
import { createDriver } from '#domain/api/drivers.ts'
import { listVehicleCosts } from '#domain/api/fleet-costs.ts'
import * as api from '#domain/api/fleet-documents.ts'
import { createFuel } from '#domain/api/fuel.ts'
import { listFleetStates } from '#domain/api/maintenance.ts'
import { readOdometer } from '#domain/api/odometer.ts'
import { changeVehicle, createVehicle } from '#domain/api/vehicles.ts'
import { createWorkOrder } from '#domain/api/work-orders.ts'
import { changeWorkspace } from '#domain/api/workspace.ts'
import { testApp } from '../../testing/test-app.ts'
import { watchFleets } from '../fleet-states/tasks.ts'

let clock = new Date('2026-03-16T03:00:00Z')
const { app, as, deps, makeMember } = await testApp(() => ({ now: () => clock }))

async function start() {
  clock = new Date('2026-03-16T03:00:00Z')
  const owner = await makeMember()
  const { call } = as(owner)
  const vehicle = (await call(createVehicle, { body: { code: 'KA-1', monthly_cost: 31_000 } })).body
  const driver = (await call(createDriver, { body: { name: 'Budi' } })).body
  const alerts = async () => (await call(listAlerts, {})).body.data.map(({ sentence }) => sentence).toSorted()
  return { owner, call, vehicle, driver, alerts }
}

test('documents and licenses are told of before they end, until they are renewed', async () => {
  const { call, vehicle, driver, alerts } = await start()
  const add = (body: object) => call(api.createDocument, { body: body as never })
  const { body: insurance } = await add({
    vehicle_id: vehicle.id,
    kind: 'insurance',
    name: 'Insurance',
    expires_on: '2026-04-01',
  })
  await add({ driver_id: driver.id, kind: 'license', name: 'Driving license', expires_on: '2026-03-15' })
  await add({ vehicle_id: vehicle.id, kind: 'lease', name: 'Lease' })
  await watchFleets({ ...deps, report: (error) => expect(error).toBeUndefined() })
  expect(await alerts()).toEqual(['Budi: Driving license ended on 2026-03-15.', 'KA-1: Insurance ends on 2026-04-01.'])
  expect((await call(listFleetStates, {})).body.data[0]!.due).toMatchObject([{ kind: 'document', state: 'due' }])
  const { body: list } = await call(api.listDocuments, {})
  expect(list.data.map(({ name, due }) => [name, due.state])).toEqual([
    ['Driving license', 'overdue'],
    ['Insurance', 'due'],
    ['Lease', 'ok'],
  ])
  await call(api.changeDocument, { params: { id: insurance.id }, body: { expires_on: '2027-04-01' } })
  await watchFleets({ ...deps, report: (error) => expect(error).toBeUndefined() })
  expect(await alerts()).toEqual(['Budi: Driving license ended on 2026-03-15.'])
})

test('a file has to be in the workspace’s own bucket, and a document is of one vehicle or driver', async () => {
  const { owner, call, vehicle, driver } = await start()
  const body = { vehicle_id: vehicle.id, kind: 'permit' as const, name: 'Permit' }
  const file = { path: `${owner.userId}/permit.pdf`, name: 'permit.pdf' }
  expect(await call(api.createDocument, { body: { ...body, file } })).toMatchObject({ code: 'document_file_missing' })
  const stored = await app.inject({
    method: 'POST',
    url: `/storage/v1/object/documents/${file.path}`,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/pdf' },
    payload: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  expect(stored.statusCode).toBe(200)
  expect((await call(api.createDocument, { body: { ...body, file } })).body).toMatchObject({ file })
  const stranger = as(await makeMember())
  const theirs = (await stranger.call(createVehicle, { body: {} })).body
  expect(await stranger.call(api.createDocument, { body: { ...body, vehicle_id: theirs.id, file } })).toMatchObject({
    code: 'document_file_missing',
  })
  expect(await call(api.createDocument, { body: { ...body, driver_id: driver.id } })).toMatchObject({
    code: 'validation_failed',
  })
  expect(await call(api.createDocument, { body: { ...body, vehicle_id: theirs.id } })).toMatchObject({
    code: 'vehicle_not_found',
  })
})

test('what a vehicle costs is told by currency and kilometer, also after it is gone', async () => {
  const { call, vehicle } = await start()
  clock = new Date('2026-05-01T03:00:00Z')
  const params = { id: vehicle.id }
  await call(createFuel, { params, body: { filled_at: '2026-04-01T00:00:00Z', quantity: 10, unit: 'gal', cost: 5000 } })
  await call(readOdometer, { params, body: { km: 1000, read_at: '2026-04-01T03:00:00Z' } })
  await call(readOdometer, { params, body: { km: 1500, read_at: '2026-04-20T03:00:00Z' } })
  await call(changeWorkspace, { body: { currency: 'JPY' } })
  const order = {
    vehicle_id: vehicle.id,
    title: 'Tires',
    state: 'done' as const,
    done_on: '2026-04-10',
    parts_cost: 800,
  }
  await call(createWorkOrder, { body: order })
  await call(changeVehicle, { params, body: { active: false } })
  const costs = async (from: string, to: string) => (await call(listVehicleCosts, { query: { from, to } })).body.data[0]
  expect(await costs('2026-04-01', '2026-04-30')).toMatchObject({
    distance_km: 500,
    amount: [{ unit: 'l', quantity: 37.9 }],
    costs: [
      { currency: 'JPY', fuel: 0, maintenance: 800, fixed: 31_000, total: 31_800, per_km: 63.6 },
      { currency: 'USD', fuel: 5000, maintenance: 0, fixed: 0, total: 5000, per_km: 10 },
    ],
  })
  // A month with nothing.
  expect(await costs('2026-02-01', '2026-02-28')).toMatchObject({ distance_km: 0, costs: [{ total: 0, per_km: null }] })
  for (const query of [
    { from: '2026-04-02', to: '2026-04-01' },
    { from: '2020-01-01', to: '2026-01-01' },
  ]) {
    expect(await call(listVehicleCosts, { query })).toMatchObject({ code: 'validation_failed' })
  }
})

import { expect, test } from 'vitest'
import { createDriver, getDriver } from '#domain/api/drivers.ts'
import { changeVehicle, createVehicle, getVehicle, listVehicles } from '#domain/api/vehicles.ts'
import { testApp } from '../../testing/test-app.ts'

const { makeMember, as } = await testApp()

test('a vehicle without a code gets the next free one, even when several are created at once', async () => {
  const { call } = as(await makeMember())
  await call(createVehicle, { body: { code: 'KA-1002' } })
  const replies = await Promise.all([1, 2, 3].map(() => call(createVehicle, { body: {} })))
  expect(replies.map((reply) => reply.body.code).sort()).toEqual(['KA-1001', 'KA-1003', 'KA-1004'])
})

test('a vehicle without a code can be created while someone takes the next codes by hand', async () => {
  const { call } = as(await makeMember())
  const codes = [undefined, 'KA-1001', undefined, 'KA-1002', undefined, 'KA-1003']
  const replies = await Promise.all(codes.map((code) => call(createVehicle, { body: { code } })))
  expect(replies.filter((_, index) => !codes[index]).map(({ status }) => status)).toEqual([201, 201, 201])
})

test('a code is unique in a workspace', async () => {
  const mine = as(await makeMember())
  const theirs = as(await makeMember())
  const { body: first } = await mine.call(createVehicle, { body: { code: 'VAN 1' } })
  const { body: second } = await mine.call(createVehicle, { body: { code: 'VAN 2' } })
  const duplicate = { status: 409, code: 'duplicate_code' }
  expect(await mine.call(createVehicle, { body: { code: ' VAN 1 ' } })).toMatchObject(duplicate)
  expect(await mine.call(changeVehicle, { params: { id: second.id }, body: { code: 'VAN 1' } })).toMatchObject(
    duplicate,
  )
  expect((await mine.call(changeVehicle, { params: { id: first.id }, body: { code: 'VAN 1' } })).status).toBe(200)
  expect((await theirs.call(createVehicle, { body: { code: 'VAN 1' } })).status).toBe(201)
})

test('every field is stored and returned, and a change leaves the others alone', async () => {
  const { call } = as(await makeMember())
  const body = {
    code: 'X',
    type: 'truck' as const,
    plate: 'B 1234 XY',
    capacity_kg: 1200.5,
    capacity_l: 9000,
    compartments: [
      {
        name: 'Cold',
        temperature_min_c: 2,
        temperature_max_c: 8,
        capacity_kg: 50,
        capacity_l: null,
        capacity_units: null,
      },
    ],
    cost_per_stop: 180,
    cost_per_parcel: 25,
    skills: ['Cold', 'lift'],
    fuel_level: 62.5,
    last_maintenance_on: '2026-02-28',
    active: true,
  }
  const { body: made } = await call(createVehicle, { body })
  expect(made).toMatchObject({ ...body, skills: ['cold', 'lift'], driver_id: null, driver_name: null })
  const { body: changed } = await call(changeVehicle, { params: { id: made.id }, body: { fuel_level: 10 } })
  expect(changed).toEqual({ ...made, fuel_level: 10, updated_at: changed.updated_at, version: 2 })
})

test('a deactivated vehicle loses its driver and cannot get another', async () => {
  const { call } = as(await makeMember())
  const { body: vehicle } = await call(createVehicle, { body: {} })
  const { body: driver } = await call(createDriver, { body: { name: 'Budi', vehicle_id: vehicle.id } })
  expect((await call(getVehicle, { params: { id: vehicle.id } })).body).toMatchObject({
    driver_id: driver.id,
    driver_name: 'Budi',
  })
  const off = await call(changeVehicle, { params: { id: vehicle.id }, body: { active: false } })
  expect(off.body).toMatchObject({ active: false, driver_id: null })
  expect((await call(getDriver, { params: { id: driver.id } })).body.vehicle_id).toBeNull()
  const refused = await call(createDriver, { body: { name: 'Sari', vehicle_id: vehicle.id } })
  expect(refused).toMatchObject({ status: 404, code: 'vehicle_not_found' })
  expect((await call(listVehicles, { query: { active: 'true' } })).body.total).toBe(0)
})

test('search finds code, plate and driver, and paging goes by code', async () => {
  const { call } = as(await makeMember())
  const { body: first } = await call(createVehicle, { body: { plate: 'B 77_8 A' } })
  await call(createVehicle, { body: { plate: 'B 7788 A' } })
  await call(createDriver, { body: { name: 'Dewi', vehicle_id: first.id } })
  const codes = async (query: { q?: string; limit?: number; cursor?: string }) =>
    (await call(listVehicles, { query })).body.data.map((each) => each.code)
  expect(await codes({ q: 'ka-1002' })).toEqual(['KA-1002'])
  expect(await codes({ q: '77_8' })).toEqual(['KA-1001'])
  expect(await codes({ q: 'DEWI' })).toEqual(['KA-1001'])
  const page = await call(listVehicles, { query: { limit: 1 } })
  expect(await codes({ limit: 1, cursor: page.body.next_cursor! })).toEqual(['KA-1002'])
})

test('another workspace cannot see or change a vehicle', async () => {
  const mine = as(await makeMember())
  const theirs = as(await makeMember())
  const { body: vehicle } = await mine.call(createVehicle, { body: {} })
  const notFound = { status: 404, code: 'vehicle_not_found' }
  expect(await theirs.call(getVehicle, { params: { id: vehicle.id } })).toMatchObject(notFound)
  expect(await theirs.call(changeVehicle, { params: { id: vehicle.id }, body: { active: false } })).toMatchObject(
    notFound,
  )
  expect(await theirs.call(createDriver, { body: { name: 'N', vehicle_id: vehicle.id } })).toMatchObject(notFound)
})

test('bad input is rejected with its paths', async () => {
  const { call } = as(await makeMember())
  const body = { code: '', type: 'rocket', capacity_kg: -1, fuel_level: 101, last_maintenance_on: '0000-01-01' }
  const reply = await call(createVehicle, { body: body as never })
  expect(reply).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(reply.errors!.map((each) => each.path)).toEqual([
    'code',
    'type',
    'capacity_kg',
    'fuel_level',
    'last_maintenance_on',
  ])
})

test.each([
  [[{ name: 'A', temperature_min_c: null, temperature_max_c: null }], 'compartments.0.temperature_min_c'],
  [[{ name: 'A', temperature_min_c: 8, temperature_max_c: 2 }], 'compartments.0.temperature_max_c'],
  [[{ name: '', temperature_min_c: 8, temperature_max_c: null }], 'compartments.0.name'],
  [['a', 'A'].map((name) => ({ name, temperature_min_c: 2, temperature_max_c: 8 })), 'compartments'],
  [
    Array.from({ length: 7 }, (_, at) => ({ name: `${at}`, temperature_min_c: 2, temperature_max_c: 8 })),
    'compartments',
  ],
  ['cold', 'compartments'],
])('compartments that make no sense are refused: %j', async (compartments, path) => {
  const { call } = as(await makeMember())
  const reply = await call(createVehicle, { body: { compartments } as never })
  expect(reply).toMatchObject({ code: 'validation_failed', errors: [{ path }] })
})

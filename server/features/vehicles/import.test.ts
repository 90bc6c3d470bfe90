import { expect, test } from 'vitest'
import { createVehicle, importVehicles, listVehicles } from '#domain/api/vehicles.ts'
import { testApp } from '../../testing/test-app.ts'

const { makeMember, as } = await testApp()

test('new vehicles get the usual values and free codes, known ones change only what the row gives', async () => {
  const { call } = as(await makeMember())
  await call(createVehicle, { body: { code: 'KA-1002', plate: 'B 9102 KRT', type: 'truck', capacity_kg: 800 } })
  const vehicles = [
    { plate: 'B 9101 KRT' },
    {
      code: 'ka-1002',
      capacity_l: 3000,
      compartments: [{ name: 'Cold', temperature_min_c: 2, temperature_max_c: 8 }] as never,
    },
    { plate: 'b9102krt', type: 'van' as const },
    { plate: 'B 9103 KRT', type: 'car' as const },
    { code: 'KA-1003' },
  ]
  const dry = await call(importVehicles, { body: { vehicles, dry_run: true } })
  expect((await call(listVehicles)).body.total).toBe(1)
  const { body } = await call(importVehicles, { body: { vehicles } })
  expect(body).toEqual({ ...dry.body, results: expect.any(Array) })
  expect(body.outcomes).toEqual(['created', 'updated', 'refused', 'created', 'created'])
  expect(body.refused).toEqual([{ index: 2, reason: 'Same plate as row 2 of this batch.' }])
  const all = (await call(listVehicles)).body.data
  expect(all.map((each) => [each.code, each.plate, each.type, each.capacity_kg, each.capacity_l])).toEqual([
    ['KA-1001', 'B 9101 KRT', 'van', null, null],
    ['KA-1002', 'B 9102 KRT', 'truck', 800, 3000],
    ['KA-1003', null, 'van', null, null],
    ['KA-1004', 'B 9103 KRT', 'car', null, null],
  ])
  const again = await call(importVehicles, { body: { vehicles: vehicles.filter((_, at) => at !== 2) } })
  expect(again.body).toMatchObject({ created: 0, updated: 0, unchanged: 4 })
})

test('a plate belongs to one vehicle', async () => {
  const { call } = as(await makeMember())
  await call(createVehicle, { body: { code: 'A', plate: 'B 1' } })
  const vehicles = [
    { code: 'NEW', plate: 'b1' },
    { code: 'C', plate: 'B 3' },
    { code: 'D', plate: 'B-3' },
  ]
  expect((await call(importVehicles, { body: { vehicles } })).body.refused).toEqual([
    { index: 0, reason: 'A already has this plate.' },
    { index: 2, reason: 'C already has this plate.' },
  ])
})

test('vehicles of another workspace are strangers, and a viewer cannot import', async () => {
  const member = await makeMember()
  await as(member).call(createVehicle, { body: { code: 'A', type: 'truck' } })
  const other = as(await makeMember())
  const body = { vehicles: [{ code: 'A', type: 'van' as const }] }
  expect((await other.call(importVehicles, { body })).body.outcomes).toEqual(['created'])
  expect((await as(member).call(listVehicles)).body.data).toMatchObject([{ code: 'A', type: 'truck' }])
  const viewer = as(await makeMember({ workspaceId: member.workspaceId, role: 'viewer' }))
  expect(await viewer.call(importVehicles, { body })).toMatchObject({ status: 403, code: 'not_allowed' })
})

test('rows of wrong types are refused as a whole, and formulas stay text', async () => {
  const { call } = as(await makeMember())
  const bad = [
    { code: 'A', type: 'rocket' },
    { capacity_kg: 5 },
    { code: 'x'.repeat(21) },
    { code: 'D', fuel_level: '5' },
  ]
  const reply = await call(importVehicles, { body: { vehicles: bad, all_or_nothing: true } as never })
  expect(reply.errors!.map(({ path }) => path)).toEqual([
    'vehicles.0.type',
    'vehicles.1.code',
    'vehicles.2.code',
    'vehicles.3.fuel_level',
  ])
  expect((await call(importVehicles, { body: { vehicles: [{ code: '=1+1' }] } })).body.created).toBe(1)
  expect((await call(listVehicles)).body.data[0]!.code).toBe('=1+1')
})

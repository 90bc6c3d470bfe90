import { expect, test } from 'vitest'
import { createDepot } from '#domain/api/depots.ts'
import { changeDriver, createDriver, importDrivers, listDrivers } from '#domain/api/drivers.ts'
import { createVehicle } from '#domain/api/vehicles.ts'
import { sayNextDay } from '#domain/time.ts'
import { testApp } from '../../testing/test-app.ts'

const { makeMember, as } = await testApp()

type Caller = ReturnType<typeof as>
const crew = async ({ call }: Caller) => (await call(listDrivers, { query: { limit: 200 } })).body.data

test('new drivers get the usual values, known ones change only what the row gives', async () => {
  const member = as(await makeMember())
  const { call } = member
  await call(createVehicle, { body: { code: 'KA-1001', plate: 'B 9101 KRT' } })
  await call(createDepot, { body: { name: 'Gudang Pusat', address: 'A', location: { lat: -6, lng: 106 } } })
  const drivers = [
    { name: 'Budi', email: 'budi@example.com', vehicle: 'b9101krt', depot: 'GUDANG pusat', skills: ['cold'] },
    { name: 'Sari', phone: '+62 811 0009 002', shift_start: '07:00' },
  ]
  const first = await call(importDrivers, { body: { drivers } })
  expect(first).toMatchObject({ status: 200, body: { created: 2, outcomes: ['created', 'created'], refused: [] } })
  expect((await call(importDrivers, { body: { drivers } })).body).toMatchObject({ created: 0, unchanged: 2 })
  const again = [
    { name: 'Budi Santoso', email: 'BUDI@example.com', phone: '+628110009001' },
    { name: 'sari', shift_end: '15:00', vehicle: null },
    { name: 'Agus' },
  ]
  const second = await call(importDrivers, { body: { drivers: again } })
  expect(second.body.outcomes).toEqual(['updated', 'updated', 'created'])
  expect(await crew(member)).toMatchObject([
    { name: 'Agus', phone: null, shift_start: '09:00', shift_end: '17:00', skills: [], active: true },
    {
      name: 'Budi Santoso',
      email: 'budi@example.com',
      phone: '+628110009001',
      vehicle_code: 'KA-1001',
      skills: ['cold'],
    },
    { name: 'Sari', phone: '+628110009002', shift_start: '07:00', shift_end: '15:00' },
  ])
})

test('a dry run says the same as the import, and changes nothing', async () => {
  const member = as(await makeMember())
  await member.call(createDriver, { body: { name: 'Budi' } })
  const drivers = [{ name: 'budi', phone: '+628110009001' }, { name: 'Sari' }, { name: 'Rina', vehicle: 'X' }]
  const dry = await member.call(importDrivers, { body: { drivers, dry_run: true } })
  expect(dry.body.outcomes).toEqual(['updated', 'created', 'refused'])
  expect(await crew(member)).toMatchObject([{ name: 'Budi', phone: null }])
  expect((await member.call(importDrivers, { body: { drivers } })).body).toEqual({
    ...dry.body,
    results: expect.any(Array),
  })
})

test('vehicles and depots that are unknown, inactive or ambiguous are refused, each with the reason', async () => {
  const { call } = as(await makeMember())
  await call(createVehicle, { body: { code: 'OLD', active: false } })
  await call(createVehicle, { body: { code: 'A', plate: 'B 1' } })
  await call(createVehicle, { body: { code: 'B', plate: 'b-1' } })
  const drivers = [
    { name: 'One', vehicle: 'OLD' },
    { name: 'Two', vehicle: 'KA-9' },
    { name: 'Three', vehicle: 'B1' },
    { name: 'Four', depot: 'Nowhere' },
    { name: 'Five', shift_start: '18:00' },
    { name: 'Six' },
    { name: 'SIX' },
  ]
  const { body } = await call(importDrivers, { body: { drivers } })
  expect(body.created).toBe(1)
  expect(body.refused).toEqual([
    { index: 0, reason: 'Vehicle OLD is not active.' },
    { index: 1, reason: 'No vehicle has the code or plate “KA-9”. Add it first, or leave the cell empty.' },
    { index: 2, reason: 'Several vehicles have the code or plate “B1”.' },
    { index: 3, reason: 'No depot has the name “Nowhere”. Add it first, or leave the cell empty.' },
    { index: 4, reason: `The shift ends before it starts. ${sayNextDay}` },
    { index: 6, reason: 'Same name as row 6 of this batch.' },
  ])
})

test('drivers may swap vehicles, but not take one that somebody keeps', async () => {
  const member = as(await makeMember())
  const { call } = member
  for (const code of ['A', 'B', 'C']) await call(createVehicle, { body: { code } })
  const drivers = [
    { name: 'Ani', vehicle: 'A' },
    { name: 'Budi', vehicle: 'B' },
    { name: 'Citra', vehicle: 'C' },
  ]
  await call(importDrivers, { body: { drivers } })
  const swapped = [
    { name: 'Ani', vehicle: 'B' },
    { name: 'Budi', vehicle: 'A' },
    { name: 'Dewi', vehicle: 'C' },
  ]
  const { body } = await call(importDrivers, { body: { drivers: swapped } })
  expect(body.outcomes).toEqual(['updated', 'updated', 'refused'])
  expect(body.refused).toEqual([{ index: 2, reason: 'Vehicle C belongs to Citra. Free it first.' }])
  expect((await crew(member)).map((each) => [each.name, each.vehicle_code])).toEqual([
    ['Ani', 'B'],
    ['Budi', 'A'],
    ['Citra', 'C'],
  ])
})

test('a refused driver keeps the vehicle, which then refuses the row that wanted it', async () => {
  const { call } = as(await makeMember())
  for (const code of ['A', 'B', 'C']) await call(createVehicle, { body: { code } })
  const drivers = [
    { name: 'Ani', vehicle: 'A' },
    { name: 'Budi', vehicle: 'B' },
    { name: 'Citra', vehicle: 'C' },
  ]
  await call(importDrivers, { body: { drivers } })
  const chain = [
    { name: 'Eka', vehicle: 'A' },
    { name: 'Ani', vehicle: 'B' },
    { name: 'Budi', vehicle: 'C' },
  ]
  const { body } = await call(importDrivers, { body: { drivers: chain } })
  expect(body.outcomes).toEqual(['refused', 'refused', 'refused'])
})

test('an inactive driver stays inactive and holds no vehicle', async () => {
  const member = as(await makeMember())
  const { call } = member
  await call(createVehicle, { body: { code: 'A' } })
  const { body: budi } = await call(createDriver, { body: { name: 'Budi' } })
  await call(changeDriver, { params: { id: budi.id }, body: { active: false } })
  const drivers = [
    { name: 'Budi', vehicle: 'A' },
    { name: 'Sari', vehicle: 'A' },
  ]
  expect((await call(importDrivers, { body: { drivers } })).body.outcomes).toEqual(['updated', 'created'])
  expect(await crew(member)).toMatchObject([
    { name: 'Budi', active: false },
    { name: 'Sari', active: true, vehicle_code: 'A' },
  ])
})

test('drivers, vehicles and depots of another workspace are strangers', async () => {
  const other = as(await makeMember())
  await other.call(createVehicle, { body: { code: 'A' } })
  await other.call(createDriver, { body: { name: 'Budi', email: 'budi@example.com' } })
  const { call } = as(await makeMember())
  const drivers = [
    { name: 'Budi', email: 'budi@example.com' },
    { name: 'Sari', vehicle: 'A' },
  ]
  expect((await call(importDrivers, { body: { drivers } })).body.outcomes).toEqual(['created', 'refused'])
  expect((await crew(other)).map(({ name }) => name)).toEqual(['Budi'])
})

test('hostile rows are refused as a whole with row and field, or stored as text', async () => {
  const member = as(await makeMember())
  const { call } = member
  const bad = { drivers: [{ name: 'A', phone: 'call me' }, { name: '' }, { name: 'C', is_admin: true }] }
  const reply = await call(importDrivers, { body: { ...bad, all_or_nothing: true } as never })
  expect(reply).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(reply.errors!.map(({ path }) => path)).toEqual(['drivers.0.phone', 'drivers.1.name', 'drivers.2'])
  for (const drivers of [[], {}, 'x', null, Array.from({ length: 501 }, (_, at) => ({ name: `D${at}` }))]) {
    expect(await call(importDrivers, { body: { drivers } as never })).toMatchObject({ status: 400 })
  }
  const names = ['=HYPERLINK("x")', "'; drop table drivers; --", '<b>x</b>', '__proto__', '東京 🚚']
  const texts = names.map((name) => ({ name, skills: [name.slice(0, 40)] }))
  expect((await call(importDrivers, { body: { drivers: texts } })).body.created).toBe(names.length)
  expect((await crew(member)).map(({ name }) => name).sort()).toEqual(names.toSorted())
})

test('two imports at once leave each driver once, and 500 rows are one batch', async () => {
  const member = as(await makeMember())
  const drivers = Array.from({ length: 500 }, (_, at) => ({ name: `Driver ${at}`, email: `d${at}@example.com` }))
  const replies = await Promise.all([
    member.call(importDrivers, { body: { drivers } }),
    member.call(importDrivers, { body: { drivers: drivers.toReversed() } }),
  ])
  expect(replies.map(({ body }) => body.created).sort()).toEqual([0, 500])
  expect((await member.call(listDrivers)).body.total).toBe(500)
})

test('a viewer cannot import drivers', async () => {
  const { workspaceId } = await makeMember()
  const viewer = as(await makeMember({ workspaceId, role: 'viewer' }))
  const reply = await viewer.call(importDrivers, { body: { drivers: [{ name: 'Budi' }], dry_run: true } })
  expect(reply).toMatchObject({ status: 403, code: 'not_allowed' })
})

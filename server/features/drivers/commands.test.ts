import { expect, test } from 'vitest'
import { createDepot } from '#domain/api/depots.ts'
import { changeDriver, createDriver, getDriver, listDrivers } from '#domain/api/drivers.ts'
import { createVehicle } from '#domain/api/vehicles.ts'
import { testApp } from '../../testing/test-app.ts'
import { rig } from '../../testing/rig.ts'
import { inAuthScope } from '../../db/connect.ts'
import { leaveWorkspaces } from '../account/commands.ts'

const { makeMember, as, deps } = await testApp()

test("a new driver works the workspace's day by default", async () => {
  const member = await makeMember()
  const { call } = as(member)
  const { body: usual } = await call(createDriver, { body: { name: '  Budi Santoso ' } })
  expect(usual).toMatchObject({
    name: 'Budi Santoso',
    phone: null,
    email: null,
    shift_start: '09:00',
    shift_end: '17:00',
    skills: [],
    vehicle_id: null,
    vehicle_code: null,
    depot_id: null,
    active: true,
    user_id: null,
  })
  await rig(deps.db, member.workspaceId, (trx) =>
    trx.updateTable('workspaces').set({ start_time: '07:00', end_time: '15:00' }).execute(),
  )
  const { body: early } = await call(createDriver, { body: { name: 'Sari' } })
  expect(early).toMatchObject({ shift_start: '07:00', shift_end: '15:00' })
  const { body: own } = await call(createDriver, { body: { name: 'Agus', shift_end: '12:00' } })
  expect(own).toMatchObject({ shift_start: '07:00', shift_end: '12:00' })
  const clash = await call(createDriver, { body: { name: 'Rina', shift_start: '16:00' } })
  expect(clash).toMatchObject({ status: 400, errors: [{ path: 'shift_end' }] })
})

test('phone numbers are stored in one form', async () => {
  const { call } = as(await makeMember())
  const { body } = await call(createDriver, { body: { name: 'N', phone: '0062 (811) 000-0001' } })
  expect(body.phone).toBe('+628110000001')
})

test('an active vehicle has one active driver', async () => {
  const { call } = as(await makeMember())
  const { body: vehicle } = await call(createVehicle, { body: {} })
  const { body: budi } = await call(createDriver, { body: { name: 'Budi', vehicle_id: vehicle.id } })
  expect(budi.vehicle_code).toBe('KA-1001')
  const taken = { status: 409, code: 'vehicle_taken' }
  expect(await call(createDriver, { body: { name: 'Sari', vehicle_id: vehicle.id } })).toMatchObject(taken)

  const { body: sari } = await call(createDriver, { body: { name: 'Sari' } })
  const take = { params: { id: sari.id }, body: { vehicle_id: vehicle.id } }
  expect(await call(changeDriver, take)).toMatchObject(taken)
  await call(changeDriver, { params: { id: budi.id }, body: { active: false } })
  expect((await call(changeDriver, take)).body.vehicle_code).toBe('KA-1001')
  expect(await call(changeDriver, { params: { id: budi.id }, body: { active: true } })).toMatchObject(taken)
  const back = await call(changeDriver, { params: { id: budi.id }, body: { active: true, vehicle_id: null } })
  expect(back.body).toMatchObject({ active: true, vehicle_id: null })
})

test('a driver may be one member of the workspace, until that member leaves', async () => {
  const owner = await makeMember()
  const { call } = as(owner)
  const { workspaceId } = owner
  const member = await makeMember({ workspaceId, role: 'driver' })
  const { body: budi } = await call(createDriver, { body: { name: 'Budi', user_id: member.userId } })
  expect(budi.user_id).toBe(member.userId)
  const twice = await call(createDriver, { body: { name: 'Sari', user_id: member.userId } })
  expect(twice).toMatchObject({ status: 409, code: 'member_taken' })
  const { body: sari } = await call(createDriver, { body: { name: 'Sari' } })
  const change = (user_id: string) => call(changeDriver, { params: { id: sari.id }, body: { user_id } })
  expect(await change(member.userId)).toMatchObject({ status: 409, code: 'member_taken' })
  expect(await change((await makeMember()).userId)).toMatchObject({ status: 404, code: 'member_not_found' })
  await inAuthScope(deps.db, (trx) => leaveWorkspaces(trx, member.userId, deps.now()))
  expect((await call(getDriver, { params: { id: budi.id } })).body.user_id).toBeNull()
})

test('half a shift is checked against the stored half', async () => {
  const { call } = as(await makeMember())
  const { body } = await call(createDriver, { body: { name: 'N' } })
  const refused = await call(changeDriver, { params: { id: body.id }, body: { shift_start: '18:00' } })
  expect(refused).toMatchObject({ status: 400, errors: [{ path: 'shift_end' }] })
})

test('overtime is stored, told apart from none, and refused where it falls', async () => {
  const { call } = as(await makeMember())
  const overtime = [
    { minutes: 120, percent: 150 },
    { minutes: 60, percent: 200 },
  ]
  const { body: made } = await call(createDriver, { body: { name: 'Budi', overtime } })
  expect(made.overtime).toEqual(overtime)
  const change = async (value: typeof overtime | null) =>
    call(changeDriver, { params: { id: made.id }, body: { overtime: value } })
  expect((await change([])).body.overtime).toEqual([])
  expect((await change(null)).body.overtime).toBeNull()
  expect(await change(overtime.toReversed())).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(await change([{ minutes: 1e9, percent: 150 }])).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('search, filters and paging by name ignore case', async () => {
  const { call } = as(await makeMember())
  const names = ['eka', 'Adi', 'bayu', 'Citra', 'Dian', 'Adi']
  for (const name of names) await call(createDriver, { body: { name } })
  await call(createDriver, { body: { name: 'Zul', active: false } })

  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query: { limit: number; active: 'true'; cursor?: string } = {
      limit: 2,
      active: 'true',
      ...(cursor && { cursor }),
    }
    const { body } = await call(listDrivers, { query })
    expect(body.total).toBe(6)
    seen.push(...body.data.map((each) => each.name))
    cursor = body.next_cursor
  } while (cursor)
  expect(seen).toEqual(['Adi', 'Adi', 'bayu', 'Citra', 'Dian', 'eka'])
  expect((await call(listDrivers, { query: { q: 'CIT' } })).body.data.map((each) => each.name)).toEqual(['Citra'])
})

test('a broken, foreign or invented cursor is rejected', async () => {
  const { call } = as(await makeMember())
  const cursors = [
    'x',
    '%00',
    Buffer.from('null').toString('base64url'),
    Buffer.from('["name asc","a"]').toString('base64url'),
    Buffer.from('["number asc",1,1]').toString('base64url'),
    Buffer.from('["name asc","a\\u0000","0198a3a0-0000-7000-8000-000000000000"]').toString('base64url'),
  ]
  for (const cursor of cursors) {
    expect(await call(listDrivers, { query: { cursor } }), cursor).toMatchObject({ status: 400, code: 'bad_cursor' })
  }
})

test('another workspace cannot see or change a driver', async () => {
  const mine = as(await makeMember())
  const theirs = as(await makeMember())
  const { body: driver } = await mine.call(createDriver, { body: { name: 'Mine' } })
  const { body: vehicle } = await theirs.call(createVehicle, { body: {} })
  const { body: depot } = await theirs.call(createDepot, {
    body: { name: 'D', address: 'A', location: { lat: 0, lng: 0 } },
  })
  const notFound = { status: 404, code: 'driver_not_found' }
  expect(await theirs.call(getDriver, { params: { id: driver.id } })).toMatchObject(notFound)
  expect(await theirs.call(changeDriver, { params: { id: driver.id }, body: { name: 'X' } })).toMatchObject(notFound)
  const change = (body: object) => mine.call(changeDriver, { params: { id: driver.id }, body })
  expect(await change({ vehicle_id: vehicle.id })).toMatchObject({ status: 404, code: 'vehicle_not_found' })
  expect(await change({ depot_id: depot.id })).toMatchObject({ status: 404, code: 'depot_not_found' })
})

test('text is stored unchanged, whatever it looks like', async () => {
  const { call } = as(await makeMember())
  for (const name of ["Robert'); drop table drivers;--", '<script>alert(1)</script>', '東京 🚚', '=1+1', '%_\\']) {
    const { body } = await call(createDriver, { body: { name } })
    expect(body.name).toBe(name)
    expect((await call(listDrivers, { query: { q: name } })).body.data.map((each) => each.name)).toEqual([name])
  }
})

test('the same Idempotency-Key creates one driver and is rejected with another body', async () => {
  const { call } = as(await makeMember())
  const headers = { 'idempotency-key': 'k1' }
  const first = await call(createDriver, { body: { name: 'Once' }, headers })
  const second = await call(createDriver, { body: { name: 'Once' }, headers })
  expect(second).toMatchObject({ status: 201, body: first.body })
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect((await call(listDrivers)).body.total).toBe(1)
  expect(await call(createDriver, { body: { name: 'Twice' }, headers })).toMatchObject({
    status: 422,
    code: 'idempotency_key_reused',
  })
})

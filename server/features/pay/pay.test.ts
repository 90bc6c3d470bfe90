import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { createDriver } from '#domain/api/drivers.ts'
import * as api from '#domain/api/pay.ts'
import { rig } from '../../testing/rig.ts'
import { testApp } from '../../testing/test-app.ts'

const { app, as, deps, makeMember } = await testApp()

const period = { from: '2026-03-01', to: '2026-03-31' }

/** A driver who worked from 8 to 16 with a break, drove 72 kilometers by the odometer, and is no longer active. */
async function start() {
  const owner = await makeMember()
  const { workspaceId } = owner
  const { call } = as(owner)
  const member = await makeMember({ workspaceId, role: 'driver' })
  const { body: driver } = await call(createDriver, { body: { name: '=Budi' } })
  await rig(deps.db, workspaceId, async (trx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(trx)
    await run(sql`update drivers set user_id = ${member.userId}, active = false where id = ${driver.id}`)
    await run(sql`update workspaces set time_zone = 'UTC', currency = 'USD' where id = ${workspaceId}`)
    await run(sql`insert into vehicles (workspace_id, code) values (${workspaceId}, 'KA-1')`)
    await run(sql`insert into shifts (workspace_id, id, driver_id, vehicle_id, started_at, ended_at, odometer_km)
      select ${workspaceId}, new_id(), ${driver.id}, id, '2026-03-02T08:00Z', '2026-03-02T16:00Z', 1072 from vehicles
        where workspace_id = ${workspaceId}`)
    await run(sql`insert into vehicle_checks (workspace_id, id, vehicle_id, driver_id, checked_at, is_blocking, odometer_km)
      select ${workspaceId}, new_id(), id, ${driver.id}, '2026-03-02T07:50Z', false, 1000 from vehicles
        where workspace_id = ${workspaceId}`)
    await run(sql`insert into driver_devices (workspace_id, id, driver_id, name, platform, public_key, registered_at)
      values (${workspaceId}, new_id(), ${driver.id}, 'N', 'N', '{}', now())`)
    for (const [sequence, kind, at] of [
      [1, 'break_started', '2026-03-02T12:00Z'],
      [2, 'break_ended', '2026-03-02T12:45Z'],
    ] as const) {
      await run(sql`insert into road_entries (workspace_id, device_id, sequence, id, driver_id, kind, at, happened_at,
        received_at, hash, signature, outcome) select ${workspaceId}, id, ${sequence}, new_id(), driver_id, ${kind}, 'now',
        ${at}, now(), 'h', 's', 'applied' from driver_devices where workspace_id = ${workspaceId}`)
    }
    await run(sql`insert into deliveries (workspace_id, number, source, delivery_address, scheduled_date, service_minutes)
      values (${workspaceId}, 1, 'manual', 'A', '2026-03-02', 5)`)
    await run(sql`insert into stop_progress (workspace_id, stop_id, delivery_id, driver_id, done_at)
      select ${workspaceId}, new_id(), id, ${driver.id}, '2026-03-02T10:00Z' from deliveries
        where workspace_id = ${workspaceId}`)
  })
  const rule = { valid_from: '2026-01-01', per_hour: 2000, per_stop: 50, per_km: 10 }
  return { owner, call, member, driver, rule }
}

test('a pay sheet shows hours, breaks, stops and kilometers, also of who is no longer active', async () => {
  const { owner, call, member, driver, rule } = await start()
  expect((await call(api.listPaySheets, { query: period })).body.data).toMatchObject([
    { days_without_rule: 1, pay: [] },
  ])
  expect((await call(api.createPayRule, { body: rule })).body).toMatchObject({ driver_id: null, currency: 'USD' })
  expect(await call(api.createPayRule, { body: rule })).toMatchObject({ code: 'duplicate_pay_rule' })
  const { data } = (await call(api.listPaySheets, { query: period })).body
  const pay = { currency: 'USD', hours: 14_500, stops: 50, km: 720, total: 15_270 }
  expect(data).toMatchObject([
    { driver_id: driver.id, worked_minutes: 435, break_minutes: 45, breaks: 1, stops: 1, km: 72, pay: [pay] },
  ])
  const headers = { authorization: `Bearer ${owner.token}` }
  const csv = await app.inject({ url: '/v1/pay-sheets.csv?from=2026-03-01&to=2026-03-31', headers })
  expect(csv.body).toContain("'=Budi,2026-03-02,1,435,45,1,1,72,odometer,USD,145,0.5,7.2,152.7\r\n")
  await rig(deps.db, owner.workspaceId, (trx) =>
    trx.updateTable('drivers').set({ active: true }).where('id', '=', driver.id).execute(),
  )
  expect((await as(member).call(api.getOwnWork, { query: period })).body.sheet).toMatchObject({ pay: [pay] })
  expect(await as(member).call(api.listPaySheets, { query: period })).toMatchObject({ status: 403 })
})

test('an early second shift begins with its own reading of the odometer', async () => {
  const { owner, call } = await start()
  const { workspaceId } = owner
  await rig(deps.db, workspaceId, async (trx) => {
    await sql`update shifts set ended_at = '2026-03-02T09:00Z', odometer_km = 1040 where workspace_id = ${workspaceId}`.execute(
      trx,
    )
    await sql`insert into shifts (workspace_id, id, driver_id, vehicle_id, started_at, ended_at, odometer_km)
      select workspace_id, new_id(), driver_id, vehicle_id, '2026-03-02T09:30Z', '2026-03-02T16:00Z', 1072 from shifts
        where workspace_id = ${workspaceId}`.execute(trx)
    await sql`insert into vehicle_checks (workspace_id, id, vehicle_id, driver_id, checked_at, is_blocking, odometer_km)
      select workspace_id, new_id(), vehicle_id, driver_id, '2026-03-02T09:25Z', false, 1040 from vehicle_checks
        where workspace_id = ${workspaceId}`.execute(trx)
  })
  expect((await call(api.listPaySheets, { query: period })).body.data).toMatchObject([{ shifts: 2, km: 72 }])
})

test('a rule of one driver counts before the one for all, until it is deleted', async () => {
  const { call, driver, rule } = await start()
  await call(api.createPayRule, { body: rule })
  const own = { ...rule, driver_id: driver.id, per_hour: 0, pays_breaks: true }
  const { body: added } = await call(api.createPayRule, { body: own })
  const hours = async () => (await call(api.listPaySheets, { query: period })).body.data[0]!.pay[0]!.hours
  expect(await hours()).toBe(0)
  expect((await call(api.deletePayRule, { params: { id: added.id } })).status).toBe(204)
  expect(await hours()).toBe(14_500)
})

test('a period is in order and not too long', async () => {
  const { call } = as(await makeMember())
  const problem = async (from: string, to: string) => (await call(api.listPaySheets, { query: { from, to } })).code
  expect(await problem('2026-03-02', '2026-03-01')).toBe('validation_failed')
  expect(await problem('2026-01-01', '2026-12-31')).toBe('validation_failed')
})

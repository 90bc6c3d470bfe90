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
  expect(csv.body).toContain("'=Budi,2026-03-02,1,435,45,1,0,0,1,72,odometer,USD,145,0.5,7.2,152.7\r\n")
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

test('dispatchers and the driver see which breaks of the plan were kept, and dispatchers see no pay', async () => {
  const { owner, call, member, driver, rule } = await start()
  const { workspaceId } = owner
  await call(api.createPayRule, { body: rule })
  await rig(deps.db, workspaceId, async (trx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(trx)
    await run(sql`update drivers set active = true, breaks = '[{"earliest":"13:00","latest":"14:00","minutes":40}]'
      where id = ${driver.id}`)
    await run(sql`with plan as (insert into plans (workspace_id, day, state, driver_ids, time_limit_seconds)
        values (${workspaceId}, '2026-03-02', 'dispatched', '{}', 1) returning id)
      insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at, distance_km,
        driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l)
      select ${workspaceId}, id, 0, ${driver.id}, 'Budi', '2026-03-02T08:00Z', '2026-03-02T16:00Z', 5, 60, 0, 60, 120, 0, 0, 0
      from plan`)
    for (const [position, kind, at, waiting, seconds] of [
      [0, 'delivery', '2026-03-02T10:00Z', 0, 300],
      [1, 'break', '2026-03-02T11:40Z', 600, 1800],
      [2, 'break', '2026-03-02T13:30Z', 0, 2400],
    ] as const) {
      await run(sql`insert into stops (workspace_id, route_id, position, kind, delivery_id, name, address, lat, lng, arrival_at,
          departure_at, waiting_seconds, service_seconds, distance_km, load_kg, load_l)
        select ${workspaceId}, r.id, ${position}, ${kind}, case when ${kind} = 'delivery' then d.id end, '', '', 0, 0, ${at},
          ${at}, ${waiting}, ${seconds}, 0, 0, 0
        from routes r, deliveries d where r.workspace_id = ${workspaceId} and d.workspace_id = ${workspaceId}`)
    }
    await run(sql`update stop_progress set stop_id = s.id from stops s where s.workspace_id = ${workspaceId}
      and s.kind = 'delivery' and stop_progress.workspace_id = ${workspaceId}`)
  })
  // Taken at 12:00 for 45 minutes: for the one planned at 11:50, whose time no break of the driver says. The other was not.
  const due_breaks = [
    {
      planned_at: '2026-03-02T11:50:00.000Z',
      planned_minutes: 30,
      minutes: 45,
      is_in_time: true,
      is_long_enough: true,
    },
    { planned_at: '2026-03-02T13:30:00.000Z', planned_minutes: 40, began_at: null, is_in_time: false },
  ]
  const seen = { driver_id: driver.id, planned_breaks: 2, kept_breaks: 1, days: [{ due_breaks }] }
  const dispatcher = await makeMember({ workspaceId, role: 'dispatcher' })
  const { body } = await as(dispatcher).call(api.listWorkSheets, { query: period })
  expect(body.data).toMatchObject([seen])
  expect(JSON.stringify(body)).not.toMatch(/"(pay|currency|total)"/)
  expect((await as(member).call(api.getOwnWork, { query: period })).body.sheet).toMatchObject(seen)
  const elsewhere = await makeMember({ workspaceId, role: 'dispatcher', depotIds: [await anotherDepot(workspaceId)] })
  await rig(deps.db, workspaceId, (trx) =>
    sql`update drivers set depot_id = (select id from depots where workspace_id = ${workspaceId} and name = 'Own')
      where id = ${driver.id}`.execute(trx),
  )
  expect((await as(elsewhere).call(api.listWorkSheets, { query: period })).body.data).toEqual([])
  const client = await makeMember({ role: 'driver' })
  expect(await as(client).call(api.listWorkSheets, { query: period })).toMatchObject({ status: 403 })
})

/** The id of a depot that is not the driver's. */
async function anotherDepot(workspaceId: string): Promise<string> {
  return rig(deps.db, workspaceId, async (trx) => {
    const { rows } = await sql<{ id: string }>`insert into depots (workspace_id, name, address, lat, lng)
      values (${workspaceId}, 'Own', 'A', 0, 0), (${workspaceId}, 'Other', 'B', 0, 0) returning id`.execute(trx)
    return rows[1]!.id
  })
}

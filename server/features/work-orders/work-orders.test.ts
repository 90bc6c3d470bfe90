import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listAlerts } from '#domain/api/alerts.ts'
import * as maintenance from '#domain/api/maintenance.ts'
import * as odometer from '#domain/api/odometer.ts'
import { getPlanningDay, getPlan } from '#domain/api/plans.ts'
import { listVehicleChecks, registerDevice, sendEntries } from '#domain/api/road.ts'
import { changeVehicle, createVehicle, getVehicle } from '#domain/api/vehicles.ts'
import { changeWorkspace } from '#domain/api/workspace.ts'
import * as orders from '#domain/api/work-orders.ts'
import { openPhone } from '../../testing/phone.ts'
import { rig } from '../../testing/rig.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp } from '../../testing/test-app.ts'
import { watchFleets } from '../fleet-states/tasks.ts'
import { stepDrives } from '../odometer/commands.ts'

let clock = new Date('2026-03-16T03:00:00Z')
const testing = await testApp(() => ({ now: () => clock }))
const { as, deps, makeMember } = testing
const watch = () => watchFleets({ ...deps, report: (error) => expect(error).toBeUndefined() })

async function start() {
  clock = new Date('2026-03-16T03:00:00Z')
  const day = await dispatchedDay(testing, { stops: 1 })
  const { owner, driver, vehicle, route } = day
  await rig(deps.db, owner.workspaceId, (trx) =>
    trx.updateTable('routes').set({ vehicle_id: vehicle.id }).where('id', '=', route.id).execute(),
  )
  const phone = openPhone(() => clock)
  await as(driver).call(registerDevice, { body: phone.device })
  const send = async () =>
    (await as(driver).call(sendEntries, { body: { device_id: phone.id, entries: phone.log } })).body.results.map(
      ({ outcome, code }) => (code ? `${outcome}: ${code}` : outcome),
    )
  const { call } = as(owner)
  const off = async (on: string) => (await call(getPlanningDay, { query: { day: on } })).body.off
  const alerts = async () => (await call(listAlerts, {})).body.data.map(({ sentence }) => sentence)
  const state = async () => (await call(maintenance.listFleetStates, {})).body.data[0]!
  return {
    ...day,
    phone,
    send,
    call,
    off,
    alerts,
    state,
    code: (await call(getVehicle, { params: { id: vehicle.id } })).body.code,
  }
}

test('a vehicle in the workshop leaves plans of those days by itself, and comes back', async () => {
  const { call, vehicle, off, alerts, route, code } = await start()
  const body = { vehicle_id: vehicle.id, title: 'Brake pads', from_day: '2026-03-16', until_day: '2026-03-17' }
  const { body: order } = await call(orders.createWorkOrder, { body })
  const sentence = `${code} is in the workshop from 2026-03-16 to 2026-03-17 (Brake pads).`
  expect(await off('2026-03-17')).toMatchObject([{ reason_code: 'vehicle_blocked', reason: sentence }])
  expect(await off('2026-03-18')).toEqual([])
  const plan = async () => (await call(getPlan, { params: { id: route.plan_id } })).body
  expect((await plan()).blocked_routes).toMatchObject([{ sentence }])
  expect(await alerts()).toEqual([
    `A plan for 2026-03-16 uses ${code}, which is in the workshop then (Brake pads). Give its route another vehicle.`,
  ])
  const params = { id: order.id }
  const done = await call(orders.changeWorkOrder, { params, body: { state: 'done', labor_cost: 5000 } })
  expect(done.body).toMatchObject({ state: 'done', done_on: '2026-03-16', currency: order.currency })
  expect(await off('2026-03-17')).toEqual([])
  expect((await plan()).blocked_routes).toEqual([])
  expect(await alerts()).toEqual([])
  expect((await call(getVehicle, { params: { id: vehicle.id } })).body.last_maintenance_on).toBe('2026-03-16')
  const again = (change: object) => call(orders.changeWorkOrder, { params, body: change })
  expect(await again({ state: 'open' })).toMatchObject({ status: 409, code: 'work_order_ended' })
  // Costs come later, in the currency of then. The history of a vehicle that is gone stays.
  await call(changeWorkspace, { body: { currency: 'JPY' } })
  await call(changeVehicle, { params: { id: vehicle.id }, body: { active: false } })
  expect((await again({ parts_cost: 7500 })).body).toMatchObject({ parts_cost: 7500, currency: order.currency })
  expect((await call(orders.listWorkOrders, { query: { vehicle_id: vehicle.id } })).body.total).toBe(1)
})

test('an order whose last day is over is to be finished, though plans have the vehicle again', async () => {
  const { call, vehicle, off, alerts } = await start()
  const body = { vehicle_id: vehicle.id, title: 'Paint', state: 'in_workshop' as const, until_day: '2026-03-16' }
  expect((await call(orders.createWorkOrder, { body })).body.from_day).toBe('2026-03-16')
  clock = new Date('2026-03-17T03:00:00Z')
  await watch()
  expect(await off('2026-03-17')).toEqual([])
  expect(await alerts()).toEqual([expect.stringMatching(/Paint: the workshop had it until 2026-03-16/)])
})

test('an unsafe defect is a work order at once, and done it lets the vehicle drive', async () => {
  const { call, vehicle, phone, send, off } = await start()
  const defects = [
    { part: 'brakes' as const, blocking: true, note: 'Squeal', photos: [] },
    { part: 'body' as const, blocking: false, note: 'Dent', photos: [] },
  ]
  const check = { vehicle_id: vehicle.id, odometer_km: 41_000, fuel_percent: null, defects }
  phone.write('vehicle_checked', check)
  phone.write('vehicle_checked', { ...check, odometer_km: 40_000 })
  expect(await send()).toEqual(['applied', 'applied'])
  const { data } = (await call(orders.listWorkOrders, { query: { state: 'not_done' } })).body
  expect(data).toMatchObject([{ title: 'Repair brakes', note: 'brakes: Squeal', created_by: 'Budi' }])
  expect(await off('2026-03-17')).toHaveLength(1)
  const { readings, km } = (await call(odometer.getOdometer, { params: { id: vehicle.id } })).body
  expect(km).toBe(41_000)
  expect(readings.map(({ state }) => state).toSorted()).toEqual(['counted', 'doubted'])
  const { check_id } = data[0]!
  const twice = { vehicle_id: vehicle.id, title: 'Brakes', check_id }
  expect(await call(orders.createWorkOrder, { body: twice })).toMatchObject({ code: 'duplicate_work_order' })
  await call(orders.changeWorkOrder, { params: { id: data[0]!.id }, body: { state: 'done' } })
  expect(await off('2026-03-17')).toEqual([])
  const checks = (await call(listVehicleChecks, { params: { id: vehicle.id } })).body.data
  expect(checks.every(({ mended_at }) => mended_at !== null)).toBe(true)
})

test('maintenance is due by distance and by time, tells of it, and counts again once it was done', async () => {
  const { call, vehicle, alerts, state, code } = await start()
  const params = { id: vehicle.id }
  const read = (body: object) => call(odometer.readOdometer, { params, body: body as never })
  await read({ km: 40_000 })
  const every = { name: 'Oil change', every_km: 10_000, every_months: 12 }
  const { body: oil } = await call(maintenance.createMaintenance, { params, body: every })
  expect(oil).toMatchObject({ last_done_km: 40_000, last_done_on: '2026-03-16', due: { state: 'ok', at_km: 50_000 } })
  expect(await call(maintenance.createMaintenance, { params, body: { ...every, name: 'OIL CHANGE' } })).toMatchObject({
    code: 'duplicate_maintenance',
  })
  const none = { every_km: null, every_months: null }
  expect(await call(maintenance.changeMaintenance, { params: { id: oil.id }, body: none })).toMatchObject({
    code: 'validation_failed',
  })
  clock = new Date('2026-06-16T03:00:00Z')
  await read({ km: 50_120 })
  await watch()
  await watch()
  expect(await alerts()).toEqual([`${code}: Oil change was due at 50,000 km, 120 km ago.`])
  expect(await state()).toMatchObject({ odometer_km: 50_120, due: [{ kind: 'maintenance', state: 'overdue' }] })
  const body = {
    vehicle_id: vehicle.id,
    title: 'Oil change',
    state: 'done' as const,
    schedule_id: oil.id,
    parts_cost: 90,
  }
  await call(orders.createWorkOrder, { body })
  await watch()
  expect(await alerts()).toEqual([])
  expect((await call(maintenance.listMaintenance, { params })).body.data).toMatchObject([
    { last_done_km: 50_120, last_done_on: '2026-06-16', due: { state: 'ok' } },
  ])
})

test('what was done earlier counts from then, with the odometer of then', async () => {
  const { call, vehicle } = await start()
  const params = { id: vehicle.id }
  const read = (km: number, read_at: string) => call(odometer.readOdometer, { params, body: { km, read_at } })
  await read(38_000, '2026-02-01T03:00:00Z')
  await read(40_000, '2026-03-10T03:00:00Z')
  const every = { name: 'Tires', every_km: 10_000, last_done_on: '2025-01-01', last_done_km: 20_000 }
  const { body: tires } = await call(maintenance.createMaintenance, { params, body: every })
  const done = { vehicle_id: vehicle.id, title: 'Tires', state: 'done' as const, schedule_id: tires.id }
  await call(orders.createWorkOrder, { body: { ...done, done_on: '2026-02-03' } })
  expect((await call(maintenance.listMaintenance, { params })).body.data).toMatchObject([
    { last_done_on: '2026-02-03', last_done_km: 38_000 },
  ])
  await call(orders.createWorkOrder, { body: { ...done, done_on: '2026-02-20', odometer_km: 39_000 } })
  const { km, readings } = (await call(odometer.getOdometer, { params })).body
  expect(km).toBe(40_000)
  expect(readings.map((each) => [each.km, each.state])).toEqual([
    [40_000, 'counted'],
    [39_000, 'counted'],
    [38_000, 'counted'],
  ])
  expect(await call(orders.createWorkOrder, { body: { ...done, done_on: '2026-03-18' } })).toMatchObject({
    code: 'validation_failed',
  })
})

test('an odometer that goes backwards is refused, and counts with a reason', async () => {
  const { call, vehicle } = await start()
  const params = { id: vehicle.id }
  const read = (body: object) => call(odometer.readOdometer, { params, body: body as never })
  await read({ km: 41_000, read_at: '2026-03-10T03:00:00Z' })
  expect(await read({ km: 40_000 })).toMatchObject({ status: 409, code: 'odometer_doubtful' })
  expect(await read({ km: 411_000 })).toMatchObject({ status: 409, code: 'odometer_doubtful' })
  expect(await read({ km: 41_100, read_at: '2027-01-01T00:00:00Z' })).toMatchObject({ code: 'validation_failed' })
  for (const km of [-1, Number.MAX_VALUE, '41000', null]) expect(await read({ km })).toMatchObject({ status: 400 })
  const { body: fixed } = await read({ km: 12, reason: 'New instrument' })
  expect(fixed).toMatchObject({ state: 'counted', doubt: expect.stringMatching(/goes backwards/) })
  const now = async () => (await call(odometer.getOdometer, { params })).body
  expect(await now()).toMatchObject({ km: 12 })
  const settle = { state: 'dropped' as const, reason: 'Wrong vehicle' }
  await call(odometer.settleReading, { params: { id: fixed.id }, body: settle })
  expect(await now()).toMatchObject({ km: 41_000 })
})

test('positions add to the odometer in steps, also those that come late', async () => {
  const { call, vehicle, owner, record } = await start()
  const { workspaceId: workspace_id } = owner
  const shift = crypto.randomUUID()
  const fix = (minute: number, lat: number) => ({
    workspace_id,
    driver_id: record.id,
    shift_id: shift,
    recorded_at: new Date(Date.parse('2026-03-16T01:00:00Z') + minute * 60_000),
    received_at: clock,
    lat,
    lng: 106.8,
    source: 'phone',
  })
  const put = (...fixes: ReturnType<typeof fix>[]) =>
    rig(deps.db, workspace_id, async (trx) => {
      await sql`set local role none`.execute(trx)
      await trx
        .insertInto('positions')
        .values(fixes as never)
        .execute()
    })
  await rig(deps.db, workspace_id, async (trx) => {
    const times = { started_at: new Date('2026-03-16T01:00:00Z'), vehicle_id: vehicle.id }
    await trx
      .insertInto('shifts')
      .values({ workspace_id, id: shift, driver_id: record.id, ...times })
      .execute()
  })
  const params = { id: vehicle.id }
  await call(odometer.readOdometer, { params, body: { km: 100, read_at: '2026-03-16T00:59:00Z' } })
  const km = async () => (await call(odometer.getOdometer, { params })).body.km
  // 0.01 degrees are 1.11 km; the second move is noise.
  await put(fix(1, -6.2), fix(5, -6.21), fix(6, -6.2101))
  await stepDrives(deps.db, clock, 10)
  expect(await km()).toBe(101.1)
  clock = new Date(clock.getTime() + 600_000)
  await put(fix(30, -6.22))
  await stepDrives(deps.db, clock, 10)
  expect(await km()).toBe(102.2)
  await rig(deps.db, workspace_id, (trx) =>
    trx.updateTable('shifts').set({ ended_at: clock }).where('id', '=', shift).execute(),
  )
  clock = new Date(clock.getTime() + 13 * 3_600_000)
  await put(fix(40, -6.25))
  await stepDrives(deps.db, clock, 10)
  expect(await km()).toBe(105.6)
  // Positions that are forgotten do not take their distance along.
  await rig(deps.db, workspace_id, async (trx) => {
    await sql`set local role none`.execute(trx)
    await trx.deleteFrom('positions').where('workspace_id', '=', workspace_id).execute()
  })
  clock = new Date(clock.getTime() + 13 * 3_600_000)
  await stepDrives(deps.db, clock, 10)
  expect(await km()).toBe(105.6)
})

test('records of other workspaces and hostile texts change nothing', async () => {
  const { call, vehicle } = await start()
  const stranger = as(await makeMember())
  const theirs = (await stranger.call(createVehicle, { body: {} })).body
  const title = `'); drop table work_orders; -- <script>`
  expect(await call(orders.createWorkOrder, { body: { vehicle_id: theirs.id, title } })).toMatchObject({
    code: 'vehicle_not_found',
  })
  const { body: order } = await call(orders.createWorkOrder, { body: { vehicle_id: vehicle.id, title } })
  expect(order.title).toBe(title)
  expect(await stranger.call(orders.getWorkOrder, { params: { id: order.id } })).toMatchObject({ status: 404 })
  const late = { vehicle_id: vehicle.id, title, from_day: '2026-03-18', until_day: '2026-03-17' }
  expect(await call(orders.createWorkOrder, { body: late })).toMatchObject({ code: 'validation_failed' })
  // In the workshop from today on, but only until a day that is over.
  const over = { vehicle_id: vehicle.id, title, state: 'in_workshop' as const, until_day: '2026-03-15' }
  expect(await call(orders.createWorkOrder, { body: over })).toMatchObject({ code: 'validation_failed' })
})

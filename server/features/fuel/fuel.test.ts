import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { listAlerts } from '#domain/api/alerts.ts'
import * as api from '#domain/api/fuel.ts'
import { getOdometer, listOdometerReadings } from '#domain/api/odometer.ts'
import { createVehicle } from '#domain/api/vehicles.ts'
import { changeWorkspace } from '#domain/api/workspace.ts'
import type { FuelRow, NewFuelEntry } from '#domain/schema/fuel.ts'
import { rig } from '../../testing/rig.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp } from '../../testing/test-app.ts'

let clock = new Date('2026-03-16T03:00:00Z')
const testing = await testApp(() => ({ now: () => clock }))
const { as, deps, makeMember } = testing

async function start() {
  clock = new Date('2026-03-16T03:00:00Z')
  const owner = await makeMember()
  const { call } = as(owner)
  const body = { code: 'KA-1', plate: 'B 1 X', tank_l: 60, fuel_cards: ['7002 1234'] }
  const { body: vehicle } = await call(createVehicle, { body })
  const params = { id: vehicle.id }
  const fill = (entry: z.input<typeof NewFuelEntry>) => call(api.createFuel, { params, body: entry })
  const list = async () => (await call(api.listFuel, { params })).body
  const alerts = async () => (await call(listAlerts, {})).body.data.map(({ sentence }) => sentence)
  const bring = async (entries: z.input<typeof FuelRow>[], rest: object = {}) =>
    (await call(api.importFuel, { body: { entries, ...rest } as never })).body
  return { owner, call, vehicle, params, fill, list, alerts, bring }
}

const on = (day: number) => `2026-03-${String(day).padStart(2, '0')}T01:00:00.000Z`

test('consumption follows from full tanks, and the odometer from receipts', async () => {
  const { call, params, fill, list } = await start()
  await fill({ filled_at: on(1), quantity: 40, cost: 6000, odometer_km: 1000 })
  await fill({ filled_at: on(3), quantity: 50, cost: 7500, odometer_km: 1500 })
  expect(await list()).toMatchObject({
    data: [{ per_100_km: 10, km: 1500, anomalies: [] }, { per_100_km: null }],
    average_per_100_km: 10,
    average_unit: 'l',
    total: 2,
  })
  expect((await call(getOdometer, { params })).body).toMatchObject({ km: 1500, readings: [{ source: 'fuel' }, {}] })
  const readings = async (query: object) => (await call(listOdometerReadings, { params, query })).body
  const newest = await readings({ limit: 1 })
  expect(newest).toMatchObject({ data: [{ km: 1500 }], total: 2 })
  expect(await readings({ limit: 1, cursor: newest.next_cursor })).toMatchObject({
    data: [{ km: 1000 }],
    next_cursor: null,
  })
  expect(await readings({ state: 'doubted' })).toMatchObject({ data: [], total: 0 })
  const stranger = await makeMember()
  expect((await as(stranger).call(listOdometerReadings, { params })).code).toBe('vehicle_not_found')
  // The average is of the year, however few entries are shown.
  expect((await call(api.listFuel, { params, query: { limit: 1 } })).body.average_per_100_km).toBe(10)
  // One that comes late is in its place.
  await fill({ filled_at: on(2), quantity: 25, cost: 1, odometer_km: 1250 })
  expect((await list()).data.map(({ per_100_km }) => per_100_km)).toEqual([20, 10, null])
})

test('what is odd is told with its reason, until somebody accepts it', async () => {
  const { call, fill, alerts, list } = await start()
  const { body: entry } = await fill({ filled_at: on(1), quantity: 90 })
  expect(entry.anomalies).toMatchObject([{ code: 'more_than_fits' }])
  expect(await alerts()).toEqual(['KA-1, filled on 2026-03-01: 90 L are more than the 60 L that KA-1 holds.'])
  await call(api.changeFuel, { params: { id: entry.id }, body: { accepted_reason: 'Jerrycans' } })
  expect(await alerts()).toEqual([])
  expect((await list()).data).toMatchObject([{ anomalies: [], accepted_reason: 'Jerrycans' }])
  await fill({ filled_at: on(2), quantity: 10, odometer_km: 900 })
  await fill({ filled_at: on(3), quantity: 10, odometer_km: 500 })
  // Who read it has a made-up name, so their order is not known.
  const told = await alerts()
  expect(told).toHaveLength(2)
  expect(told).toContainEqual(expect.stringMatching(/^KA-1, filled on 2026-03-03: The odometer goes backwards: 500 km/))
  expect(told).toContainEqual(expect.stringMatching(/read KA-1 at 500 km. The odometer goes backwards/))
})

test('an entry far from where the vehicle was says so', async () => {
  const { owner, vehicle, record } = await dispatchedDay(testing, { stops: 1 })
  const at = new Date('2026-03-16T02:00:00Z')
  await rig(deps.db, owner.workspaceId, async (trx) => {
    const workspace_id = owner.workspaceId
    const id = crypto.randomUUID()
    const shift = { workspace_id, id, driver_id: record.id, vehicle_id: vehicle.id, started_at: at }
    await trx.insertInto('shifts').values(shift).execute()
    await sql`set local role none`.execute(trx)
    await sql`insert into positions (workspace_id, driver_id, recorded_at, received_at, lat, lng, source, shift_id)
      values (${workspace_id}, ${record.id}, ${at}, ${at}, -6.2, 106.8, 'app', ${id})`.execute(trx)
  })
  const fill = (lat: number) =>
    as(owner).call(api.createFuel, {
      params: { id: vehicle.id },
      body: { filled_at: new Date(at.getTime() + lat * -60_000).toISOString(), quantity: 20, lat, lng: 106.8 },
    })
  expect((await fill(-6.2)).body.anomalies).toEqual([])
  expect((await fill(-6.25)).body.anomalies).toMatchObject([{ code: 'far_away' }])
})

test('a file of a card provider is taken once, and finds vehicles by card, code or plate', async () => {
  const { call, bring, list } = await start()
  await call(changeWorkspace, { body: { currency: 'EUR' } })
  const rows = [
    { filled_at: on(1), card: '70021234', quantity: 42.5, cost: 6340 },
    { filled_at: on(2), vehicle: 'b1x', quantity: 30, cost: 100, currency: 'USD' },
    { filled_at: on(2), vehicle: 'KA-1', quantity: 31 },
    { filled_at: on(1), card: '9999', quantity: 10 },
    { filled_at: '2027-01-01T00:00:00Z', vehicle: 'KA-1', quantity: 10 },
    { filled_at: on(4), quantity: 10 },
  ]
  const verdicts = ['created', 'created', 'refused', 'refused', 'refused', 'refused']
  expect((await bring(rows, { dry_run: true })).outcomes).toEqual(verdicts)
  expect((await list()).total).toBe(0)
  const { outcomes, refused } = await bring(rows)
  expect(outcomes).toEqual(verdicts)
  expect(refused.map(({ reason }) => reason)).toEqual([
    'Same card and time as row 2 of this batch.',
    'No vehicle has the card 9999. Add it to the fuel cards of a vehicle.',
    'That is in the future.',
    expect.stringMatching(/Enter a vehicle or a card/),
  ])
  expect((await bring(rows)).outcomes.slice(0, 3)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect((await list()).data.map(({ currency, cost }) => [currency, cost])).toEqual([
    ['USD', 100],
    ['EUR', 6340],
  ])
})

test('bad entries are refused, and others’ vehicles are not found', async () => {
  const { fill, vehicle, params, call } = await start()
  for (const bad of [
    { quantity: 0 },
    { quantity: -1 },
    { quantity: 1e9 },
    { quantity: 1, lat: 5 },
    { quantity: 1, unit: 'pint' },
  ]) {
    expect(await fill(bad as never)).toMatchObject({ status: 400, code: 'validation_failed' })
  }
  expect(await fill({ quantity: 1, filled_at: '2027-01-01T00:00:00Z' })).toMatchObject({ code: 'validation_failed' })
  await fill({ quantity: 1, filled_at: on(1) })
  expect(await fill({ quantity: 2, filled_at: on(1) })).toMatchObject({ status: 409, code: 'duplicate_fuel_entry' })
  const stranger = as(await makeMember())
  expect(await stranger.call(api.createFuel, { params, body: { quantity: 1 } })).toMatchObject({
    code: 'vehicle_not_found',
  })
  const [entry] = (await call(api.listFuel, { params: { id: vehicle.id } })).body.data
  await call(api.deleteFuel, { params: { id: entry!.id } })
  expect(await call(api.deleteFuel, { params: { id: entry!.id } })).toMatchObject({ code: 'fuel_entry_not_found' })
})

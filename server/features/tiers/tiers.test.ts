import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readFigures } from '#domain/api/analytics.ts'
import * as deliveries from '#domain/api/deliveries.ts'
import { listPositions } from '#domain/api/positions.ts'
import * as plans from '#domain/api/plans.ts'
import * as api from '#domain/api/tiers.ts'
import { createWave } from '#domain/api/waves.ts'
import { getWorkspace } from '#domain/api/workspace.ts'
import type { TierName } from '#domain/tiers.ts'
import { instantOf } from '#domain/time.ts'
import { inWorkspace } from '../../db/connect.ts'
import { rig } from '../../testing/rig.ts'
import { dayMaker } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'
import { asKarta, noteUsage, setTier } from './commands.ts'
import { beginMonths } from './tasks.ts'

const zone = 'Asia/Jakarta'
// Half an hour before the month ends in Jakarta, where it is still the 31st; in UTC as well.
const eve = instantOf('2026-03-31', '23:30', zone)
let now = eve
const { as, deps, makeMember } = await testApp(({ engine }) => ({
  now: () => now,
  engine: { ...engine, solve: (request, ...rest) => engine.solve({ ...request, timeLimitSeconds: 0.2 }, ...rest) },
}))
workOnPlans(deps)

const day = '2026-04-02'

/** A workspace whose trial is over, with a depot and these drivers. */
async function start(drivers = ['Ani', 'Budi', 'Citra']) {
  const owner = await makeMember({ timeZone: zone })
  await rig(deps.db, owner.workspaceId, (trx) =>
    sql`update workspaces set trial_ends_at = '2026-03-20T00:00:00Z'`.execute(trx),
  )
  const make = dayMaker(deps.db, owner.workspaceId)
  await make.depot()
  const made = []
  for (const name of drivers) made.push(await make.driver({ name, created_at: `2026-03-0${made.length + 1}` } as never))
  return { owner, make, drivers: made, call: as(owner).call }
}

const change = (owner: TestMember, tier: TierName, more: object = {}) =>
  inWorkspace(deps.db, owner.workspaceId, (trx) => setTier(trx, asKarta(owner.workspaceId), { tier, ...more }, now))

const row = { delivery_address: 'Jl. Thamrin 1', delivery_location: { lat: -6.19, lng: 106.82 }, scheduled_date: day }
const add = (owner: TestMember, count: number) =>
  as(owner).call(deliveries.importDeliveries, {
    body: { deliveries: Array.from({ length: count }, () => row) } as never,
  })
const plan = (owner: TestMember, driver_ids: string[], more: object = {}) =>
  as(owner).call(plans.createPlan, { body: { day, driver_ids, time_limit_seconds: 1, ...more } as never })

async function planned(owner: TestMember, driver_ids: string[]) {
  const { body } = await plan(owner, driver_ids)
  for (;;) {
    const { body: progress } = await as(owner).call(plans.getPlanProgress, { params: { id: body.id } })
    if (progress.state === 'draft') return body.id
    await new Promise((wake) => setTimeout(wake, 50))
  }
}

test('over 1,000 deliveries a month, further ones are taken and wait for the month’s end in the workspace’s zone', async () => {
  now = eve
  const { owner, drivers, call } = await start(['Ani'])
  const ids = [drivers[0]!.id]
  expect((await add(owner, 2)).body.created).toBe(2)
  // As if the rest of the month had come before.
  await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    trx.updateTable('quota_months').set({ waits_above: 1 }).execute(),
  )
  expect((await add(owner, 3)).body.created).toBe(3)
  const { deliveries: month } = (await call(api.getTier)).body
  const renews_at = instantOf('2026-04-01', '00:00', zone).toISOString()
  expect(month).toEqual({ limit: 1_000, used: 1_004, waiting: 4, waits_above: 1, renews_at })
  const made = await planned(owner, ids)
  const { body } = await call(plans.getPlan, { params: { id: made } })
  const stops = body.routes.flatMap((route) => route.stops).filter(({ kind }) => kind === 'delivery')
  expect(stops).toHaveLength(1)
  expect((await call(plans.approvePlan, { params: { id: made } })).status).toBe(200)
  const refused = await plan(owner, ids)
  expect(refused).toMatchObject({ status: 409, code: 'deliveries_wait', body: { count: 4, until: renews_at } })

  now = new Date(Date.parse(renews_at) - 1)
  await beginMonths(deps)
  expect((await plan(owner, ids)).code).toBe('deliveries_wait')
  now = new Date(renews_at)
  await beginMonths(deps)
  expect((await call(api.getTier)).body.deliveries).toMatchObject({ used: 4, waiting: 0, waits_above: 1_001 })
  expect((await plan(owner, ids)).status).toBe(202)
})

test('an upgrade lets everything go that waited, and what was added on Standard does not count on Free', async () => {
  now = eve
  const { owner, call } = await start(['Ani'])
  await add(owner, 1)
  await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    trx.updateTable('quota_months').set({ waits_above: 0 }).execute(),
  )
  expect((await call(api.getTier)).body.deliveries.waiting).toBe(1)
  await change(owner, 'standard')
  expect((await call(api.getTier)).body.deliveries).toMatchObject({ limit: null, used: null, waiting: 0 })
  await add(owner, 5)
  await change(owner, 'free')
  await add(owner, 2)
  expect((await call(api.getTier)).body.deliveries).toMatchObject({ used: 2, waiting: 0 })
})

test('80 orders at once are each counted, and those over the limit wait', async () => {
  now = eve
  const { owner, call } = await start(['Ani'])
  await add(owner, 1)
  await inWorkspace(deps.db, owner.workspaceId, (trx) =>
    trx.updateTable('quota_months').set({ waits_above: 51 }).execute(),
  )
  const made = await Promise.all(Array.from({ length: 80 }, () => call(deliveries.createDelivery, { body: row })))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(80)
  expect((await call(api.getTier)).body.deliveries).toMatchObject({ used: 1_030, waiting: 30 })
})

test('after a downgrade, extra drivers get no route, the owner chooses who does, and routes under way go on', async () => {
  now = eve
  const { owner, drivers, call } = await start()
  await change(owner, 'standard')
  await add(owner, 6)
  const [ani, budi, citra] = drivers.map(({ id }) => id) as [string, string, string]
  const running = await planned(owner, [budi])
  for (const step of [plans.approvePlan, plans.dispatchPlan]) {
    expect((await call(step, { params: { id: running } })).status).toBe(200)
  }
  await add(owner, 2)
  const draft = await planned(owner, [citra])
  await change(owner, 'free')
  const state = (await call(api.getTier)).body
  expect(state.drivers).toEqual({
    limit: 1,
    active: 3,
    over: [
      { id: budi, name: 'Budi' },
      { id: citra, name: 'Citra' },
    ],
    chosen: [],
  })
  expect(await call(plans.approvePlan, { params: { id: draft } })).toMatchObject({
    status: 409,
    code: 'driver_over_licenses',
    body: { names: ['Citra'] },
  })
  expect((await plan(owner, [ani, citra])).code).toBe('driver_over_licenses')
  expect((await call(plans.getPlan, { params: { id: running } })).body.state).toBe('dispatched')
  const chosen = await call(api.chooseLicensedDrivers, { body: { driver_ids: [citra] } })
  expect(chosen.body.drivers.over.map(({ name }) => name)).toEqual(['Ani', 'Budi'])
  expect((await call(plans.approvePlan, { params: { id: draft } })).status).toBe(200)
  const elsewhere = await start(['Dewi'])
  const theirs = await call(api.chooseLicensedDrivers, { body: { driver_ids: [elsewhere.drivers[0]!.id] } })
  expect(theirs.code).toBe('driver_not_found')
})

test('on Standard, as many drivers can be given routes as there are licenses', async () => {
  now = eve
  const { owner, drivers, call } = await start()
  await change(owner, 'standard', { licenses: 2 })
  await add(owner, 1)
  expect((await call(api.getTier)).body.drivers).toMatchObject({ limit: 2, over: [{ name: 'Citra' }] })
  expect((await plan(owner, [drivers[2]!.id])).code).toBe('driver_over_licenses')
  expect((await plan(owner, [drivers[1]!.id])).status).toBe(202)
})

test('Free leaves out scenarios, planning by itself, where drivers are, and analytics', async () => {
  now = eve
  const { owner, drivers, call } = await start()
  await add(owner, 1)
  const scenario = { what_if: { name: 'Fewer', without_drivers: [] } }
  expect(await plan(owner, [drivers[0]!.id], scenario)).toMatchObject({ status: 403, code: 'not_in_tier' })
  const wave = { name: 'Evening', plan_at: '18:00' }
  expect(await call(createWave, { body: wave as never })).toMatchObject({
    code: 'not_in_tier',
    body: { feature: 'planning_by_itself', tier: 'free' },
  })
  expect((await call(listPositions)).code).toBe('not_in_tier')
  expect((await call(deliveries.readOutcomes)).code).toBe('not_in_tier')
  const figures = await call(readFigures, { query: { from: '2026-03-01', to: '2026-03-31' } })
  expect(figures.code).toBe('not_in_tier')
})

test('once a payment is overdue for too long, nothing new is planned or dispatched', async () => {
  now = eve
  const { owner, drivers, call } = await start()
  await change(owner, 'standard')
  await add(owner, 2)
  const approved = await planned(owner, [drivers[0]!.id])
  await call(plans.approvePlan, { params: { id: approved } })
  await change(owner, 'standard', { planning_stops_at: new Date(eve.getTime() + 60_000) })
  await add(owner, 1)
  expect((await plan(owner, [drivers[0]!.id])).status).toBe(202)
  now = new Date(eve.getTime() + 60_000)
  expect((await call(plans.dispatchPlan, { params: { id: approved } })).code).toBe('payment_overdue')
  expect((await plan(owner, [drivers[0]!.id])).code).toBe('payment_overdue')
  expect((await add(owner, 1)).status).toBe(200)
})

test('only the owner of the first workspace chooses the tier of the server, and once', async () => {
  const { owner, call } = await start(['Ani'])
  expect((await call(api.getTier)).body.may_choose_default).toBe(false)
  expect((await call(api.chooseDefaultTier, { body: { tier: 'enterprise' } })).code).toBe('tier_chosen')
  await rig(deps.db, owner.workspaceId, (trx) => sql`update workspaces set created_at = '2020-01-01'`.execute(trx))
  expect((await call(api.getTier)).body.may_choose_default).toBe(true)
  const chosen = await call(api.chooseDefaultTier, { body: { tier: 'enterprise' } })
  expect(chosen.body).toMatchObject({ tier: 'enterprise', may_choose_default: false, drivers: { limit: null } })
  expect((await call(getWorkspace)).body.tier).toBe('enterprise')
  expect((await call(api.chooseDefaultTier, { body: { tier: 'free' } })).code).toBe('tier_chosen')
})

test('usage is listed by day, in the workspace’s zone', async () => {
  now = eve
  const { owner, call } = await start()
  await add(owner, 4)
  await noteUsage(deps.db, now)
  const query = { from: '2026-03-30', to: '2026-04-01' }
  const { body } = await call(api.readUsage, { query })
  const none = { deliveries: 0, requests: 0, messages: 0, bytes_stored: null, active_drivers: null }
  expect(body.days).toEqual([
    { day: '2026-03-30', ...none },
    { day: '2026-03-31', ...none, deliveries: 4, bytes_stored: expect.any(Number), active_drivers: 3 },
    { day: '2026-04-01', ...none },
  ])
  expect((await call(api.readUsage, { query: { from: '2026-04-02', to: '2026-04-01' } })).code).toBe(
    'validation_failed',
  )
  expect((await call(api.readUsage, { query: { from: '2020-01-01', to: '2026-04-01' } })).code).toBe(
    'validation_failed',
  )
  const dispatcher = await makeMember({ workspaceId: owner.workspaceId, role: 'dispatcher' })
  expect((await as(dispatcher).call(api.readUsage)).code).toBe('not_allowed')
})

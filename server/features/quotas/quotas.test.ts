import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeInBulk, duplicateInBulk, undoInBulk } from '#domain/api/bulk.ts'
import { createClient } from '#domain/api/clients.ts'
import * as deliveries from '#domain/api/deliveries.ts'
import { importDrivers } from '#domain/api/drivers.ts'
import { createPlan } from '#domain/api/plans.ts'
import { listQuotas } from '#domain/api/quotas.ts'
import { changeWorkspace, loadSampleData } from '#domain/api/workspace.ts'
import { AppError } from '#domain/errors.ts'
import { usualLimits, type QuotaName } from '#domain/quotas.ts'
import { inAuthScope, inWorkspace } from '../../db/connect.ts'
import { clockFrom, day, dayMaker } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { createWorkspaceFor } from '../workspace/commands.ts'
import { foldChanges } from './commands.ts'
import { recountDue } from './tasks.ts'

const limits = {
  ...usualLimits,
  deliveries_per_day: 60,
  deliveries: 50,
  stops_per_plan: 3,
  bytes_stored: 250_000,
  imports_per_day: 3,
  rows_per_import: 60,
}
const clock = { aheadMs: 0 }
const hour = 3_600_000
let isDiskLow = false
const { as, deps, makeMember, app } = await testApp((parts) => {
  const noon = clockFrom('12:00', parts.now)
  return {
    config: { ...parts.config, quotas: limits },
    now: () => new Date(noon().getTime() + clock.aheadMs),
    disk: {
      isLow: () => isDiskLow,
      freeBytes: () => undefined,
      checkRoom() {
        if (isDiskLow) throw new AppError('storage_full')
      },
    },
  }
})

const row = (fields: object = {}) => ({ delivery_address: 'Jl. Thamrin 1', scheduled_date: day, ...fields })
const rows = (count: number, fields: object = {}) => Array.from({ length: count }, () => row(fields))
const add = (member: TestMember, count: number, part?: object) =>
  as(member).call(deliveries.importDeliveries, {
    body: { deliveries: rows(count), ...(part && { import: part }) } as never,
  })
const create = (member: TestMember) => as(member).call(deliveries.createDelivery, { body: row() })

async function used(member: TestMember, name: QuotaName) {
  const { body } = await as(member).call(listQuotas)
  return body.data.find((quota) => quota.name === name)!.used
}

async function stored(member: TestMember): Promise<string[]> {
  const { body } = await as(member).call(deliveries.listDeliveries, { query: { limit: 200 } })
  return body.data.map(({ id }) => id)
}

/** Counts everything anew, and returns what was wrong. */
async function mistakes(): Promise<string[]> {
  const found: string[] = []
  clock.aheadMs += 25 * hour
  const report = (error: unknown) => found.push((error as Error).message)
  await recountDue({ ...deps, report })
  return found
}

test('a plan with too many stops is refused at once', async () => {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const driver = await make.driver()
  for (let i = 0; i < 4; i++) await make.delivery()
  const driver_ids = [driver.id]
  const plan = await as(member).call(createPlan, { body: { day, driver_ids, time_limit_seconds: 1 } })
  expect(plan).toMatchObject({ status: 403, body: { quota: 'stops_per_plan', limit: 3, wanted: 4 } })
})

test('of 40 deliveries created at once, those that fit are created', async () => {
  const member = await makeMember()
  expect((await add(member, 40)).status).toBe(200)
  const replies = await Promise.all(Array.from({ length: 40 }, () => create(member)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
  const refused = replies.filter(({ status }) => status !== 201)
  for (const { body, status } of refused) {
    const reached = {
      code: 'quota_reached',
      quota: 'deliveries',
      limit: 50,
      used: 50,
      wanted: 1,
      room: 0,
      renews_at: null,
    }
    expect({ ...body, status }).toMatchObject({ ...reached, status: 403 })
  }
  expect(await used(member, 'deliveries')).toBe(50)
  expect(await stored(member)).toHaveLength(50)
})

test('a batch without room for all of it adds nothing, and says how many fit', async () => {
  const member = await makeMember()
  await add(member, 45)
  const refused = await add(member, 6)
  expect(refused).toMatchObject({ status: 403, code: 'quota_reached', body: { room: 5, wanted: 6 } })
  expect((refused.body as unknown as { detail: string }).detail).toContain('room for 5 more')
  const copies = await as(member).call(duplicateInBulk, { body: { filter: {}, days: ['2026-03-16'] } })
  expect(copies).toMatchObject({ status: 403, code: 'quota_reached', body: { room: 5, wanted: 45 } })
  expect(await stored(member)).toHaveLength(45)
  expect((await as(member).call(loadSampleData)).code).toBe('sample_data_loaded')
  expect((await as(await makeMember()).call(loadSampleData)).code).toBe('quota_reached')
})

test('a client is told that no more can be added, and not how much there is', async () => {
  const owner = await makeMember()
  const { workspaceId } = owner
  const { id } = (await as(owner).call(createClient, { body: { name: 'Toko Satu' } })).body
  const shipper = await makeMember({ workspaceId, role: 'client', clientId: id })
  await add(owner, 50)
  for (const { status, body } of [await create(shipper), await add(shipper, 2)]) {
    const detail = 'No more can be added at the moment. Ask those who deliver for you.'
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'quota_reached', detail } })
    const usual = ['code', 'detail', 'request_id', 'status', 'title', 'type']
    expect(Object.keys(body).toSorted()).toEqual(usual)
  }
})

test('a file is refused with its first part if the whole of it has no room', async () => {
  const member = await makeMember()
  const part = { id: randomUUID(), rows: 55, new_rows: 55 }
  expect(await add(member, 5, part)).toMatchObject({ code: 'quota_reached', body: { room: 50, wanted: 55 } })
  expect(await used(member, 'imports_per_day')).toBe(0)
  const other = { id: randomUUID(), rows: 20, new_rows: 20 }
  for (const count of [10, 10]) expect((await add(member, count, other)).status).toBe(200)
  expect(await used(member, 'imports_per_day')).toBe(1)
  expect(await add(member, 1, other)).toMatchObject({ code: 'validation_failed', errors: [{ path: 'import.rows' }] })
})

test('imports of all kinds count together, and only those that change something', async () => {
  const member = await makeMember()
  const ask = (dry_run: boolean) =>
    as(member).call(importDrivers, { body: { drivers: [{ name: 'Budi' }], dry_run } as never })
  for (let i = 0; i < 5; i++) expect((await ask(true)).status).toBe(200)
  await add(member, 1)
  for (let i = 0; i < 2; i++) expect((await ask(false)).status).toBe(200)
  expect(await ask(false)).toMatchObject({ status: 429, code: 'quota_reached' })
  const long = { id: randomUUID(), rows: 61 }
  expect(await add(member, 1, long)).toMatchObject({ status: 403, body: { quota: 'rows_per_import', wanted: 61 } })
})

test('a daily quota renews at midnight of the workspace, and deleting does not give any of it back', async () => {
  const member = await makeMember()
  const { call } = as(member)
  await add(member, 40)
  await call(changeInBulk, { body: { filter: {}, change: { deleted: true } } })
  expect(await used(member, 'deliveries')).toBe(0)
  expect(await add(member, 21)).toMatchObject({
    status: 429,
    body: { quota: 'deliveries_per_day', used: 40, room: 20 },
  })
  const full = await add(member, 21)
  const { renews_at } = full.body as unknown as { renews_at: string }
  // Midnight in Jakarta.
  expect(renews_at).toMatch(/T17:00:00.000Z$/)
  expect(Number(full.headers['retry-after'])).toBeGreaterThan(11 * 3600)
  // Where it is tomorrow already, today goes on until it was going to end.
  await call(changeWorkspace, { body: { time_zone: 'Pacific/Kiritimati' } })
  expect(await add(member, 21)).toMatchObject({ status: 429 })
  clock.aheadMs += 13 * hour
  expect((await add(member, 21)).status).toBe(200)
  expect(await used(member, 'deliveries_per_day')).toBe(21)
})

test('what is restored needs room too', async () => {
  const member = await makeMember()
  const { call } = as(member)
  await add(member, 20)
  const { body } = await call(changeInBulk, { body: { filter: {}, change: { deleted: true } } })
  await add(member, 40)
  const event_ids = body.changed.map(({ event_id }) => event_id)
  expect(await call(undoInBulk, { body: { event_ids } })).toMatchObject({ code: 'quota_reached', body: { room: 10 } })
  expect(await used(member, 'deliveries')).toBe(40)
  expect((await call(undoInBulk, { body: { event_ids: event_ids.slice(0, 10) } })).status).toBe(200)
  expect(await used(member, 'deliveries')).toBe(50)
})

test('counts equal what is stored, and are put right if they ever are not', async () => {
  const member = await makeMember()
  const { call } = as(member)
  expect(await mistakes()).toEqual([])
  await add(member, 8)
  await foldChanges(deps.db)
  const ids = await stored(member)
  await Promise.all(
    ids.map((id) =>
      call(deliveries.changeDelivery, { params: { id }, body: { notes: `Ring twice ${'é'.repeat(99)}` } }),
    ),
  )
  await call(changeInBulk, { body: { ids: ids.slice(0, 3), change: { deleted: true } } })
  const bytes = await used(member, 'bytes_stored')
  expect(bytes).toBeGreaterThan(8 * 200)
  expect(await mistakes()).toEqual([])
  expect([await used(member, 'bytes_stored'), await used(member, 'deliveries')]).toEqual([bytes, 5])

  await inWorkspace(deps.db, member.workspaceId, (trx) =>
    trx
      .insertInto('quota_changes')
      .values({ workspace_id: member.workspaceId, name: 'deliveries', change: 7 })
      .execute(),
  )
  expect(await mistakes()).toEqual([expect.stringContaining('was off by 7')])
  expect(await used(member, 'deliveries')).toBe(5)
})

test('a workspace that stores too much can still delete and cancel, but not add or change', async () => {
  const member = await makeMember()
  const { call } = as(member)
  await add(member, 4)
  const [first, second, third] = await stored(member)
  const change = (notes: string) => call(deliveries.changeDelivery, { params: { id: first! }, body: { notes } })
  await fillUp(member, 248_000 - (await used(member, 'bytes_stored'))!)
  expect((await change('Ring twice')).status).toBe(200)
  const refused = await change('x'.repeat(1900))
  expect(refused).toMatchObject({ status: 403, code: 'quota_reached', body: { quota: 'bytes_stored', limit: 250_000 } })
  await fillUp(member, 2000)
  expect((await create(member)).code).toBe('quota_reached')
  expect(
    (await call(deliveries.changeDelivery, { params: { id: second! }, body: { status: 'cancelled' } })).status,
  ).toBe(200)
  expect((await call(changeInBulk, { body: { ids: [third!], change: { deleted: true } } })).status).toBe(200)
})

/** As if so much more had been stored. */
async function fillUp({ workspaceId }: TestMember, change: number) {
  await inWorkspace(deps.db, workspaceId, (trx) =>
    trx.insertInto('quota_changes').values({ workspace_id: workspaceId, name: 'bytes_stored', change }).execute(),
  )
}

test('a workspace has at most so many members', async () => {
  const quotas = { limits: { ...limits, members: 0 }, now: deps.now() }
  const founder = { id: randomUUID(), email: 'a@example.com', metadata: {} }
  const founding = inAuthScope(deps.db, (trx) => createWorkspaceFor(trx, founder, quotas))
  await expect(founding).rejects.toMatchObject({ code: 'quota_reached', detail: { quota: 'members' } })
})

test('on a disk that is almost full, nothing is added, but reading, canceling and deleting go on', async () => {
  const member = await makeMember()
  const { call } = as(member)
  await add(member, 3)
  const [first, second] = await stored(member)
  isDiskLow = true
  try {
    expect(await create(member)).toMatchObject({ status: 503, code: 'storage_full' })
    expect((await add(member, 1)).code).toBe('storage_full')
    const ready = await app.inject('/readyz')
    expect([ready.statusCode, ready.json().checks.disk]).toEqual([503, false])
    expect(await stored(member)).toHaveLength(3)
    expect(
      (await call(deliveries.changeDelivery, { params: { id: first! }, body: { status: 'cancelled' } })).status,
    ).toBe(200)
    expect((await call(changeInBulk, { body: { ids: [second!], change: { deleted: true } } })).status).toBe(200)
    const sent = await app.inject({
      method: 'POST',
      url: '/auth/v1/signup',
      payload: { email: 'n@example.com', password: 'longer-than-6' },
      headers: { apikey: deps.keys.publishableKey },
    })
    expect(sent.statusCode).toBe(503)
  } finally {
    isDiskLow = false
  }
  expect((await create(member)).status).toBe(201)
})

test('every table of a workspace is counted, or known to be too small', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
    where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'storage'::regnamespace) and not exists (
      select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'count_insert') order by 1`.execute(deps.db)
  expect(tables.map(({ name }) => name)).toEqual([
    'address_visits',
    'api_key_days',
    'api_keys',
    'api_usage',
    'audit_checks',
    'audit_entries',
    'audit_heads',
    'audit_notes',
    'audit_visits',
    'billing_invoices',
    'connection_attempts',
    'driver_positions',
    'eta_effects',
    'eta_fits',
    'eta_history',
    'eta_observations',
    'event_batches',
    'event_debts',
    'event_heads',
    'events',
    'figure_attempts',
    'figure_days',
    'figure_names',
    'figure_place_months',
    'figure_places',
    'figure_progress',
    'figure_routes',
    'figure_sums',
    'former_currencies',
    'frozen_workspaces',
    'imports',
    'learned_places',
    'members',
    'notification_outbox',
    'ownership_offers',
    'positions',
    'push_outbox',
    'quota_changes',
    'quota_counts',
    'quota_days',
    'quota_months',
    'route_etas',
    'stop_etas',
    'subscriptions',
    'travel_blocks',
    'travel_ways',
    'usage_days',
    'vehicle_drives',
    'workspace_exports',
  ])
})

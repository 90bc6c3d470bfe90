import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import { admitShown, inWire } from '../http/callers/wire.ts'
import { testApp } from '../testing/test-app.ts'
import { catalogueOf } from './api/read-catalogue.ts'
import { withdrawApi } from './api/schema.ts'
import { apiViews } from './api/views.ts'
import { confirmAppRole } from './app-role.ts'
import { authorize, ownerFunctions, tableRights } from './authorization.ts'
import { fillWorkspace } from '../testing/fill-workspace.ts'
import { rig } from '../testing/rig.ts'
import { inSiteScope, inWorkspace, openPool, setWorkspace, type Identity, type Trx } from './connect.ts'

const { databaseUrl, deps, makeMember } = await testApp()

/** Every table of ours, from the catalog: a new one is tested without being named here. */
async function tables() {
  const { rows } = await sql<{ schema: string; name: string; protected: boolean; owner: string; readable: boolean }>`
    select n.nspname as schema, c.relname as name, c.relrowsecurity as protected, pg_get_userbyid(c.relowner) as owner,
      has_table_privilege(c.oid, 'select') as readable
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth', 'site', 'storage', 'realtime')`.execute(deps.db)
  return rows
}

test('the server works as a role that owns no table and cannot bypass policies', async () => {
  const { rows } = await sql<{ role: string; bypass: boolean; super: boolean }>`
    select current_user as role, rolbypassrls as bypass, rolsuper as super from pg_roles where rolname = current_user`.execute(
    deps.db,
  )
  expect(rows).toEqual([{ role: 'karta_app', bypass: false, super: false }])
  for (const table of await tables()) expect(table.owner, table.name).not.toBe('karta_app')
})

test('a connection that lost its role on the way is refused', async () => {
  await confirmAppRole(deps.pool)
  const owner = openPool(databaseUrl, { onError: () => {} })
  await expect(confirmAppRole(owner)).rejects.toThrow(/works as postgres instead of karta_app/)
  await owner.end()
})

test('every table has row-level security with at least one policy', async () => {
  const { rows } = await sql<{
    name: string
  }>`select distinct schemaname || '.' || tablename as name from pg_policies`.execute(deps.db)
  const withPolicy = rows.map((row) => row.name)
  const all = await tables()
  expect(all.length).toBeGreaterThan(15)
  for (const table of all) {
    expect(table.protected, `${table.schema}.${table.name} has no row-level security`).toBe(true)
    expect(withPolicy).toContain(`${table.schema}.${table.name}`)
  }
})

test('docs/authorization.md names every function that runs with the owner’s rights', async () => {
  const { rows } = await sql<{ name: string; callable: boolean }>`
    select case n.nspname when 'public' then p.proname else n.nspname || '.' || p.proname end as name,
      has_function_privilege(p.oid, 'execute') as callable
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname !~ '^(pg_|information_schema)' order by 1`.execute(deps.db)
  expect(rows.filter(({ callable }) => callable).map(({ name }) => name)).toEqual(
    Object.keys(ownerFunctions).toSorted(),
  )
  const page = readFileSync(join(import.meta.dirname, '../../docs/authorization.md'), 'utf8')
  const named = [...page.matchAll(/^\| `([\w.]+)` /gm)].map(([, name]) => name!)
  for (const { name } of rows) expect(named, name).toContain(name)
})

test('every table is in the list of rights, and nothing else', async () => {
  const all = (await tables()).map(({ schema, name }) => (schema === 'public' ? name : `${schema}.${name}`))
  expect(tableRights.map(({ table }) => table).toSorted()).toEqual(all.toSorted())
})

const isWorkspaces = (schema: string, name: string) =>
  schema === 'public' || schema === 'realtime' || (schema === 'storage' && name !== 'blobs')

test('a query without a where clause shows only one workspace, in every table', async () => {
  const mine = await makeMember()
  const theirs = await makeMember()
  await fillSite()
  await fillWorkspace({ deps, makeMember }, mine.workspaceId)
  await fillWorkspace({ deps, makeMember }, theirs.workspaceId)

  for (const { schema, name } of await readableTables()) {
    const column = name === 'workspaces' ? 'id' : 'workspace_id'
    const seen = await inWorkspace(deps.db, mine.workspaceId, async (trx) => {
      if (!isWorkspaces(schema, name))
        return (await sql`select 1 as row from ${sql.table(`${schema}.${name}`)}`.execute(trx)).rows
      const { rows } = await sql<{ owner: string }>`
        select ${sql.ref(column)} as owner from ${sql.table(`${schema}.${name}`)}`.execute(trx)
      return rows.map((row) => row.owner)
    })
    if (!isWorkspaces(schema, name)) expect(seen, `${schema}.${name}`).toEqual([])
    else expect([...new Set(seen)], `${schema}.${name}`).toEqual([mine.workspaceId])
  }
})

test('nothing is visible outside a transaction with a workspace', async () => {
  await fillWorkspace({ deps, makeMember }, (await makeMember()).workspaceId)
  await fillSite()
  for (const { schema, name } of await readableTables()) {
    const { rows } = await sql`select 1 as row from ${sql.table(`${schema}.${name}`)}`.execute(deps.db)
    expect(rows, `${schema}.${name}`).toEqual([])
  }
})

test('a row cannot be written into another workspace', async () => {
  const mine = await makeMember()
  const theirs = await makeMember()
  const write = inWorkspace(deps.db, mine.workspaceId, (trx) =>
    trx
      .insertInto('vehicles')
      .values({
        workspace_id: theirs.workspaceId,
        code: 'KA-1',
        type: 'van',
        plate: null,
        capacity_kg: null,
        capacity_l: null,
        skills: [],
        fuel_level: null,
        last_maintenance_on: null,
        active: true,
      })
      .execute(),
  )
  await expect(write).rejects.toThrow(/row-level security/)
})

/** How many rows somebody sees of each table, those of the server's own notes and of managers left out. */
async function rowsSeenBy(see: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>): Promise<Record<string, number>> {
  const seen: Record<string, number> = {}
  for (const { schema, name } of await readableTables()) {
    if (
      schema !== 'public' ||
      /^(idempotent|quota|audit|webhook|shop|mail_in)_|^(event_batches|push_outbox|erasures|retention|delivery_pins|prescriptions|subscriptions|billing_invoices|pay_rules|notification_outbox|workspace_exports|frozen_workspaces)$/.test(
        name,
      )
    )
      continue
    const { rows } = await see((trx) => sql`select from ${sql.table(name)}`.execute(trx))
    if (rows.length > 0) seen[name] = rows.length
  }
  return seen
}

const inWorkspaceAs = <T>(workspaceId: string, identity: Identity, work: (trx: Trx) => Promise<T>) =>
  deps.db.transaction().execute(async (trx) => {
    await setWorkspace(trx, workspaceId, identity)
    return work(trx)
  })

test('a driver sees their own routes of dispatched plans and what belongs to them, and no more', async () => {
  const owner = await makeMember()
  const { workspaceId } = owner
  const budi = await makeMember({ workspaceId, role: 'driver' })
  await fillWorkspace({ deps, makeMember }, workspaceId)
  await fillWorkspace({ deps, makeMember }, (await makeMember()).workspaceId)
  const own = await rig(deps.db, workspaceId, async (trx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(trx)
    // Two drivers with a vehicle each, on routes with a delivery each, of a plan that is dispatched and of a draft.
    await run(sql`update depots set is_default = true where name = 'D'`)
    await run(sql`insert into depots (workspace_id, name, address, lat, lng) values (${workspaceId}, 'E', 'A', 0, 0)`)
    await run(sql`insert into vehicles (workspace_id, code) values (${workspaceId}, 'KA-2')`)
    await run(sql`update drivers set vehicle_id = (select id from vehicles where code = 'KA-1'), name = 'Sari'`)
    await run(sql`insert into drivers (workspace_id, name, user_id, vehicle_id)
      select ${workspaceId}, 'Budi', ${budi.userId}, id from vehicles where code = 'KA-2'`)
    await run(sql`delete from routes`)
    await run(sql`insert into plans (workspace_id, day, driver_ids, time_limit_seconds, state)
      values (${workspaceId}, '2026-01-02', '{}', 1, 'dispatched')`)
    await run(sql`insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at,
      distance_km, driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l)
      select ${workspaceId}, p.id, 0, d.id, d.name, now(), now(), 0, 0, 0, 0, 0, 0, 0, 0 from plans p, drivers d`)
    await run(sql`insert into deliveries (workspace_id, number, source, delivery_address, scheduled_date,
      service_minutes, route_id) select ${workspaceId}, 2 + row_number() over (), 'manual', 'A', '2026-01-01', 5, id from routes`)
    await run(sql`insert into stops (workspace_id, route_id, position, kind, name, address, lat, lng, arrival_at,
      departure_at, waiting_seconds, service_seconds, distance_km, load_kg, load_l)
      select ${workspaceId}, r.id, n, 'delivery', 'D', 'A', 0, 0, now(), now(), 0, 0, 0, 0, 0
        from routes r, generate_series(1, 3) n`)
    const { rows } = await sql<{ id: string }>`select r.id from routes r join plans p on p.id = r.plan_id
      where p.state = 'dispatched' and r.driver_name = 'Budi'`.execute(trx)
    return rows
  })
  expect(own).toHaveLength(1)
  const admission = await admitShown(deps, { token: budi.token })
  const asBudi = <T>(work: (trx: Trx) => Promise<T>) => inWire(deps, admission, work)
  expect(await rowsSeenBy(asBudi)).toEqual({
    workspaces: 1,
    members: 1,
    drivers: 1,
    vehicles: 1,
    depots: 1,
    routes: 1,
    stops: 3,
    deliveries: 1,
  })
  const seen = await asBudi(async (trx) => [
    ...(await trx.selectFrom('routes').select('id').execute()),
    ...(await trx.selectFrom('deliveries').select('route_id as id').execute()),
  ])
  expect(seen).toEqual([...own, ...own])
  expect(await asBudi((trx) => trx.selectFrom('members').select('user_id').execute())).toEqual([
    { user_id: budi.userId },
  ])

  // Whoever is no active driver any more sees no route, and a driver of another workspace none here.
  await rig(deps.db, workspaceId, (trx) => trx.updateTable('drivers').set({ active: false }).execute())
  expect(await rowsSeenBy(asBudi)).toEqual({ workspaces: 1, members: 1 })
})

test('no role alone shows prescriptions, and a limit to depots holds for those who handle them, too', async () => {
  const { workspaceId } = await makeMember()
  await fillWorkspace({ deps, makeMember }, workspaceId)
  const seen = (identity: Identity) =>
    inWorkspaceAs(workspaceId, identity, async (trx) => {
      const { rows } = await sql`select from prescriptions`.execute(trx)
      return rows.length
    })
  const all = await seen({ role: 'system' })
  expect(all).toBeGreaterThan(0)
  for (const role of ['owner', 'admin', 'dispatcher', 'viewer', 'driver', 'client', 'operator', 'recipient'] as const) {
    expect(await seen({ role }), role).toBe(0)
  }
  const seesPrescriptions = true
  expect(await seen({ role: 'viewer', seesPrescriptions })).toBe(all)
  const depots = ['00000000-0000-4000-8000-000000000000']
  expect(await seen({ role: 'viewer', seesPrescriptions, depots })).toBe(0)
})

test('a role that may not change operations changes nothing, and without a role nothing is seen', async () => {
  const { workspaceId } = await makeMember()
  await fillWorkspace({ deps, makeMember }, workspaceId)
  const everything = await rowsSeenBy((work) => inWorkspace(deps.db, workspaceId, work))
  const change = sql`update chain_heads set length = length + 1 returning subject_id`
  const add = sql`insert into vehicles (workspace_id, code) values (${workspaceId}, new_id()::text)`
  const remove = sql`delete from depots returning id`
  for (const role of ['owner', 'admin', 'dispatcher', 'operator', 'system'] as const) {
    const as = <T>(work: (trx: Trx) => Promise<T>) => inWorkspaceAs(workspaceId, { role }, work)
    expect(await rowsSeenBy(as), role).toEqual(everything)
    expect((await as((trx) => change.execute(trx))).rows, role).toHaveLength(1)
  }
  for (const role of ['viewer', 'driver', '' as 'viewer'] as const) {
    const as = <T>(work: (trx: Trx) => Promise<T>) => inWorkspaceAs(workspaceId, { role }, work)
    expect(await rowsSeenBy(as), role).toEqual(role === 'viewer' ? everything : { workspaces: 1 })
    await expect(
      as((trx) => add.execute(trx)),
      role,
    ).rejects.toThrow(/row-level security/)
    expect((await as((trx) => remove.execute(trx))).rows, role).toEqual([])
    const changed = as((trx) => change.execute(trx))
    if (role === 'viewer') await expect(changed).rejects.toThrow(/row-level security/)
    else expect((await changed).rows, role).toEqual([])
  }
})

test('history cannot be rewritten', async () => {
  const { workspaceId } = await makeMember()
  await fillWorkspace({ deps, makeMember }, workspaceId)
  const rewrite = inWorkspace(deps.db, workspaceId, (trx) => sql`update delivery_events set hash = ''`.execute(trx))
  await expect(rewrite).rejects.toThrow(/permission denied/)
  for (const name of ['workspaces', 'deliveries', 'delivery_events', 'chain_heads', 'custody_log', 'custody_leaves']) {
    const remove = inWorkspace(deps.db, workspaceId, (trx) => sql`delete from ${sql.table(name)}`.execute(trx))
    await expect(remove, name).rejects.toThrow(/permission denied/)
  }
  for (const name of ['custody_log', 'custody_leaves']) {
    const change = inWorkspace(deps.db, workspaceId, (trx) => sql`update ${sql.table(name)} set hash = ''`.execute(trx))
    await expect(change, name).rejects.toThrow(/permission denied/)
  }
})

test('a workspace is deleted for its owner or only member, from within, and nothing is dropped that was not erased', async () => {
  const { workspaceId, userId } = await makeMember({ role: 'owner' })
  const dispatcher = await makeMember({ workspaceId, role: 'dispatcher' })
  const stranger = await makeMember()
  await fillWorkspace({ deps, makeMember }, workspaceId)
  const deleted = async (person: string, within: string) => {
    const { rows } = await inWorkspace(deps.db, within, (trx) =>
      sql<{ delete_workspace: boolean }>`select delete_workspace(${person})`.execute(trx),
    )
    return rows[0]!.delete_workspace
  }
  expect(await deleted(dispatcher.userId, workspaceId)).toBe(false)
  expect(await deleted(stranger.userId, workspaceId)).toBe(false)
  expect(await deleted(userId, stranger.workspaceId)).toBe(false)
  const opened = await inWorkspace(deps.db, workspaceId, async (trx) => {
    await sql`insert into delivery_events (workspace_id, delivery_id, format, sequence, kind, at, hash, opened)
      select workspace_id, id, 2, 2, 'updated', now(), 'h', '{"notes": {}}' from deliveries`.execute(trx)
    await sql`select drop_opened(array(select id from deliveries), array['notes'])`.execute(trx)
    return trx.selectFrom('delivery_events').select('opened').where('sequence', '=', 2).execute()
  })
  expect(opened).toEqual([{ opened: { notes: {} } }])
  expect(await deleted(userId, workspaceId)).toBe(true)
  const { rows } = await inWorkspace(deps.db, workspaceId, (trx) => sql`select from workspaces`.execute(trx))
  expect(rows).toEqual([])
})

test('the head of a chain only moves forward', async () => {
  const { workspaceId } = await makeMember()
  await fillWorkspace({ deps, makeMember }, workspaceId)
  const set = (change: ReturnType<typeof sql>) =>
    inWorkspace(deps.db, workspaceId, (trx) => sql`update chain_heads set ${change}`.execute(trx))
  await set(sql`length = 3, hash = 'later'`)
  for (const change of [sql`length = 2`, sql`hash = 'other'`, sql`subject_id = new_id()`, sql`is_whole = false`]) {
    await expect(set(change)).rejects.toThrow(/only moves forward/)
  }
})

test('the server can add what guests write, but not read, change or delete it', async () => {
  await fillSite()
  const unreadable = (await tables())
    .filter(({ schema, readable }) => schema === 'site' && !readable)
    .map(({ name }) => name)
  expect(unreadable.toSorted()).toEqual(['applications', 'contact_messages', 'used_challenges'])
  for (const name of unreadable) {
    for (const verb of [sql`select * from`, sql`delete from`]) {
      const attempt = inSiteScope(deps.db, (trx) => sql`${verb} ${sql.table(`site.${name}`)}`.execute(trx))
      await expect(attempt, name).rejects.toThrow(/permission denied/)
    }
  }
})

test('what guests write can only be added in their own transactions', async () => {
  const { workspaceId } = await makeMember()
  const write = inWorkspace(deps.db, workspaceId, (trx) =>
    sql`insert into site.used_challenges values ('forged', now())`.execute(trx),
  )
  await expect(write).rejects.toThrow(/row-level security/)
})

test('keys cannot be deleted, since the history names them', async () => {
  const { workspaceId } = await makeMember()
  const remove = inWorkspace(deps.db, workspaceId, (trx) => sql`delete from api_keys`.execute(trx))
  await expect(remove).rejects.toThrow(/permission denied/)
})

/** Tables whose rows the server may read, where a policy lets it. */
const readableTables = async () => (await tables()).filter(({ readable }) => readable)

/** At least one row in every table that belongs to no workspace. */
async function fillSite(): Promise<void> {
  await inSiteScope(deps.db, async (trx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(trx)
    await run(sql`insert into site.contact_messages values
      (new_id(), 'N', 'n@example.com', null, null, 'general', 'M', false, now())`)
    await run(sql`insert into site.applications values
      (new_id(), 'driver', 'N', 'n@example.com', null, null, 'C', false, now())`)
    await run(sql`insert into site.used_challenges values (new_id()::text, now())`)
    await run(sql`insert into site.guest_replies (endpoint, request_hash) values ('e', new_id()::text)`)
    await run(sql`insert into site.mails (id, state, recipient, subject, text_part, html_part, created_at) values
      (new_id(), 'kept', 'n@example.com', 'S', 'T', 'H', now())`)
  })
}

test('a view of the data API shows one workspace, no credentials, and nothing outside a transaction with one', async () => {
  const mine = await makeMember()
  await fillWorkspace({ deps, makeMember }, mine.workspaceId)
  await fillWorkspace({ deps, makeMember }, (await makeMember()).workspaceId)
  const { relations } = await catalogueOf(deps.db)
  expect([...relations.keys()]).toEqual(apiViews.map(({ name }) => name).toSorted())
  for (const { name, columns } of relations.values()) {
    const count = sql<{ rows: number }>`select count(*) as rows from ${sql.table(`api.${name}`)}`
    expect((await count.execute(deps.db)).rows, name).toEqual([{ rows: 0 }])
    const seen = await inWorkspace(deps.db, mine.workspaceId, async (trx) => {
      await sql`select set_config('karta.quotas', '{"deliveries": 5}', true)`.execute(trx)
      return (await count.execute(trx)).rows
    })
    // A transfer needs two depots.
    expect(seen, name).toEqual([{ rows: name === 'depots' ? 2 : 1 }])
    // The hashes of a history are there to be compared.
    const kept = [...columns.keys()].filter(
      (column) => name !== 'delivery_events' || !/^(previous_)?hash$/.test(column),
    )
    for (const column of kept) expect(column, name).not.toMatch(/hash|credential|secret|token/)
  }
})

test('views give way to a migration, and are there again after it', async () => {
  const pool = openPool(databaseUrl, { max: 1, onError: () => {} })
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const views = async (trx: Kysely<unknown>) => {
    const { rows } = await sql<{
      name: string
    }>`select viewname as name from pg_views where schemaname = 'api'`.execute(trx)
    return rows.map(({ name }) => name).toSorted()
  }
  await owner.transaction().execute(async (trx) => {
    await withdrawApi(trx)
    expect(await views(trx)).toEqual([])
    await authorize(trx)
    expect(await views(trx)).toEqual(apiViews.map(({ name }) => name).toSorted())
  })
  await owner.destroy()
})

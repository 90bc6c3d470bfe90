import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import { noteAudit } from '../audit/note.ts'
import { admitShown, inWire } from '../http/callers/wire.ts'
import { testApp } from '../testing/test-app.ts'
import { catalogueOf } from './api/read-catalogue.ts'
import { withdrawApi } from './api/schema.ts'
import { apiViews } from './api/views.ts'
import { confirmAppRole } from './app-role.ts'
import { authorize, ownerFunctions, tableRights } from './authorization.ts'
import { claimBlob } from './blobs.ts'
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
  await fillWorkspace(mine.workspaceId)
  await fillWorkspace(theirs.workspaceId)

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
  await fillWorkspace((await makeMember()).workspaceId)
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
      /^(idempotent|quota|audit|webhook|shop|mail_in)_|^(event_batches|push_outbox|erasures|retention|delivery_pins|prescriptions|subscriptions|billing_invoices|pay_rules)$/.test(
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
  await fillWorkspace(workspaceId)
  await fillWorkspace((await makeMember()).workspaceId)
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
  await fillWorkspace(workspaceId)
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
  await fillWorkspace(workspaceId)
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
  await fillWorkspace(workspaceId)
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
  await fillWorkspace(workspaceId)
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
  await fillWorkspace(workspaceId)
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

/** At least one row in every table of the workspace. */
const someContent = { sha256: 'a'.repeat(64), bytes: 1 }

async function fillWorkspace(id: string): Promise<void> {
  await claimBlob(deps.db, someContent)
  await rig(deps.db, id, async (trx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(trx)
    await run(sql`insert into depots (workspace_id, name, address, lat, lng) values (${id}, 'D', 'A', 0, 0)`)
    await run(sql`insert into ownership_offers (workspace_id, from_user, to_user, expires_at)
      select workspace_id, user_id, user_id, now() from members limit 1`)
    await run(sql`insert into retention (workspace_id, applied_on) values (${id}, '2026-01-01')`)
    await run(sql`insert into erasures (workspace_id, deliveries, addresses, delivery_ids, address_ids, wanted,
      requested_by_name, requested_at) values (${id}, 0, 0, '{}', '{}', '{}', 'Budi', now())`)
    await run(sql`insert into clients (workspace_id, name) values (${id}, 'C')`)
    await run(sql`insert into vehicles (workspace_id, code) values (${id}, 'KA-1')`)
    await run(sql`insert into drivers (workspace_id, name) values (${id}, 'N')`)
    await run(sql`insert into days_off (workspace_id, driver_id, first_day, last_day)
      select ${id}, id, '2026-01-01', '2026-01-01' from drivers`)
    await run(sql`insert into trackers (workspace_id, driver_id, name, token_hash, created_at)
      select ${id}, id, 'T', sha256(${id}::text::bytea), now() from drivers`)
    await run(sql`select record_positions(array[${id}::uuid], array[id], '{1}', array[now()], '{0}', '{0}', '{null}', '{null}',
        '{null}', '{null}', '{null}', '{app}', array[id], '{null}',
        json_build_array(of || jsonb_build_object('track', '{}'::jsonb, 'day', '2026-01-01', 'counted', 0)),
        json_build_array(of || jsonb_build_object('kind', 'stay', 'f', now(), 't', now())), '{}', now())
      from drivers, lateral (select jsonb_build_object('w', ${id}::uuid, 'd', id, 'lat', 0, 'lng', 0, 'o', 'app') as of) o`)
    await run(sql`insert into standing_routes (workspace_id, name, driver_id) select ${id}, 'S', id from drivers`)
    await run(sql`insert into recurring_orders (workspace_id, "order", weekdays, first_day)
      values (${id}, '{}', '{1}', '2099-01-01')`)
    await run(sql`insert into recurring_days (workspace_id, recurring_id, day, delivery_id)
      select workspace_id, id, '2026-01-01', id from recurring_orders`)
    await run(sql`insert into holidays (workspace_id, day, name) values (${id}, '2026-01-01', 'H')`)
    await run(
      sql`insert into territories (workspace_id, name, color, area, rule) values (${id}, 'T', '#2563eb', '{}', 'only')`,
    )
    await run(sql`insert into saved_views (workspace_id, user_id, name, query, is_shared)
      values (${id}, ${id}, 'V', '', true)`)
    await run(
      sql`insert into default_views (workspace_id, user_id, view_id) select workspace_id, user_id, id from saved_views`,
    )
    await run(sql`insert into import_mappings (workspace_id, kind, name, header, fields)
      values (${id}, 'deliveries', 'M', '{}', '{}')`)
    await run(sql`insert into planning_settings (workspace_id) values (${id})`)
    await run(sql`insert into waves (workspace_id, name, plan_at, plans_for, time_limit_seconds)
      values (${id}, 'W', '05:30', 'same_day', 1)`)
    await run(sql`insert into reports (workspace_id, name, measures, filters, period, range, compare, created_by_name)
      values (${id}, 'R', '{attempts}', '{}', 'day', 'last_month', true, 'N')`)
    await run(sql`insert into report_sendings (workspace_id, report_id, at, day, as_user, formats)
      select workspace_id, id, now(), '2026-01-01', ${id}, '{pdf}' from reports`)
    await run(
      sql`insert into report_refusals (workspace_id, report_id, user_id) select workspace_id, id, ${id} from reports`,
    )
    await run(sql`insert into invitations (workspace_id, email, role, link_hash, invited_by, invited_by_name, created_at,
      expires_at) values (${id}, 'n@example.com', 'viewer', sha256(${id}::text::bytea), ${id}, 'N', now(), now())`)
    await run(sql`insert into driver_codes (workspace_id, driver_id, hash, made_by, made_by_name, created_at, expires_at)
      select ${id}, id, sha256(${id}::text::bytea), ${id}, 'N', now(), now() from drivers`)
    await run(sql`insert into deliveries (workspace_id, number, source, delivery_address, scheduled_date, service_minutes)
      values (${id}, 1, 'manual', 'A', '2026-01-01', 5)`)
    await run(sql`insert into delivery_events (workspace_id, delivery_id, format, sequence, kind, at, hash)
      select workspace_id, id, 2, 1, 'created', now(), 'h' from deliveries`)
    await run(sql`insert into delivery_excursions (workspace_id, delivery_id, began_at, written)
      select ${id}, id, now(), '{}' from deliveries limit 1`)
    await run(sql`insert into photos (workspace_id, id, about, about_id, delivery_id, sha256, bytes, media_type, width, height,
      taken_at, expected_at) select ${id}, new_id(), 'proof', new_id(), id, 'h', 1, 'image/jpeg', 1, 1, now(), now() from deliveries`)
    await run(sql`insert into proofs (workspace_id, id, delivery_id, kind, taken_at, received_at)
      select ${id}, new_id(), id, 'name', now(), now() from deliveries`)
    await run(
      sql`insert into delivery_pins (workspace_id, delivery_id, pin, salt) select ${id}, id, '1234', 's' from deliveries`,
    )
    await run(sql`insert into prescriptions (workspace_id, delivery_id, sealed, created_at, updated_at, updated_by)
      select ${id}, id, '', now(), now(), 'A' from deliveries`)
    await run(
      sql`insert into prescription_doors (workspace_id, delivery_id, sealed) select ${id}, id, '' from deliveries`,
    )
    await run(sql`insert into delivery_openings (workspace_id, delivery_id, person_id, opened_at)
      select ${id}, id, new_id(), now() from deliveries`)
    await run(sql`insert into driver_devices (workspace_id, id, driver_id, name, platform, public_key, registered_at)
      select ${id}, new_id(), id, 'N', 'N', '{}', now() from drivers`)
    await run(sql`insert into road_entries (workspace_id, device_id, sequence, id, driver_id, kind, at, happened_at,
      received_at, hash, signature, outcome)
      select ${id}, id, 1, new_id(), driver_id, 'departed', 'now', now(), now(), 'h', 's', 'applied' from driver_devices`)
    await run(sql`insert into shifts (workspace_id, id, driver_id, vehicle_id, started_at)
      select ${id}, new_id(), d.id, v.id, now() - interval '1 hour' from drivers d, vehicles v`)
    await run(sql`insert into vehicle_checks (workspace_id, id, vehicle_id, driver_id, checked_at, is_blocking)
      select ${id}, new_id(), v.id, d.id, now(), false from vehicles v, drivers d`)
    await run(sql`insert into maintenance_schedules (workspace_id, vehicle_id, name, every_km, warn_km, warn_days,
      created_at, updated_at) select ${id}, id, 'N', 1000, 0, 0, now(), now() from vehicles`)
    await run(sql`insert into work_orders (workspace_id, vehicle_id, title, state, parts_cost, labor_cost, currency,
      created_by, created_at, updated_at) select ${id}, id, 'T', 'open', 0, 0, 'USD', 'N', now(), now() from vehicles`)
    await run(sql`insert into fleet_documents (workspace_id, vehicle_id, kind, name, warn_days, created_at, updated_at)
      select ${id}, id, 'other', 'N', 0, now(), now() from vehicles`)
    await run(sql`insert into fuel_entries (workspace_id, vehicle_id, filled_at, quantity, unit, is_full, cost, currency,
      source, author_name, created_at) select ${id}, id, now(), 1, 'l', true, 0, 'USD', 'hand', 'N', now() from vehicles`)
    await run(sql`insert into pickup_places (workspace_id, name, address, lat, lng, week, preparation_minutes,
      service_minutes, created_at, updated_at) values (${id}, 'N', 'A', 0, 0, '{}', 0, 0, now(), now())`)
    await run(sql`insert into preparations (delivery_id, workspace_id, pickup_place_id, ordered_at, usual_minutes,
      planned_ready_at, ready_at, asked, derived) select d.id, ${id}, p.id, now(), 0, now(), now(), '{}', '{}'
      from deliveries d, pickup_places p`)
    await run(sql`insert into odometer_readings (workspace_id, vehicle_id, km, read_at, source, state, author_name,
      created_at) select ${id}, id, 1, now(), 'hand', 'counted', 'N', now() from vehicles`)
    await run(sql`select step_drives(now(), 100)`)
    await run(sql`insert into stop_progress (workspace_id, stop_id, driver_id)
      select ${id}, new_id(), id from drivers`)
    await run(sql`insert into parcel_progress (workspace_id, delivery_id, index) select ${id}, id, 0 from deliveries`)
    await run(sql`insert into road_settings (workspace_id) values (${id})`)
    await run(sql`insert into alerts (workspace_id, kind, key, severity, sentence, raised_at)
      values (${id}, 'conflict', 'k', 'low', 'S', now())`)
    await run(sql`insert into cash_hand_ins (workspace_id, id, driver_id, amount, handed_in_at, received_at)
      select ${id}, new_id(), id, 1, now(), now() from drivers`)
    await run(sql`insert into temperature_readings (workspace_id, vehicle_id, compartment, read_at, celsius, source, received_at)
      select ${id}, id, '', now(), 5, 'hand', now() from vehicles limit 1`)
    await run(sql`insert into temperature_excursions (workspace_id, vehicle_id, compartment, began_at, last_at, lowest_c,
      highest_c, degree_minutes, mean_kinetic_c) select ${id}, id, '', now(), now(), 9, 9, 1, 9 from vehicles limit 1`)
    await run(sql`insert into cash_entries (workspace_id, driver_id, kind, amount, author_name, happened_at, added_at)
      select ${id}, id, 'taken', 1, 'N', now(), now() from drivers`)
    await run(sql`insert into message_threads (workspace_id, driver_id) select ${id}, id from drivers`)
    await run(sql`insert into driver_messages (workspace_id, id, driver_id, sender, author_name, text, sent_at, received_at, position)
      select ${id}, new_id(), id, 'driver', 'N', 'T', now(), now(), 1 from drivers`)
    await run(sql`insert into message_settings (workspace_id) values (${id})`)
    await run(sql`insert into address_visits (workspace_id, delivery_id, address_key, address, day, at)
      select ${id}, id, 'a', 'A', '2026-01-01', now() from deliveries`)
    await run(sql`insert into learned_places (workspace_id, address_key, address, kind, spread, seen, days, pinned,
      first_at, last_at, state) values (${id}, 'a', 'A', 'pin', 0, 1, 1, 0, now(), now(), 'gathering')`)
    await run(sql`insert into tracking_settings (workspace_id) values (${id})`)
    await run(sql`insert into workspace_looks (workspace_id) values (${id})`)
    await run(sql`insert into notification_settings (workspace_id) values (${id})`)
    await run(sql`insert into notification_templates (workspace_id, language, event, channel, body)
      values (${id}, 'en', 'near', 'sms', 'B')`)
    await run(sql`insert into notifications (workspace_id, delivery_id, event, channel, occasion, send_after, created_at)
      select ${id}, id, 'planned', 'sms', 'o', now(), now() from deliveries`)
    await run(sql`insert into notification_replies (workspace_id, delivery_id, sender, body, provider_reference, received_at)
      select ${id}, id, 's', 'b', id::text, now() from deliveries`)
    await run(sql`insert into consents (workspace_id, channel, address, author_name, created_at)
      values (${id}, 'sms', '+1', 'A', now())`)
    await run(sql`insert into suppressions (workspace_id, channel, address, reason, created_at)
      values (${id}, 'sms', '+1', 'by_hand', now())`)
    await run(sql`insert into recipient_subscriptions (workspace_id, delivery_id, endpoint, p256dh, auth, created_at)
      select ${id}, id, 'https://push.example', 'p', 'a', now() from deliveries`)
    await run(sql`insert into slot_settings (workspace_id, is_on, windows, days_ahead, cut_off_minutes, service_km,
      blackout_days, price, hold_minutes, near_meters, order_page)
      values (${id}, true, '[]', 14, 120, 30, '{}', '{}', 15, 300, false)`)
    await run(sql`insert into shipping_settings (workspace_id, rules, most_rates) values (${id}, '[]', 10)`)
    await run(sql`insert into slot_holds (workspace_id, day, starts, ends, price, wanted, expires_at, created_at)
      values (${id}, '2026-03-16', '09:00', '11:00', 0, '{}', now(), now())`)
    await run(sql`insert into depots (workspace_id, name, address, lat, lng, opens, closes, is_default, active)
      values (${id}, 'Hub', 'Gudang', 0, 0, '06:00', '22:00', false, true)`)
    await run(sql`insert into transfers (workspace_id, number, day, from_depot_id, from_depot_name, to_depot_id, to_depot_name,
      departs_at, arrives_at, expected_at, handling_minutes, created_by, created_at, updated_at)
      select ${id}, 1, '2026-03-16', a.id, '', b.id, '', now(), now() + interval '1 hour', now(), 0, '', now(), now()
      from depots a, depots b where a.name <> 'Hub' and b.name = 'Hub' limit 1`)
    await run(sql`insert into transfer_deliveries (workspace_id, transfer_id, delivery_id, number, parcels, weight_kg, volume_l,
      units, moved_depot) select ${id}, t.id, d.id, 1, 1, 0, 0, 0, false from transfers t, deliveries d limit 1`)
    await run(sql`insert into pay_rules (workspace_id, valid_from, currency, per_hour, per_stop, per_km, pays_breaks, created_at)
      values (${id}, '2026-01-01', 'USD', 1, 1, 1, true, now())`)
    await run(sql`insert into rate_cards (workspace_id, client_id, currency, valid_from, prices, cash_fee, cash_percent,
      again_fee, hours, minimum, fuel_percent, tax_percent, created_at, updated_at)
      select ${id}, id, 'USD', '2026-01-01', '[]', 0, 0, 0, '[]', 0, 0, 0, now(), now() from clients`)
    await run(sql`insert into client_invoices (workspace_id, client_id, client_name, number, kind, month, currency, charges,
      net, taxes, total, made_at, made_by)
      select ${id}, id, name, 1, 'invoice', '2026-01', 'USD', 0, 0, '[]', 0, now(), 'N' from clients`)
    await run(sql`insert into client_charges (workspace_id, client_id, attempt, day, cash_currency)
      select ${id}, id, 1, '2026-01-01', 'USD' from clients`)
    await run(sql`insert into mail_in_settings (workspace_id, token, is_on, mode, senders)
      values (${id}, ${id}::text, true, 'replace', '{}')`)
    await run(sql`insert into mail_in_mails (workspace_id, message_id, sender, subject, received_at, state, files, hashes)
      values (${id}, 'm', 's', 's', now(), 'taken', '[]', '{}')`)
    await run(sql`insert into webhook_endpoints (workspace_id, url, description, types, secret, created_at, created_by, updated_at)
      values (${id}, 'https://hook.example', '', '{}', '', now(), 'N', now())`)
    await run(sql`insert into webhook_progress (endpoint_id, workspace_id, position)
      select id, ${id}, 0 from webhook_endpoints`)
    await run(sql`insert into webhook_calls (workspace_id, endpoint_id, batch_id, index, event_id, type, subject_kind, subject_id,
      is_next, send_after, created_at) select ${id}, id, 0, 1, id, 't', 'k', id, true, now(), now() from webhook_endpoints`)
    await run(sql`insert into webhook_answers (workspace_id, call_id, at, took_ms, answer)
      select ${id}, id, now(), 1, '' from webhook_calls`)
    await run(sql`insert into alert_settings (workspace_id) values (${id})`)
    await run(sql`insert into alert_choices (workspace_id, user_id, choices)
      select ${id}, user_id, '{}' from members where role = 'owner'`)
    await run(sql`insert into push_subscriptions (workspace_id, user_id, app, endpoint, p256dh, auth)
      select ${id}, user_id, 'dispatcher', 'https://push.example', 'p', 'a' from members where role = 'owner'`)
    await run(sql`insert into eta_observations (workspace_id, stop_id, kind, driver_id, cell, hour, planned_seconds,
      actual_seconds, observed_at) select ${id}, new_id(), 'drive', id, 'c', 8, 60, 60, now() from drivers`)
    await run(sql`insert into push_outbox (workspace_id, type, subject_id, driver_ids)
      values (${id}, 'alert.raised', new_id(), '{}')`)
    await run(sql`insert into travel_blocks (workspace_id, source, origins, destinations, travel, asked_at)
      values (${id}, 's', '{1}', '{2}', '', now())`)
    await run(sql`insert into travel_ways (workspace_id, source, origin, destination, asked_at)
      values (${id}, 's', 1, 2, now())`)
    await run(sql`insert into eta_fits (workspace_id, fitted_at) values (${id}, now())`)
    await run(sql`insert into figure_attempts (workspace_id, delivery_id, attempt, day, number, hour, currency, arrived_at,
      ended_at) select ${id}, id, 1, '2026-03-15', 1, 9, 'USD', now(), now() from deliveries`)
    await run(sql`insert into figure_sums (workspace_id, way, split, day, currency)
      values (${id}, 'depot', 'none', '2026-03-15', 'USD')`)
    await run(sql`insert into figure_routes (workspace_id, route_id, day, route_meters, empty_meters, planned_seconds)
      values (${id}, new_id(), '2026-03-15', 0, 0, 0)`)
    await run(sql`insert into figure_days (workspace_id, day, stale_since, changed_at)
      values (${id}, '2026-03-15', now(), now())`)
    await run(sql`insert into figure_progress (workspace_id, position, read_until) values (${id}, 0, now())`)
    await run(sql`insert into figure_names (workspace_id, kind, key, name) values (${id}, 'driver', 'k', 'N')`)
    await run(sql`insert into figure_places (workspace_id, key, address) values (${id}, 'k', 'K')`)
    await run(sql`insert into figure_place_months (workspace_id, month, place_id, attempts, failed_there, services,
      planned_service_seconds, actual_service_seconds, waited, waiting_seconds, late_address, late_address_seconds, pin_unsure)
      select ${id}, '2026-03-01', id, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0 from figure_places`)
    await run(sql`insert into former_currencies (workspace_id, until, currency) values (${id}, now(), 'USD')`)
    await run(sql`insert into eta_effects (workspace_id, kind, scope, key, observations, total, effect)
      values (${id}, 'drive', 'all', '', 1, 0, 0)`)
    await run(sql`insert into chain_heads (workspace_id, subject, subject_id, length, hash, is_whole)
      select workspace_id, 'delivery', id, 1, 'h', true from deliveries`)
    await run(sql`insert into custody_log (workspace_id, number, day, at, chains, root, hash, signature, public_key)
      values (${id}, 1, '2026-01-01', now(), 1, 'r', 'h', 's', '{}')`)
    await run(sql`insert into custody_leaves (workspace_id, number, subject, subject_id, length, hash)
      select workspace_id, 1, 'delivery', id, 1, 'h' from deliveries`)
    await run(sql`with batch as (insert into event_batches (workspace_id, at) values (${id}, now()) returning id)
      insert into events (workspace_id, batch_id, index, type, subject_kind, subject_id, data, previous, actor_kind, actor_name, at)
      select ${id}, id, 1, 'driver.created', 'driver', ${id}, '{}', '{}', 'system', 'N', now() from batch`)
    await run(sql`insert into addresses (workspace_id, address, lat, lng, confirmed_by_name, confirmed_at)
      values (${id}, 'A', 0, 0, 'N', now())`)
    await run(sql`insert into address_spellings (workspace_id, address_id, position, spelling)
      select workspace_id, id, 0, 'A' from addresses`)
    await run(
      sql`insert into custom_fields (workspace_id, key, label, type, position) values (${id}, 'k', 'L', 'text', 0)`,
    )
    await run(sql`insert into geocodes (workspace_id, provider, key, hits, asked_at, expires_at)
      values (${id}, 'nominatim', 'a', '[]', now(), now())`)
    await run(
      sql`insert into plans (workspace_id, day, driver_ids, time_limit_seconds) values (${id}, '2026-01-01', '{}', 1)`,
    )
    await run(sql`insert into plan_changes (workspace_id, plan_id, number, at, actor_kind, sentence, types, edits, effect,
      route_ids, delivery_ids, after) select ${id}, id, 1, now(), 'system', 'S', '{}', '[]', '{}', '{}', '{}', '{}' from plans`)
    await run(sql`insert into unpublished_changes (workspace_id, plan_id, number, at, actor_kind, sentence, edits, steps)
      select ${id}, id, 1, now(), 'system', 'S', '[]', '[]' from plans`)
    await run(sql`insert into rehearsals (workspace_id, plan_id, day, plan_version, days, seed, time_limit_seconds, what_ifs)
      select ${id}, id, day, 1, 10, 1, 1, '[]' from plans`)
    await run(sql`insert into operations (workspace_id, stops, vehicles, time_limit_seconds, threads, seed)
      values (${id}, 1, 1, 1, 1, 0)`)
    await run(sql`insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at, distance_km,
      driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l)
      select ${id}, p.id, 0, d.id, 'N', now(), now(), 0, 0, 0, 0, 0, 0, 0, 0 from plans p, drivers d`)
    await run(sql`insert into stops (workspace_id, route_id, position, kind, name, address, lat, lng, arrival_at, departure_at,
      waiting_seconds, service_seconds, distance_km, load_kg, load_l)
      select ${id}, id, 0, 'start', 'D', 'A', 0, 0, now(), now(), 0, 0, 0, 0, 0 from routes`)
    await run(sql`insert into route_etas (workspace_id, route_id, computed_at) select ${id}, id, now() from routes`)
    await run(sql`insert into stop_etas (workspace_id, stop_id, route_id, basis, computed_at, p10_at, p50_at, p90_at)
      select ${id}, new_id(), id, 'plan', now(), now(), now(), now() from routes`)
    await run(sql`insert into eta_history (workspace_id, stop_id, said_at, route_id, driver_id, basis, p10_at, p50_at,
      p90_at) select ${id}, new_id(), now(), id, driver_id, 'plan', now(), now(), now() from routes`)
    await run(sql`insert into route_handovers (workspace_id, id, plan_id) select workspace_id, id, plan_id from routes`)
    await run(
      sql`insert into idempotent_replies (workspace_id, endpoint, key, request_hash) values (${id}, 'e', 'k', 'h')`,
    )
    await run(sql`insert into api_keys (workspace_id, name, prefix, hash, scopes, created_by, created_by_name)
      values (${id}, 'K', 'karta_live_', sha256(${id}::text::bytea), '{read}', ${id}, 'N')`)
    await run(sql`select begin_key_day(id, '2026-03-01', '2026-03-02') from api_keys where workspace_id = ${id}`)
    await run(sql`insert into api_usage (workspace_id, month, ends_at) values (${id}, '2026-01-01', '2026-02-01')`)
    await run(sql`insert into quota_days (workspace_id, name, used, ends_at) values (${id}, 'Q', 1, now())`)
    await run(sql`insert into quota_months (workspace_id, waits_above, ends_at) values (${id}, 1, now())`)
    await run(sql`select note_usage(now())`)
    await run(sql`insert into subscriptions (workspace_id, customer_id) values (${id}, ${id}::text)`)
    await run(sql`insert into billing_invoices (workspace_id, id, status, total, currency, created_at)
      values (${id}, 'in_1', 'paid', 1, 'usd', now())`)
    await run(
      sql`insert into imports (workspace_id, id, rows, received, created_at) values (${id}, ${id}, 1, 1, now())`,
    )
    await run(sql`select recount_quotas(${id}, now())`)
    await run(sql`insert into quota_changes (workspace_id, name, change) values (${id}, 'deliveries', 1)`)
    await run(sql`insert into integrations (workspace_id, platform, state) values (${id}, 'wix', 'connecting')`)
    await run(sql`insert into shop_syncs (integration_id, workspace_id, position, next_sync_at)
      select id, ${id}, 0, now() from integrations`)
    await run(sql`insert into shop_events (workspace_id, integration_id, hook_id, topic, about, received_at)
      select ${id}, id, 'h', 't', 'order', now() from integrations`)
    await run(sql`insert into shop_orders (workspace_id, platform, store, external_id, number, state, modified_at, created_at, updated_at)
      values (${id}, 'wix', 's', '1', '1', 'taken', now(), now(), now())`)
    await run(sql`insert into shop_deliveries (order_id, workspace_id, part, delivery_id, said)
      select o.id, ${id}, 'p', d.id, '{}' from shop_orders o, deliveries d limit 1`)
    await run(sql`insert into shop_outbox (workspace_id, integration_id, delivery_id, event_id, kind, at, created_at)
      select ${id}, i.id, d.id, i.id, 'dispatched', now(), now() from integrations i, deliveries d limit 1`)
    await run(sql`insert into realtime.messages (id, workspace_id, topic, event, payload, inserted_at, expires_at)
      values (gen_random_uuid(), ${id}, 'room', 'hello', '{}', now(), now() + interval '1 hour')`)
    await run(sql`insert into storage.buckets (workspace_id, id, name) values (${id}, 'B', 'B')`)
    await run(sql`insert into storage.objects (workspace_id, bucket_id, name, sha256, size, metadata, version)
      values (${id}, 'B', 'N', ${someContent.sha256}, 1, '{}', ${id})`)
    await run(sql`insert into storage.uploads
      (id, workspace_id, bucket_id, name, upsert, content_type, cache_control, upload_metadata, expires_at)
      values (${id}, ${id}, 'B', 'N', false, 't', 'c', '', now())`)
    noteAudit(trx, { workspaceId: id, userId: null, name: 'N' }, { action: 'audit.exported' }, deps.now())
    await run(sql`insert into audit_checks (workspace_id, state, asked_at) values (${id}, 'waiting', now())`)
    await run(
      sql`insert into audit_visits (workspace_id, session_id) values (${id}, ${(await makeMember()).sessionId})`,
    )
    await run(sql`insert into connection_attempts (workspace_id, platform, state_hash, user_id, return_to, expires_at)
      values (${id}, 'wix', sha256(${id}::text::bytea), ${id}, 'page', now())`)
  })
}

test('a view of the data API shows one workspace, no credentials, and nothing outside a transaction with one', async () => {
  const mine = await makeMember()
  await fillWorkspace(mine.workspaceId)
  await fillWorkspace((await makeMember()).workspaceId)
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

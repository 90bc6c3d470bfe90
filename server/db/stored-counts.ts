import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'

/*
 * Counts what each workspace has: bytes, deliveries and files. Triggers on every table with a workspace write down what each
 * statement adds and takes away (`quota_changes`), in its transaction, whoever writes. They follow from the catalog, so a
 * new table or column is counted without being named here. A stored file counts with its content, even if others have the
 * same.
 */

/** Counted elsewhere, or so small that counting would cost more than it tells. */
const uncounted = [
  'members',
  'ownership_offers',
  'api_keys',
  'api_usage',
  'api_key_days',
  'connection_attempts',
  'quota_counts',
  'quota_changes',
  'quota_days',
  'quota_months',
  'usage_days',
  'subscriptions',
  'billing_invoices',
  'imports',
  // A file that the owner takes along is not the workspace's use, and is gone after days.
  'workspace_exports',
  'frozen_workspaces',
  // Kept for a while for whoever follows the log, which a workspace cannot shorten.
  'events',
  'event_batches',
  'event_heads',
  'event_debts',
  // So many that counting them anew would read for minutes. A day has at most so many of each driver, and the workspace says
  // how many days are kept.
  'positions',
  'driver_positions',
  // Written by the server about whoever uses it, who cannot write less.
  'audit_notes',
  'audit_entries',
  'audit_heads',
  'audit_checks',
  'audit_visits',
  // Written by the server all the time, about routes and what they took.
  'route_etas',
  'stop_etas',
  'eta_history',
  'eta_observations',
  'eta_effects',
  'eta_fits',
  // Worked out from deliveries and routes, which count.
  'figure_attempts',
  'figure_routes',
  'figure_sums',
  'figure_days',
  'figure_progress',
  'figure_names',
  'figure_places',
  'figure_place_months',
  'former_currencies',
  'vehicle_drives',
  // Medians of what was seen, a row of each kind of an address.
  'address_visits',
  'learned_places',
  // A cache of what routing engines answer, of limited size.
  'travel_blocks',
  'travel_ways',
  'push_outbox',
  'notification_outbox',
]

/** What a row counts for, besides its bytes. Whatever is no longer shown does not count. */
const alsoCounted: Record<string, Record<string, string>> = {
  deliveries: { deliveries: '(deleted_at is null)::int' },
  'storage.objects': { objects: '1' },
}

/** Bytes outside the database that belong to a row. */
const alsoBytes: Record<string, string> = { 'storage.objects': 'size' }

type Column = { name: string; type: string; length: number }
/** A name has its schema, if that is not `public`. */
type Table = { name: string; columns: Column[] }

/** Makes the triggers and functions that count, if they are not yet as they should be. As the tables' owner. */
export async function countStored(trx: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists migrations.stored_counts (version text not null)`.execute(trx)
  const { statements, version } = await counting(trx)
  if (await isCounted(trx)) return
  for (const statement of statements) await sql.raw(statement).execute(trx)
  // Rows written before were counted in another way, or not at all.
  await sql`update quota_counts set recounted_at = null`.execute(trx)
  await sql`delete from migrations.stored_counts`.execute(trx)
  await sql`insert into migrations.stored_counts values (${version})`.execute(trx)
}

/** Whether the triggers and functions that count are as they should be. */
export async function isCounted(db: Kysely<unknown>): Promise<boolean> {
  const { rows: tables } = await sql`select where to_regclass('migrations.stored_counts') is not null`.execute(db)
  if (!tables.length) return false
  const { rows } = await sql<{ version: string }>`select version from migrations.stored_counts`.execute(db)
  return rows[0] !== undefined && rows[0].version === (await counting(db)).version
}

async function counting(db: Kysely<unknown>): Promise<{ statements: string[]; version: string }> {
  const tables = await countedTables(db)
  const statements = [...tables.flatMap(triggersOf), recountOf(tables)]
  return { statements, version: createHash('sha256').update(statements.join(';\n')).digest('hex') }
}

/** Removes the triggers before a migration, which may change rows after it has dropped a column that they read. */
export async function stopCounting(trx: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as statement
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and p.pronamespace = 'public'::regnamespace and p.proname like 'count\_stored\_%'`.execute(
    trx,
  )
  for (const { statement } of rows) await sql.raw(statement).execute(trx)
  if (rows.length) await sql`delete from migrations.stored_counts`.execute(trx)
}

async function countedTables(trx: Kysely<unknown>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name, json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, null), 'length', a.attlen) order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'storage') and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and not c.relname = any(${uncounted}::text[])
      and exists (select from pg_attribute w where w.attrelid = c.oid and w.attname = 'workspace_id')
    group by 1 order by 1`.execute(trx)
  return rows
}

/** The header of a row, and the pointer to it. */
const rowOverhead = 28

/** The path of no members leads to the whole value, as it is outside of a row: never compressed. */
function sizeOf(value: string, type: string): string {
  if (type === 'jsonb') return `pg_column_size(${value} #> '{}')`
  return `octet_length(${type === 'text' || type === 'bytea' ? value : `${value}::text`})`
}

/**
 * The bytes of a row's values, before compression. The length of text and bytes is known without reading them, however
 * large they are.
 */
function bytesOf({ name: table, columns }: Table): string {
  const fixed = columns.filter(({ length }) => length > 0).reduce((sum, { length }) => sum + length, rowOverhead)
  const varying = columns
    .filter(({ length }) => length < 0)
    .map(({ name, type }) => {
      return `coalesce(${sizeOf(quoted(name), type)}, 0)`
    })
  return [fixed, ...varying, ...(alsoBytes[table] ? [alsoBytes[table]] : [])].join(' + ')
}

const quoted = (name: string) =>
  name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')

const countsOf = (table: Table) => Object.entries({ bytes_stored: bytesOf(table), ...alsoCounted[table.name] })

function triggersOf(table: Table): string[] {
  const counts = countsOf(table)
  const rowsOf = (from: string, sign: string) =>
    `select workspace_id, ${counts.map(([name, what]) => `${sign}(${what})::bigint as ${name}`).join(', ')} from ${from}`
  // A workspace that is being deleted takes its rows along. It counts nothing any more.
  // Summed up first: PostgreSQL prepares a list of values anew for each row that it is joined with.
  const sums = counts.map(([name]) => `sum(r.${name}) as ${name}`).join(', ')
  const named = counts.map(([name]) => `('${name}', s.${name})`).join(', ')
  const write = (rows: string) => `insert into quota_changes (workspace_id, name, change)
      select s.workspace_id, c.name, c.change
        from (select r.workspace_id, ${sums} from (${rows}) r group by 1) s, lateral (values ${named}) c (name, change)
        where c.change <> 0 and exists (select from workspaces w where w.id = s.workspace_id)`
  const name = `count_stored_${table.name.replace('.', '_')}`
  const trigger = (on: string, referencing: string) =>
    `create or replace trigger count_${on} after ${on} on ${quoted(table.name)} referencing ${referencing}
      for each statement execute function ${name}()`
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        ${write(rowsOf('added', ''))};
      elsif tg_op = 'UPDATE' then
        ${write(`${rowsOf('added', '')} union all ${rowsOf('removed', '-')}`)};
      else
        ${write(rowsOf('removed', '-'))};
      end if;
      return null;
    end $$`,
    trigger('insert', 'new table as added'),
    trigger('update', 'old table as removed new table as added'),
    trigger('delete', 'old table as removed'),
  ]
}

/** One statement, so that it sees the rows and what was written down about them at the same moment. */
function recountOf(tables: Table[]): string {
  const names = [...new Set(tables.flatMap((table) => countsOf(table).map(([name]) => name)))]
  const sums = tables.flatMap((table) =>
    countsOf(table).map(
      ([name, what]) =>
        `select '${name}' as name, coalesce(sum((${what})::bigint), 0) as used from ${quoted(table.name)} where workspace_id = workspace`,
    ),
  )
  return `create or replace function recount_stored(workspace uuid, at timestamptz)
    returns table (name text, was_off_by bigint)
    language sql volatile as $$
      with gone as (delete from quota_changes q where q.workspace_id = workspace returning q.name, q.change),
      before as (
        select n.name, coalesce((select c.used from quota_counts c where c.workspace_id = workspace and c.name = n.name), 0)
          + coalesce((select sum(g.change) from gone g where g.name = n.name), 0) as used
        from unnest(array['${names.join(`', '`)}']) n (name)),
      now as (select u.name, sum(u.used)::bigint as used from (${sums.join(' union all ')}) u group by 1),
      written as (
        insert into quota_counts (workspace_id, name, used, recounted_at)
          select workspace, n.name, n.used, at from now n
          on conflict (workspace_id, name) do update set used = excluded.used, recounted_at = excluded.recounted_at)
      select n.name, (b.used - n.used)::bigint from now n join before b using (name)
        join quota_counts c on c.workspace_id = workspace and c.name = n.name and c.recounted_at is not null
        where b.used <> n.used
    $$`
}

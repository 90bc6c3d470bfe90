import type pg from 'pg'
import type { BackupHeader, TableName } from './backup-file.ts'

/** The schema of the task queue. Backups leave it out, so that no work runs twice. */
const queueSchema = 'pgboss'
/** The schema of the migrations' own tables. A restore recreates them by migrating. */
const migrationsSchema = 'migrations'

// Objects of extensions belong to them. Temporary schemas begin with pg_ too.
const ours = (classId: string, oid: string) => `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and not exists (select from pg_depend d where d.classid = '${classId}'::regclass and d.objid = ${oid} and d.deptype = 'e')`
const notRebuilt = `n.nspname not in ('${queueSchema}', '${migrationsSchema}')`

/** A name, quoted for SQL. */
export function quoted({ schema, name }: TableName): string {
  return `${quotedName(schema)}.${quotedName(name)}`
}

export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Every table whose rows belong in a backup, with its columns. A partitioned table counts as one. */
export async function listTables(client: pg.ClientBase): Promise<BackupHeader['tables']> {
  const { rows } = await client.query(`
    select n.nspname as schema, c.relname as name,
      coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attname is not null), '{}') as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and ${notRebuilt} and ${ours('pg_class', 'c.oid')}
    group by 1, 2 order by 1, 2`)
  return rows
}

/** Every sequence with its current value. */
export async function listSequences(client: pg.ClientBase): Promise<BackupHeader['sequences']> {
  const { rows } = await client.query<TableName>(`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${notRebuilt} and ${ours('pg_class', 'c.oid')} order by 1, 2`)
  const sequences: BackupHeader['sequences'] = []
  for (const { schema, name } of rows) {
    const query = `select last_value::text as value, is_called as "isCalled" from ${quoted({ schema, name })}`
    const state = await client.query<{ value: string; isCalled: boolean }>(query)
    sequences.push({ schema, name, ...state.rows[0]! })
  }
  return sequences
}

/** The names of the applied migrations, oldest first. Undefined for a database that Karta never migrated. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[] | undefined> {
  const table = `${migrationsSchema}.kysely_migration`
  const { rows: found } = await client.query(`select to_regclass($1) is not null as exists`, [table])
  if (!found[0].exists) return undefined
  const { rows } = await client.query<{ name: string }>(`select name from ${table} order by name`)
  return rows.map(({ name }) => name)
}

/** Statements that remove everything from the database except extensions and their objects. */
export async function dropStatements(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop schema if exists %I cascade', n.nspname) as statement, 1 as step
    from pg_namespace n where n.nspname <> 'public' and ${ours('pg_namespace', 'n.oid')}
    union all
    select format('drop %s if exists %I.%I cascade',
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        when 'f' then 'foreign table' else 'table' end, n.nspname, c.relname),
      -- An identity's sequence goes with its table and cannot go before.
      case c.relkind when 'S' then 3 else 2 end
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and ${ours('pg_class', 'c.oid')}
    union all
    select format('drop %s if exists %s cascade',
      case p.prokind when 'a' then 'aggregate' else 'routine' end, p.oid::regprocedure), 4
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and ${ours('pg_proc', 'p.oid')}
    union all
    select format('drop type if exists %I.%I cascade', n.nspname, t.typname), 5
    from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
    where n.nspname = 'public' and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c') and ${ours('pg_type', 't.oid')}
    order by step`)
  return rows.map(({ statement }) => statement)
}

/**
 * Pairs of statements that remove what prevents loading rows in any order, and restore it afterwards: foreign keys
 * (recreating them checks every row), triggers, and row-level security that applies even to the owner. An ordinary owner
 * may do all this, but may not set `session_replication_role`.
 */
export async function loadingGuards(client: pg.ClientBase): Promise<{ before: string[]; after: string[] }> {
  const { rows } = await client.query<{ before: string; after: string }>(`
    select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as before,
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as after
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and ${ours('pg_class', 'c.oid')}
    union all
    select format('alter table %s disable trigger %I', c.oid::regclass, t.tgname),
      format('alter table %s enable %s trigger %I', c.oid::regclass,
        case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgenabled <> 'D' and t.tgparentid = 0 and ${ours('pg_class', 'c.oid')}
    union all
    select format('alter table %s no force row level security', c.oid::regclass),
      format('alter table %s force row level security', c.oid::regclass)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relforcerowsecurity and ${ours('pg_class', 'c.oid')}`)
  return { before: rows.map((row) => row.before), after: rows.map((row) => row.after) }
}

/** Statements that refresh materialized views in the order of their creation, so that none depends on a later one. */
export async function refreshStatements(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('refresh materialized view %s', c.oid::regclass) as statement
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'm' and ${ours('pg_class', 'c.oid')} order by c.oid`)
  return rows.map(({ statement }) => statement)
}

import type pg from 'pg'

/** How many deliveries the planner is told of. */
export const toldDeliveries = 10_000_000

/** A step of a plan, as `auto_explain` writes it. */
type Step = {
  'Node Type': string
  'Total Cost': number
  'Relation Name'?: string
  Alias?: string
  Plans?: Step[]
}

export type SeenPlan = { text: string; plan: Step }

/** What grows as deliveries do without naming any. */
const others = [
  'deliveries',
  'events',
  'event_batches',
  'audit_entries',
  'positions',
  'road_entries',
  'webhook_calls',
  'custody_log',
  'custody_leaves',
  'geocodes',
  'storage.objects',
  'storage.blobs',
]
/** Columns that say what a table has a row of, and how many there are: a route has 25 deliveries, a plan 40 routes. */
const naming: Record<string, number> = {
  delivery_id: toldDeliveries,
  stop_id: toldDeliveries,
  subject_id: toldDeliveries,
  subject: toldDeliveries,
  route_id: toldDeliveries / 25,
  plan_id: toldDeliveries / 1000,
}
/** What these have a row of is another thing than what they name: a driver, what is under way or what goes wrong. */
const fewer: Record<string, number> = {
  driver_positions: 0,
  event_debts: 0,
  notification_outbox: 0,
  push_outbox: 0,
  slot_holds: 0,
  audit_notes: 0,
  routes: toldDeliveries / 25,
  figure_routes: toldDeliveries / 25,
  driver_messages: toldDeliveries / 100,
  alerts: toldDeliveries / 50,
  stays: toldDeliveries / 10,
}

/** What the planner takes to be different values, by the name of a column: a share of the rows if it is negative. */
const distinct: Record<string, number> = {
  workspace_id: 1,
  id: -1,
  position: -1,
  about_id: -0.9,
  day: 2000,
  endpoint_id: 5,
  delivery_id: -0.5,
  stop_id: -0.5,
  subject_id: -0.5,
  batch_id: -0.5,
  event_id: -0.9,
  route_id: -0.04,
  plan_id: -0.025,
  driver_id: 200,
}

type Growing = { oid: number; name: string; schema: string; table: string; rows: number }

/** Tables that grow with deliveries, with their partitions. */
async function growing(owner: pg.ClientBase): Promise<Growing[]> {
  const { rows } = await owner.query<Growing & { root: string; columns: string[] }>(
    `select c.oid::int, c.oid::regclass::text as name, n.nspname as schema, c.relname as table,
      root.oid::regclass::text as root,
      array(select attname::text from pg_attribute a where a.attrelid = root.oid and a.attname = any($2)) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      left join pg_inherits i on i.inhrelid = c.oid
      join pg_class root on root.oid = coalesce(i.inhparent, c.oid)
    where c.relkind = 'r' and c.relname <> 'other'
      and (root.oid::regclass::text = any($1) or root.relnamespace = 'public'::regnamespace and exists (
        select from pg_attribute a where a.attrelid = root.oid and a.attname = any($2) and not a.attisdropped))
    order by 2`,
    [others, Object.keys(naming)],
  )
  return rows
    .map(({ root, columns, ...table }) => {
      const most = others.includes(root) ? toldDeliveries : Math.max(...columns.map((column) => naming[column]!))
      return { ...table, rows: fewer[root] ?? most }
    })
    .filter(({ rows: expected }) => expected > 0)
}

/**
 * Tells the planner that each of these tables has the rows of ten million deliveries, all of one workspace, without writing them: it multiplies
 * how many rows a page is said to have by the pages that there are.
 * @returns the names of the tables
 */
export async function plantSize(owner: pg.ClientBase): Promise<string[]> {
  const tables = await growing(owner)
  for (const { oid, name, schema, table, rows } of tables) {
    await owner.query(`alter table ${name} set (autovacuum_enabled = false)`)
    await givePage(owner, oid, name)
    const { rows: columns } = await owner.query<{ attname: string; isKey: boolean }>(
      `select attname, exists (select from pg_index i where i.indrelid = attrelid and i.indisunique and i.indnkeyatts = 1
          and i.indkey[0] = attnum and i.indpred is null) as "isKey"
        from pg_attribute where attrelid = $1 and attnum > 0 and not attisdropped`,
      [oid],
    )
    for (const { attname, isKey } of columns) {
      const values = isKey ? -1 : distinct[attname]
      if (values === undefined) continue
      await owner.query(
        `select pg_restore_attribute_stats('schemaname', $1::text, 'relname', $2::text, 'attname', $3::text, 'inherited', false,
          'null_frac', 0::real, 'avg_width', 16, 'n_distinct', $4::real)`,
        [schema, table, attname, values],
      )
    }
    await owner.query(
      `update pg_class set reltuples = $2, relpages = greatest(pg_relation_size(oid) / current_setting('block_size')::int, 1)
        where oid = $1 or oid in (select indexrelid from pg_index where indrelid = $1 and indpred is null)`,
      [oid, rows],
    )
  }
  return tables.map(({ table }) => table)
}

/** An empty table is read as a whole, whatever is said of it. A row that is taken back leaves its page. */
async function givePage(owner: pg.ClientBase, oid: number, name: string): Promise<void> {
  const { rows } = await owner.query<{ size: number }>('select pg_relation_size($1::oid)::int as size', [oid])
  if (rows[0]!.size > 0) return
  await owner.query('begin; set local session_replication_role = replica')
  const { rows: parents } = await owner.query<{ name: string }>(
    'select inhparent::regclass::text as name from pg_inherits where inhrelid = $1',
    [oid],
  )
  for (const parent of parents) await owner.query(`alter table ${parent.name} detach partition ${name}`)
  const { rows: constraints } = await owner.query<{ conname: string }>(
    `select quote_ident(conname) as conname from pg_constraint where conrelid = $1 and contype in ('c', 'p', 'u')
      and conparentid = 0`,
    [oid],
  )
  for (const { conname } of constraints)
    await owner.query(`alter table ${name} drop constraint if exists ${conname} cascade`)
  const { rows: columns } = await owner.query<{ column: string; fill: string }>(
    `select quote_ident(attname) as column, case when attgenerated <> '' or attidentity <> '' then 'default'
        when typname in ('json', 'jsonb') then '''{}''' when typcategory = 'A' then '''{}''' when typname = 'uuid' then 'gen_random_uuid()'
        when typcategory = 'N' then '1' when typcategory = 'D' then 'now()' when typcategory = 'B' then 'false'
        when typname = 'xid8' then 'pg_current_xact_id()'
        when typname = 'bytea' then '''\\x00''' else '''x''' end as fill
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where attrelid = $1 and attnum > 0 and not attisdropped and attnotnull`,
    [oid],
  )
  await owner.query(
    `insert into ${name} (${columns.map(({ column }) => column).join()}) values (${columns.map(({ fill }) => fill).join()})`,
  )
  await owner.query('rollback')
}

/** Keeps the plan of every statement that these connections run, also of those in functions and triggers. */
export async function watchPlans(pool: pg.Pool, owner: pg.ClientBase): Promise<{ take: () => SeenPlan[] }> {
  let seen: SeenPlan[] = []
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    client_min_messages: 'notice',
  }
  await owner.query(`load 'auto_explain'`)
  const { rows } = await owner.query<{ name: string }>('select quote_ident(current_database()) as name')
  for (const [name, value] of Object.entries(settings)) {
    await owner.query(`alter database ${rows[0]!.name} set ${name} = '${value}'`)
  }
  pool.on('connect', (client) =>
    client.on('notice', ({ message }) => {
      const json = /^duration: .*?plan:\n(.*)/s.exec(message ?? '')?.[1]
      if (!json) return
      const told = JSON.parse(json) as { 'Query Text': string; Plan: Step }
      seen.push({ text: told['Query Text'], plan: told.Plan })
    }),
  )
  // Connections that were opened before have none of it.
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
  return {
    take() {
      const taken = seen
      seen = []
      return taken
    },
  }
}

export const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

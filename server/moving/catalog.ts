import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { special, staying } from './tables.ts'

export type Column = { name: string; type: string; isIdentity: boolean; isNullable: boolean; hasDefault: boolean }

export type Table = {
  /** With its schema, unless that is `public`. */
  name: string
  columns: Column[]
}

type Reference = { from: string; columns: string[]; to: string; toColumns: string[]; isDeferred: boolean }

export type Catalog = {
  /** Every table whose rows belong to a workspace and move, after those that it refers to. */
  tables: Table[]
  references: Reference[]
}

const schemas = `('public', 'auth', 'storage', 'realtime')`
const nameOf = (schema: string, name: string) =>
  `case when ${schema} = 'public' then ${name} else ${schema} || '.' || ${name} end`

/** Reads which tables move, and in which order they can be filled. A partitioned table counts as one. */
export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const { rows } = await client.query<{ name: string; columns: Column[] }>(`
    select ${nameOf('n.nspname', 'c.relname')} as name, json_agg(json_build_object('name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod), 'isIdentity', a.attidentity <> '', 'isNullable', not a.attnotnull,
        'hasDefault', a.atthasdef) order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ${schemas}
      group by 1 order by 1`)
  const { rows: references } = await client.query<Reference>(`
    select ${nameOf('fn.nspname', 'f.relname')} as from, ${nameOf('tn.nspname', 't.relname')} as to,
        (select json_agg(a.attname order by k.at) from unnest(r.conkey) with ordinality k (number, at)
          join pg_attribute a on a.attrelid = r.conrelid and a.attnum = k.number) as columns,
        (select json_agg(a.attname order by k.at) from unnest(r.confkey) with ordinality k (number, at)
          join pg_attribute a on a.attrelid = r.confrelid and a.attnum = k.number) as "toColumns",
        r.condeferred as "isDeferred"
      from pg_constraint r join pg_class f on f.oid = r.conrelid join pg_namespace fn on fn.oid = f.relnamespace
        join pg_class t on t.oid = r.confrelid join pg_namespace tn on tn.oid = t.relnamespace
      where r.contype = 'f' and r.conparentid = 0 and not f.relispartition and fn.nspname in ${schemas} order by 1, 2`)
  const ofWorkspaces = rows.filter(
    ({ name, columns }) => name === 'workspaces' || columns.some((column) => column.name === 'workspace_id'),
  )
  const moving = ofWorkspaces.filter(({ name }) => !(name in staying))
  return { tables: inOrder(moving, references), references }
}

/** Histories and events are checked by triggers instead of foreign keys. */
const alsoAfter: Record<string, string[]> = {
  delivery_events: ['deliveries'],
  chain_heads: ['workspaces'],
  events: ['event_batches'],
}

function inOrder(tables: Table[], references: Reference[]): Table[] {
  const names = new Set(tables.map(({ name }) => name))
  const waitsFor = new Map(
    tables.map(({ name }) => {
      const own = references.filter(({ from, to, isDeferred }) => from === name && to !== name && !isDeferred)
      const others = [
        ...own.map(({ to }) => to),
        ...(alsoAfter[name] ?? []),
        ...(name === 'workspaces' ? [] : ['workspaces']),
      ]
      return [name, new Set(others.filter((other) => names.has(other)))]
    }),
  )
  const sorted: Table[] = []
  while (sorted.length < tables.length) {
    const done = new Set(sorted.map(({ name }) => name))
    const next = tables.filter(
      ({ name }) => !done.has(name) && [...waitsFor.get(name)!].every((other) => done.has(other)),
    )
    if (!next.length) throw new Error('Tables refer to each other in a circle.')
    sorted.push(...next)
  }
  return sorted
}

export type What = { withSecrets: boolean; withSignIn: boolean }

/** The tables and columns of a file that holds this much. */
export function columnsOf(tables: Table[], { withSecrets, withSignIn }: What): { name: string; columns: string[] }[] {
  return tables.flatMap(({ name, columns }) => {
    const { omit = [], secret = [], needsSecrets, onlyWithSignIn } = special[name] ?? {}
    if ((needsSecrets && !withSecrets) || (onlyWithSignIn && !withSignIn)) return []
    const left = new Set([...omit, ...(withSecrets ? [] : secret)])
    return [{ name, columns: columns.map((column) => column.name).filter((each) => !left.has(each)) }]
  })
}

/** By what rows are told apart that get new numbers where they arrive. */
export const orderOf = (name: string): string | undefined =>
  ({ webhook_calls: 'number', webhook_answers: 'id', notification_outbox: 'id', mail_in_mails: 'number' })[name]

/** A table's name in SQL. Names come from the catalog, or have been found in it. */
export function inSql(name: string): string {
  const [schema, table] = name.includes('.') ? name.split('.') : ['public', name]
  return `${quote(schema!)}.${quote(table!)}`
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** @throws StartError if there is no such workspace, or it cannot be moved alone */
export async function findWorkspace(client: pg.ClientBase, wanted: string): Promise<{ id: string; name: string }> {
  const { rows } = await client.query<{ id: string; name: string; sandbox_of: string | null }>(
    'select id, name, sandbox_of from workspaces where id::text = lower($1) or lower(name) = lower($1)',
    [wanted],
  )
  const [found, ...others] = rows.filter(({ id, sandbox_of }) => sandbox_of === null || id === wanted.toLowerCase())
  if (others.length) throw new StartError(`${others.length + 1} workspaces have this name. Use the ID: npm run tier`)
  if (!found) throw new StartError(`There is no workspace ${wanted}. List them with npm run tier`)
  if (found.sandbox_of !== null) throw new StartError('This is a sandbox. It holds tests only, and does not move.')
  return { id: found.id, name: found.name }
}

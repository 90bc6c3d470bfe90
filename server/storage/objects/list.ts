import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { ObjectMetadata } from '../../db/tables/storage.ts'

/** Part of a bucket: the names that begin with `prefix`. */
export type Stretch = { bucketId: string; prefix: string }

/** What a list shows of one name, or of a folder, which has no id. `name` is whole. */
export type Entry = {
  name: string
  id: string | null
  created_at: string | null
  updated_at: string | null
  last_accessed_at: string | null
  metadata: ObjectMetadata | null
}

export type SortColumn = 'name' | 'created_at' | 'updated_at' | 'last_accessed_at'
export type Order = 'asc' | 'desc'

/** Said in addition to row-level security, so that the index on names is used from its beginning. */
const ownWorkspace = sql`nullif(current_setting('karta.workspace', true), '')::uuid`

const fields = sql`o.id, o.created_at, o.updated_at, o.last_accessed_at, o.metadata`

/** Names are ASCII, so this comes after every name that begins with the prefix. */
const endOf = (prefix: string) => `${prefix}\u007f`

/** The part of a name that one level shows: to the next slash, with it. */
const levelOf = (name: RawBuilder<unknown>, prefix: string) => sql`case
  when position('/' in substr(${name}, ${prefix.length + 1})) > 0
    then ${prefix} || split_part(substr(${name}, ${prefix.length + 1}), '/', 1) || '/'
  else ${name} end`

/** Where to go on after an entry: behind everything in a folder, or behind a file. */
const after = sql`case when right(w.level, 1) = '/' then left(w.level, -1) || '0' else w.level || ' ' end`

type Walk = Stretch & {
  order: Order
  /** Begins behind this entry. */
  behind?: string | undefined
  search?: string | undefined
  limit: number
  offset: number
}

/**
 * One level of a bucket in the order of names: the files in a folder, and the folders in it, which end with a slash. It
 * jumps from one entry to the next in the index, so that what is inside a folder is never read, however much it is.
 */
export async function walkLevel(trx: Trx, walk: Walk): Promise<Entry[]> {
  const { bucketId, prefix, order, behind, search = '', limit, offset } = walk
  const isUp = order === 'asc'
  // Jumping down, a folder's name is before all that is in it.
  const step = isUp ? sql`o.name >= ${after}` : sql`o.name < w.level`
  const first =
    behind === undefined
      ? sql`true`
      : isUp
        ? sql`o.name >= ${behind.endsWith('/') ? `${behind.slice(0, -1)}0` : `${behind} `}`
        : sql`o.name < ${behind}`
  const one = (where: RawBuilder<unknown>) => sql`
    select ${levelOf(sql`o.name`, prefix)} collate "C" as level, o.name from storage.objects o
    where o.workspace_id = ${ownWorkspace} and o.bucket_id = ${bucketId}
      and o.name >= ${prefix} and o.name < ${endOf(prefix)} and ${where}
    order by o.name ${sql.raw(order)} limit 1`
  const { rows } = await sql<Entry>`
    with recursive walk as (
      (${one(first)})
      union all
      select n.level, n.name from walk w cross join lateral (${one(step)}) n
    )
    select w.level as name, ${fields} from (
      select level from walk
      where position(lower(${search}) in lower(rtrim(substr(level, ${prefix.length + 1}), '/'))) > 0
      limit ${limit} offset ${offset}
    ) w left join lateral (
      -- The limit keeps PostgreSQL from joining the whole bucket.
      select * from storage.objects f
      where f.workspace_id = ${ownWorkspace} and f.bucket_id = ${bucketId} and f.name = w.level limit 1
    ) o on true
    order by w.level ${sql.raw(order)}`.execute(trx)
  return rows
}

/** The same in another order: the folders first, by name, and then the files. It reads all names under the prefix. */
export async function sortLevel(
  trx: Trx,
  { bucketId, prefix, column, order, search = '', limit, offset }: Walk & { column: SortColumn },
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    with level as (
      select ${levelOf(sql`o.name`, prefix)} collate "C" as name, o.id from storage.objects o
      where o.bucket_id = ${bucketId} and o.name >= ${prefix} and o.name < ${endOf(prefix)}
    ), entries as (
      select distinct name, null::uuid as id, true as is_folder from level where right(name, 1) = '/'
      union all
      select name, id, false from level where right(name, 1) <> '/'
    )
    select e.name, ${fields} from entries e left join storage.objects o on o.id = e.id
    where position(lower(${search}) in lower(rtrim(substr(e.name, ${prefix.length + 1}), '/'))) > 0
    order by e.is_folder desc, o.${sql.ref(column)} ${sql.raw(order)}, e.name ${sql.raw(order)}
    limit ${limit} offset ${offset}`.execute(trx)
  return rows
}

type Page = Stretch & {
  column: SortColumn
  order: Order
  limit: number
  /** The last entry of the page before: its name, and its value in the column. */
  behind?: { name: string; value: string } | undefined
}

/** Whole names under a prefix, page by page. */
export async function listNames(trx: Trx, { bucketId, prefix, column, order, limit, behind }: Page): Promise<Entry[]> {
  const by = sql`o.${sql.ref(column)}`
  const further = sql.raw(order === 'asc' ? '>' : '<')
  const rest = !behind
    ? sql`true`
    : column === 'name'
      ? sql`o.name ${further} ${behind.name}`
      : sql`(${by}, o.name) ${further} (${behind.value}::timestamptz, ${behind.name} collate "C")`
  const { rows } = await sql<Entry & { at: string }>`
    select o.name, ${fields}, ${by}::text as at from storage.objects o
    where o.workspace_id = ${ownWorkspace} and o.bucket_id = ${bucketId}
      and o.name >= ${prefix} and o.name < ${endOf(prefix)} and ${rest}
    order by ${by} ${sql.raw(order)}, o.name ${sql.raw(order)} limit ${limit}`.execute(trx)
  return rows
}

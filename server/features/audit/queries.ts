import { sql, type RawBuilder } from 'kysely'
import type { AuditEntry as StoredEntry } from '#domain/audit/entry.ts'
import { shownEntry } from '#domain/audit/shown.ts'
import type { AuditHead } from '#domain/audit/verify.ts'
import type { AuditState } from '#domain/schema/audit.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { containsWords } from '../../db/search.ts'
import { inApi, readCursor, toEntry, writeCursor, type AuditFilter, type Place } from './rules.ts'

type Row = Parameters<typeof toEntry>[0]
type Key = { at: string; number: number }

const columns = sql.raw(
  `e.workspace_id, e.number, e.at, e.action, e.actor_kind, e.record_kind, e.record_id, e.record_ids, e.changes, e.detail,
  e.request_id, e.sealed, e.opened, e.hash`,
)

/** How many entries one page looks through for a text. */
const searchedAtOnce = 10_000

type Asked = { filter: AuditFilter; q?: string | undefined; cursor?: string | undefined; limit: number }

/**
 * A page of the log, the newest first. Each combination of filters has an index that the page begins with; a text is
 * looked for in so many entries before the page ends, and its cursor goes on from there.
 */
export async function listAudit(trx: Trx, workspaceId: string, { filter, q, cursor, limit }: Asked) {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const words = q === undefined ? [] : containing(q)
  const isSearch = words.length > 0
  const most = isSearch ? searchedAtOnce : limit + 1
  const keys = newestKeys(workspaceId, filter, after, most)
  const { rows } = await sql<Row>`
    with k as materialized (${keys})
    select ${columns} from k join audit_entries e on e.workspace_id = ${workspaceId} and e.number = k.number
    ${isSearch ? sql`where ${sql.join(words, sql` and `)}` : sql``}
    order by e.at desc, e.number desc limit ${limit + 1}`.execute(trx)
  const data = rows.slice(0, limit).map((row) => inApi(toEntry(row)))
  if (rows.length > limit) return { data, next_cursor: writeCursor(rows[limit - 1]!), searched_to: null }
  const reached = isSearch ? await lastKey(trx, keys, most) : undefined
  return { data, next_cursor: reached ? writeCursor(reached) : null, searched_to: reached?.at ?? null }
}

/** The newest entries with these actions about one record alone, and how many there are. */
export async function entriesAbout(
  trx: Trx,
  workspaceId: string,
  { record, actions, most }: { record: string; actions: string[]; most: number },
) {
  const found = sql`from audit_entries e
    where e.workspace_id = ${workspaceId} and e.record_id = ${record} and e.action = any(${actions}::text[])`
  const { rows } = await sql<Row>`select ${columns} ${found} order by e.at desc, e.number desc limit ${most}`.execute(
    trx,
  )
  const counted = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(trx)
  return { entries: rows.map((row) => shownEntry(toEntry(row))), total: counted.rows[0]!.total }
}

/** The last of the entries that were looked through, if there may be more. */
async function lastKey(trx: Trx, keys: RawBuilder<Key>, most: number): Promise<Key | undefined> {
  const { rows } = await sql<Key>`select * from (${keys}) k order by at desc, number desc offset ${most - 1}`.execute(
    trx,
  )
  return rows[0]
}

/** Conditions on the text of an entry that a person would look for. What was erased is not found. */
function containing(q: string) {
  const text = sql<string>`lower(concat_ws(' ', e.action, e.opened #>> '{actor,value,name}', e.opened #>> '{label,value}',
    e.opened #>> '{origin,value,ip}', e.opened #>> '{values,value}', e.changes::text, e.detail::text, e.request_id))`
  return containsWords(text, q)
}

/** Entries about many records, with this one among them: their numbers first, and then by the primary key. */
const amongMany = (record: string) => sql`e.number = any (array(select audit_numbers_about(${record}::uuid)))`

/** Places of the newest entries that fit a filter, in at most so many rows of an index for each action. */
function newestKeys(workspaceId: string, filter: AuditFilter, after: Place | undefined, most: number): RawBuilder<Key> {
  const { actor, actions, record, from, before } = filter
  const conditions = [sql`e.workspace_id = ${workspaceId}`]
  if (actor === 'operator' || actor === 'system' || actor === 'nobody') {
    conditions.push(sql`e.actor_kind = ${sql.lit(actor)}`, sql`e.actor_kind in ('operator', 'system', 'nobody')`)
  } else if (actor) conditions.push(sql`e.actor_id = ${actor}`)
  if (from) conditions.push(sql`e.at >= ${from}`)
  if (before) conditions.push(sql`e.at < ${before}`)
  if (after) conditions.push(sql`(e.at, e.number) < (${after.at}::timestamptz, ${after.number}::bigint)`)
  const pick = (...more: RawBuilder<unknown>[]) => sql`
    (select e.at, e.number from audit_entries e where ${sql.join([...conditions, ...more], sql` and `)}
      order by e.at desc, e.number desc limit ${most})`
  const picks = (...more: RawBuilder<unknown>[]) =>
    actions
      ? sql`(select p.at, p.number from unnest(${actions}::text[]) wanted(action) cross join lateral
          ${pick(sql`e.action = wanted.action`, ...more)} p)`
      : pick(...more)
  // One entry is about a record alone, another one about many with it among them.
  const found = record ? sql`${picks(sql`e.record_id = ${record}`)} union all ${picks(amongMany(record))}` : picks()
  return sql<Key>`select f.at, f.number from (${found}) f order by f.at desc, f.number desc limit ${most}`
}

export type LinkedEntry = StoredEntry & { previous_hash: string }

/** Entries by their number, each with the hash of the one before. */
export async function readEntries(
  trx: Trx,
  workspaceId: string,
  { after, to, filter, limit }: { after: number; to: number; filter?: AuditFilter | undefined; limit: number },
): Promise<LinkedEntry[]> {
  const { actor, actions, record, from, before } = filter ?? {}
  const isKind = actor === 'operator' || actor === 'system' || actor === 'nobody'
  const { rows } = await sql<Row & { previous_hash: string }>`
    select ${columns}, coalesce(p.hash, '') as previous_hash
    from audit_entries e left join audit_entries p on p.workspace_id = e.workspace_id and p.number = e.number - 1
    where e.workspace_id = ${workspaceId} and e.number > ${after} and e.number <= ${to}
      ${isKind ? sql`and e.actor_kind = ${actor}` : sql``}
      ${actor && !isKind ? sql`and e.actor_id = ${actor}` : sql``}
      ${actions ? sql`and e.action = any(${actions})` : sql``}
      ${record ? sql`and (e.record_id = ${record} or e.record_ids @> array[${record}::uuid])` : sql``}
      ${from ? sql`and e.at >= ${from}` : sql``}
      ${before ? sql`and e.at < ${before}` : sql``}
    order by e.number limit ${limit}`.execute(trx)
  return rows.map(({ previous_hash, ...row }) => ({ ...toEntry(row), previous_hash }))
}

/** Where the log ends now. */
export async function readHead(trx: Trx, workspaceId: string): Promise<AuditHead> {
  const head = await trx
    .selectFrom('audit_heads')
    .select(['length', 'hash'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return head ?? { length: 0, hash: '' }
}

export function readCheck(trx: Trx, workspaceId: string) {
  return trx.selectFrom('audit_checks').selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst()
}

export async function readState(trx: Trx, workspaceId: string): Promise<AuditState> {
  const { length, hash } = await readHead(trx, workspaceId)
  const found = await readCheck(trx, workspaceId)
  const misfit = found?.misfit as { say?: string } | null | undefined
  return {
    entries: length,
    hash: hash || null,
    check: found
      ? {
          state: found.state,
          asked_at: found.asked_at,
          checked_at: found.checked_at,
          entries: found.entries,
          misfit: misfit?.say ?? null,
        }
      : null,
  }
}

/** Workspaces whose log grew since it was last checked, if that was before a moment. */
export async function workspacesToCheck(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`select workspace_id from audits_to_check(${before})`.execute(db)
  return rows.map(({ workspace_id }) => workspace_id)
}

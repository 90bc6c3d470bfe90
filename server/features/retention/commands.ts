import { sql } from 'kysely'
import {
  noRetentionCounts,
  retentionKindNames,
  type Retention,
  type RetentionChange,
  type RetentionKind,
} from '#domain/schema/retention.ts'
import { noteAudit } from '../../audit/note.ts'
import type { Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { forgetMessages } from '../messages/commands.ts'
import { erasePart } from '../recipients/commands.ts'
import { beforeMoment, oldOf, readRetention, retentionColumns, type Old } from './queries.ts'
import { daysFor, removedAtOnce, totalOf } from './rules.ts'

/**
 * Changes how long personal data is kept. It is applied from the coming night on.
 * @throws AppError `version_conflict`
 */
export async function changeRetention(
  trx: Trx,
  author: Author,
  change: RetentionChange,
  seen: Seen,
  now: Date,
): Promise<Retention> {
  const { workspaceId } = author
  const { time_zone } = await lockWorkspace(trx, workspaceId)
  const before = await readRetention(trx, workspaceId)
  await checkSeen(seen, before, () => ({ current: before }))
  if (Object.keys(change).length === 0) return before
  const today = sql<string>`(${now}::timestamptz at time zone ${time_zone})::date`
  const version = before.version + 1
  const { id, ...changed } = await trx
    .insertInto('retention')
    .values({ workspace_id: workspaceId, ...change, applied_on: today, version })
    // Today's night is over. Otherwise, what was switched on at noon would go at once.
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ ...change, applied_on: today, version }))
    .returning([...retentionColumns, 'id'])
    .executeTakeFirstOrThrow()
  await appendEvents(trx, author, [{ type: 'retention.updated', id, data: changed, before }], now)
  return changed
}

/** Removes some of what is too old of a kind, and says how much. */
const remove: Record<RetentionKind, (trx: Trx, author: Author, old: Old, now: Date) => Promise<number>> = {
  async recipients(trx, author, old, now) {
    const ids = await idsOf(trx, 'recipients', old)
    await erasePart(trx, author, ids, now)
    return ids.length
  },
  async proofs(trx, _, old, now) {
    const ids = await idsOf(trx, 'proofs', old)
    await sql`delete from storage.objects where id = any(${ids}::uuid[])`.execute(trx)
    // Names, codes and strokes go with the photos. What was checked, and that it was, stays.
    await sql`update proofs set data = '{}', lat = null, lng = null, accuracy_m = null
      where workspace_id = ${old.workspaceId} and received_at < ${beforeMoment(old)} and data <> '{}'`.execute(trx)
    await sql`update photos set lat = null, lng = null, accuracy_m = null
      where workspace_id = ${old.workspaceId} and expected_at < ${beforeMoment(old)} and lat is not null`.execute(trx)
    // The phone said the same. Its hashes and signatures stay.
    await sql`update road_entries set data = null, fix = null, before = null, erased_at = ${now}
      where workspace_id = ${old.workspaceId} and kind = 'proof_taken' and received_at < ${beforeMoment(old)}
        and erased_at is null`.execute(trx)
    return ids.length
  },
  async messages(trx, _, old, now) {
    const ids = await idsOf(trx, 'messages', old)
    await forgetMessages(trx, old.workspaceId, ids, now)
    await sql`delete from realtime.messages where id = any(${ids}::uuid[])`.execute(trx)
    return ids.length
  },
  async audit(trx, author, old, now) {
    const isFirst = !(await isUnderWay(trx, old.workspaceId))
    const all = oldOf.audit({ ...old, most: mostCounted })
    const { rows } = await sql<{ before: string; entries: number; passed: number }>`
      select ${beforeMoment(old)} as before,
        ${isFirst ? sql`(select count(*)::int from (${all}) as old)` : sql`0`} as entries`.execute(trx)
    const { before, entries } = rows[0]!
    const dropped = await sql<{ passed: number }>`select forget_audit_values(${before}, ${old.most}) as passed`.execute(
      trx,
    )
    // The log says so before its later parts follow, so that it can be verified at any time.
    if (entries) noteAudit(trx, author, { action: 'audit.values_erased', detail: { before, entries } }, now)
    return dropped.rows[0]!.passed
  },
}

/** More entries are not counted. */
const mostCounted = 10_000_000

/** Whether this night has dropped values of the audit log already. */
async function isUnderWay(trx: Trx, workspaceId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('retention')
    .select('running')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return Boolean(row?.running?.audit)
}

async function idsOf(trx: Trx, kind: RetentionKind, old: Old): Promise<string[]> {
  const { rows } = await oldOf[kind](old).execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Removes a part of what is too old on this day, in a transaction of its own: after a crash, the next one goes on, and of
 * several servers that try, each does another part. The last part says what all of them removed. Returns whether that was
 * all.
 */
export async function applyPart(
  trx: Trx,
  { workspaceId, day }: { workspaceId: string; day: string },
  now: Date,
): Promise<boolean> {
  const row = await trx
    .selectFrom('retention')
    .select([...retentionColumns, 'running'])
    .where('workspace_id', '=', workspaceId)
    .where('applied_on', '<', day)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return true
  const author = { workspaceId, userId: null, name: 'Karta' }
  const removed = row.running ?? noRetentionCounts
  for (const kind of retentionKindNames) {
    const days = daysFor(row, kind)
    if (days === null) continue
    const count = await remove[kind](trx, author, { workspaceId, day, days, most: removedAtOnce[kind] }, now)
    if (count === 0) continue
    const running = JSON.stringify({ ...removed, [kind]: removed[kind] + count })
    await trx.updateTable('retention').set({ running }).where('workspace_id', '=', workspaceId).execute()
    return false
  }
  const last_run = JSON.stringify({ day, finished_at: now.toISOString(), removed })
  const { id, ...data } = await trx
    .updateTable('retention')
    .set({ applied_on: day, running: null, last_run })
    .where('workspace_id', '=', workspaceId)
    .returning([...retentionColumns, 'id'])
    .executeTakeFirstOrThrow()
  // A night without anything to remove is not worth a line in the audit log.
  const before = { last_run: row.last_run }
  if (totalOf(removed)) {
    await appendEvents(trx, author, [{ type: 'retention.applied', id, data, before }], now)
  }
  return true
}

import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Erasure, ErasureCounts, NewErasure } from '#domain/schema/recipient.ts'
import type { z } from 'zod'
import { noteAudit } from '../../audit/note.ts'
import type { Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import { eraseAddresses } from '../addresses/commands.ts'
import { eraseDeliveries } from '../delivery-erasing/commands.ts'
import { eraseTexts } from '../messages/commands.ts'
import {
  driverMessagesWith,
  filesOf,
  getErasure,
  messagesWith,
  recurringWith,
  operationsWith,
  readChoice,
  readErasures,
  readOpen,
  readValues,
  repliesWith,
} from './queries.ts'
import { erasedAtOnce } from './rules.ts'

/**
 * Begins to erase a recipient: everything that was chosen, which a task then does. Nothing begins while a delivery has not
 * ended, or if there is not as much as the person was shown.
 * @throws AppError `recipient_not_found`, `recipient_too_large`, `recipient_changed`, `recipient_has_open_deliveries`
 */
export async function requestErasure(
  trx: Trx,
  author: Author,
  { expected, ...choice }: z.output<typeof NewErasure>,
  now: Date,
): Promise<Erasure> {
  const { workspaceId, userId, name } = author
  await lockWorkspace(trx, workspaceId)
  const chosen = await readChoice(trx, workspaceId, choice)
  const found = { deliveries: chosen.deliveryIds.length, addresses: chosen.addressIds.length }
  if (found.deliveries !== expected.deliveries || found.addresses !== expected.addresses) {
    throw new AppError('recipient_changed', { found })
  }
  const open = await readOpen(trx, workspaceId, chosen.deliveryIds)
  if (open.count) {
    const numbers = open.newest.map(({ number }) => number)
    throw new AppError('recipient_has_open_deliveries', {
      detail: `${open.count} not ended: ${numbers.join(', ')}${open.count > numbers.length ? ' …' : ''}.`,
      numbers,
    })
  }
  const { id } = await trx
    .insertInto('erasures')
    .values({
      workspace_id: workspaceId,
      ...found,
      delivery_ids: chosen.deliveryIds,
      address_ids: chosen.addressIds,
      wanted: await readValues(trx, workspaceId, chosen),
      requested_by: userId,
      requested_by_name: name,
      requested_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const erasure = await getErasure(trx, workspaceId, id)
  await appendEvents(
    trx,
    author,
    [{ type: 'erasure.requested', id, data: erasure, before: { deliveries: 0, addresses: 0 } }],
    now,
  )
  return erasure
}

type Removed = Partial<ErasureCounts>

const audited = ['label', 'values']

/**
 * What the audit log says about records besides which they were and who changed them. Its chain stays whole, and an entry
 * says what is missing.
 */
async function dropAudited(trx: Trx, author: Author, ids: string[], now: Date): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select erase_audit_values(${ids}::uuid[], ${audited}::text[]) as entries`.execute(trx)
  const { entries } = rows[0]!
  const detail = { record_ids: ids, seals: audited, entries }
  if (entries) noteAudit(trx, author, { action: 'audit.values_erased', detail }, now)
  return entries
}

/**
 * Erases the recipients of some deliveries that have ended, and the files that name them: proofs, in whatever bucket.
 * Contents that no file has any more are collected within a day or two.
 */
export async function erasePart(trx: Trx, author: Author, ids: string[], now: Date): Promise<Removed> {
  if (!ids.length) return {}
  const { rows } = await sql<{ notes: number; history: number; events: number; stops: number }>`
    select (select count(*) from deliveries where notes <> '' and id = any(${ids}::uuid[]))::int as notes,
      (select count(*) from delivery_events where delivery_id = any(${ids}::uuid[]))::int as history,
      (select count(*) from events where subject_kind = 'delivery' and subject_id = any(${ids}::uuid[]))::int as events,
      (select count(*) from stops where delivery_id = any(${ids}::uuid[]))::int as stops`.execute(trx)
  // Before the addresses are gone. Somebody else there is looked up again.
  const { numAffectedRows: geocodes } = await sql`
    delete from geocodes g where g.workspace_id = ${author.workspaceId} and g.key in (
      select address_key from deliveries where id = any(${ids}::uuid[])
      union select pickup_key from deliveries where id = any(${ids}::uuid[]))`.execute(trx)
  await eraseDeliveries(trx, author, ids, now)
  const files = await filesOf(trx, ids)
  await trx
    .deleteFrom('storage.objects')
    .where(sql<boolean>`id = any(${files.map(({ id }) => id)}::uuid[])`)
    .execute()
  await sql`
    delete from storage.uploads where workspace_id = ${author.workspaceId}
      and storage.named_ids(name || ' ' || upload_metadata, user_metadata) && ${ids}::text[]`.execute(trx)
  const audit = await dropAudited(trx, author, ids, now)
  return { deliveries: ids.length, ...rows[0]!, geocodes: Number(geocodes ?? 0), files: files.length, audit }
}

/**
 * Does the next part of an erasure, in a transaction of its own: after a crash, the next one goes on. Whoever else does it at
 * the same time waits. Returns whether that was all.
 */
export async function continueErasure(trx: Trx, workspaceId: string, id: string, now: Date): Promise<boolean> {
  const erasure = await trx
    .selectFrom('erasures')
    .select(['delivery_ids', 'address_ids', 'wanted', 'counts', 'requested_by', 'requested_by_name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!erasure) return true
  const author = { workspaceId, userId: erasure.requested_by, name: erasure.requested_by_name }
  const ids = await nextDeliveries(trx, workspaceId, erasure.delivery_ids)
  if (ids.length) {
    const counts = sum(erasure.counts, await erasePart(trx, author, ids, now))
    await trx
      .updateTable('erasures')
      .set({ counts: JSON.stringify(counts) })
      .where('id', '=', id)
      .execute()
    return false
  }
  const addresses = await eraseAddresses(trx, author, erasure.address_ids, now)
  const audit = await dropAudited(trx, author, erasure.address_ids, now)
  const rest = await dropElsewhere(trx, author, erasure.wanted ?? [], now)
  await finish(
    trx,
    author,
    { id, deliveryIds: erasure.delivery_ids, counts: sum(erasure.counts, { addresses, audit, ...rest }) },
    now,
  )
  return true
}

/** Ended deliveries of an erasure that still have their recipient. One that was reopened keeps it. */
async function nextDeliveries(trx: Trx, workspaceId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from deliveries where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and erased_at is null
      and (deleted_at is not null or status in ('delivered', 'failed', 'cancelled'))
    order by id limit ${erasedAtOnce} for no key update`.execute(trx)
  return rows.map(({ id }) => id)
}

/** What no id leads to: it is found by what it says. */
async function dropElsewhere(trx: Trx, author: Author, wanted: string[], now: Date): Promise<Removed> {
  const { workspaceId } = author
  if (!wanted.length) return {}
  const geocodes = await sql`
    delete from geocodes where workspace_id = ${workspaceId}
      and key in (select address_key(v) from unnest(${wanted}::text[]) as v)`.execute(trx)
  const replies = await sql`
    delete from idempotent_replies where workspace_id = ${workspaceId}
      and (endpoint, key) in (${repliesWith(workspaceId, wanted)})`.execute(trx)
  const messages = await trx
    .deleteFrom('realtime.messages')
    .where(sql<boolean>`id = any(${await messagesWith(trx, workspaceId, wanted)}::uuid[])`)
    .executeTakeFirstOrThrow()
  const written = await driverMessagesWith(trx, workspaceId, wanted)
  await eraseTexts(trx, author, written, now)
  const operations = await trx
    .deleteFrom('operations')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${await operationsWith(trx, workspaceId, wanted)}::uuid[])`)
    .executeTakeFirstOrThrow()
  const recurring = await recurringWith(trx, workspaceId, wanted)
  await trx
    .deleteFrom('recurring_orders')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${recurring}::uuid[])`)
    .execute()
  return {
    recurring_orders: recurring.length,
    geocodes: Number(geocodes.numAffectedRows ?? 0),
    replies: Number(replies.numAffectedRows ?? 0),
    messages: Number(messages.numDeletedRows) + written.length,
    operations: Number(operations.numDeletedRows),
  }
}

async function finish(
  trx: Trx,
  author: Author,
  { id, deliveryIds, counts }: { id: string; deliveryIds: string[]; counts: Removed },
  now: Date,
): Promise<void> {
  const { workspaceId } = author
  const [before] = (await readErasures(trx, workspaceId, { id, limit: 1 })).data
  await sql`
    update erasures set state = 'done', wanted = null, delivery_ids = '{}', address_ids = '{}', finished_at = ${now},
      counts = ${JSON.stringify(counts)}, version = version + 1, left_open = (
        select count(*) from deliveries d where d.id = any(${deliveryIds}::uuid[]) and d.erased_at is null)
    where workspace_id = ${workspaceId} and id = ${id}`.execute(trx)
  const data = await getErasure(trx, workspaceId, id)
  await appendEvents(trx, author, [{ type: 'erasure.finished', id, data, before }], now)
}

const sum = (one: Removed, other: Removed): Removed => {
  const total: Removed = { ...one }
  for (const [name, count] of Object.entries(other) as [keyof ErasureCounts, number][]) {
    total[name] = (total[name] ?? 0) + count
  }
  return total
}

import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Db, Trx } from '../db/connect.ts'

/** Where the reply to one `Idempotency-Key` is kept. */
export type ReplySlot = {
  table: 'idempotent_replies' | 'site.guest_replies'
  /** The primary key of the table. */
  row: Record<string, string>
  /** Tells the same request from another one that uses the key again. */
  requestHash: string
}

type Answer = { status: number; body: unknown }

/**
 * Answers the first call with a key, and gives every later one the same answer.
 * @throws AppError `idempotency_key_reused` when a later call asks for something else
 */
export async function once(
  trx: Trx,
  { table, row, requestHash }: ReplySlot,
  reply: Pick<FastifyReply, 'header'>,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  // Both tables have the columns below; the types of only one are needed.
  const replies = table as 'idempotent_replies'
  const key = row as { workspace_id: string; endpoint: string; key: string }

  // A second call with the same key waits here until the first has committed.
  const claimed = await trx
    .insertInto(replies)
    .values({ ...key, request_hash: requestHash, status: null, body: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()

  if (!claimed.numInsertedOrUpdatedRows) {
    const earlier = await trx
      .selectFrom(replies)
      .select(['request_hash', 'status', 'body'])
      .where((eb) => eb.and(key))
      .executeTakeFirstOrThrow()
    if (earlier.request_hash !== requestHash) throw new AppError('idempotency_key_reused')
    reply.header('Idempotent-Replayed', 'true')
    // Only the transaction that has not committed yet sees a reply without a status.
    return { status: earlier.status!, body: earlier.body }
  }

  const answered = await answer()
  await trx
    .updateTable(replies)
    .set({ status: answered.status, body: answered.body === undefined ? null : JSON.stringify(answered.body) })
    .where((eb) => eb.and(key))
    .execute()
  return answered
}

/**
 * The key that a caller chose.
 * @throws AppError `validation_failed` when it is too long
 */
export function readKey(given: string | string[]): string {
  const key = String(given)
  if (key.length <= 255) return key
  throw new AppError('validation_failed', { errors: [{ path: 'Idempotency-Key', message: 'At most 255 characters.' }] })
}

/** What two requests have in common only if they ask for the same. */
export function hashOf(content: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** Deletes replies that are more than a day old: nobody tries again that late, and they hold personal data. */
export async function forgetReplies(db: Db): Promise<void> {
  await sql`select forget_idempotent_replies('1 day')`.execute(db)
}

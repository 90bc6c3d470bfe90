import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#domain/api/endpoint.ts'
import { AppError } from '#domain/errors.ts'
import type { Db, Trx } from '../db/connect.ts'
import type { Actor } from './auth.ts'

/** Answers the first call with this key, and gives every later one the same answer. */
export async function once(
  trx: Trx,
  call: { endpoint: Endpoint<any, any, any, any>; actor: Actor; key: string | string[]; request: FastifyRequest },
  reply: FastifyReply,
  answer: () => Promise<{ status: number; body: unknown }>,
): Promise<{ status: number; body: unknown }> {
  const key = readKey(call.key)
  const requestHash = createHash('sha256')
    .update(JSON.stringify([call.request.params, call.request.query, call.request.body]))
    .digest('hex')
  const row = { workspace_id: call.actor.workspaceId, endpoint: call.endpoint.id, key }

  // A second call with the same key waits here until the first has committed.
  const claimed = await trx
    .insertInto('idempotent_replies')
    .values({ ...row, request_hash: requestHash, status: null, body: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()

  if (!claimed.numInsertedOrUpdatedRows) {
    const earlier = await trx
      .selectFrom('idempotent_replies')
      .select(['request_hash', 'status', 'body'])
      .where('workspace_id', '=', row.workspace_id)
      .where('endpoint', '=', row.endpoint)
      .where('key', '=', row.key)
      .executeTakeFirstOrThrow()
    if (earlier.request_hash !== requestHash) throw new AppError('idempotency_key_reused')
    reply.header('Idempotent-Replayed', 'true')
    return { status: earlier.status ?? call.endpoint.status, body: earlier.body }
  }

  const answered = await answer()
  await trx
    .updateTable('idempotent_replies')
    .set({ status: answered.status, body: answered.body === undefined ? null : JSON.stringify(answered.body) })
    .where('workspace_id', '=', row.workspace_id)
    .where('endpoint', '=', row.endpoint)
    .where('key', '=', row.key)
    .execute()
  return answered
}

/**
 * The caller's key.
 * @throws AppError `validation_failed` when it is too long to be one
 */
export function readKey(given: string | string[]): string {
  const key = String(given)
  if (key.length <= 255) return key
  throw new AppError('validation_failed', { errors: [{ path: 'Idempotency-Key', message: 'At most 255 characters.' }] })
}

/** Forgets replies of more than a day ago: nobody tries again that late, and they hold personal data. */
export async function forgetReplies(db: Db): Promise<void> {
  await sql`select forget_idempotent_replies('1 day')`.execute(db)
}

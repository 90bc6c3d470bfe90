import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#domain/api/endpoint.ts'
import type { Db, Trx } from '../db/connect.ts'
import { readKey } from './idempotency.ts'

type Answer = { status: number; body: unknown }
type GuestCall = {
  endpoint: Endpoint<any, any, any, any>
  key: string | string[]
  input: { body: unknown }
  proof: string[]
}

/**
 * Answers a guest's first call with this key and content, and gives every later one the same answer. Guests share one
 * room for keys, so a key that another guest chose too must neither hinder nor tell anything: the content counts.
 */
export async function onceForGuest(
  trx: Trx,
  call: GuestCall,
  reply: FastifyReply,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const row = { endpoint: call.endpoint.id, request_hash: hashOf(call) }
  // A second call of the same kind waits here until the first has committed.
  const claimed = await trx
    .insertInto('site.guest_replies')
    .values({ ...row, status: null, body: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()

  if (!claimed.numInsertedOrUpdatedRows) {
    const earlier = await trx
      .selectFrom('site.guest_replies')
      .select(['status', 'body'])
      .where('endpoint', '=', row.endpoint)
      .where('request_hash', '=', row.request_hash)
      .executeTakeFirstOrThrow()
    reply.header('Idempotent-Replayed', 'true')
    return { status: earlier.status ?? call.endpoint.status, body: earlier.body }
  }

  const answered = await answer()
  await trx
    .updateTable('site.guest_replies')
    .set({ status: answered.status, body: answered.body === undefined ? null : JSON.stringify(answered.body) })
    .where('endpoint', '=', row.endpoint)
    .where('request_hash', '=', row.request_hash)
    .execute()
  return answered
}

function hashOf({ key, input, proof }: GuestCall): string {
  const content = Object.entries((input.body ?? {}) as object).filter(([field]) => !proof.includes(field))
  return createHash('sha256')
    .update(JSON.stringify([readKey(key), content]))
    .digest('hex')
}

/** Forgets what need not be kept of guests: old replies, used challenges, and a month later what programs sent. */
export async function forgetGuests(db: Db): Promise<void> {
  await sql`select site.forget_old()`.execute(db)
}

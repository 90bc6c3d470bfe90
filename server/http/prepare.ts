import { AppError } from '#domain/errors.ts'
import type { Trx } from '../db/connect.ts'
import type { Actor } from './callers/actor.ts'
import type { ReplySlot } from './idempotency.ts'
import type { Seen } from './if-match.ts'

/** What a preparation gets: checked input, who calls, and transactions that see what the caller may see. */
export type PreparingCall<P, B, Q = object> = {
  params: P
  query: Q
  body: B
  actor: Actor
  /** As of the preparation; the handler has its own. */
  seen: Seen
  inTransaction: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>
}

/** Thrown by a handler whose preparation is out of date by now. */
export class PrepareAgain extends Error {}

/** How often a call is prepared. Whoever is overtaken more often than that has to come back. */
const mostAttempts = 5

/**
 * Prepares a call, and performs it.
 * @throws AppError `unavailable` if others were faster each time
 */
export async function performPrepared<T>(
  prepare: (() => Promise<unknown>) | undefined,
  perform: (prepared: unknown) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const prepared = prepare && (await prepare())
    try {
      return await perform(prepared)
    } catch (error) {
      if (!(error instanceof PrepareAgain)) throw error
      if (attempt === mostAttempts) throw new AppError('unavailable')
    }
  }
}

/** Whether the reply to a call with this `Idempotency-Key` is kept, so that nothing has to be prepared. */
export async function isAnswered(trx: Trx, { table, row }: ReplySlot): Promise<boolean> {
  const found = await trx
    .selectFrom(table as 'idempotent_replies')
    .select('key')
    .where((eb) => eb.and(row as { workspace_id: string; endpoint: string; key: string }))
    .executeTakeFirst()
  return found !== undefined
}

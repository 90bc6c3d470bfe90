import { sql } from 'kysely'
import { inSiteScope, type Db } from '../../db/connect.ts'
import { hashOf } from '../idempotency.ts'
import { originOf, type Origin } from '../origin.ts'
import type { Caller } from './caller.ts'

/** Somebody who is not signed in. */
export type Guest = { address: string; origin: Origin }

/**
 * Guests show nothing and may call what is for anybody. Their transaction sees what guests send, and no workspace.
 * Each form limits how much one address may send.
 */
export function guest(): Caller<Guest> {
  return {
    async admit({ request }) {
      return { whose: 'guests', enter: async () => ({ address: request.ip, origin: originOf(request) }) }
    },
    inTransaction: inSiteScope,
    // Guests share one space of keys. A key that another guest happened to choose must not get in the way or reveal
    // anything, so the content is part of the key.
    slotFor({ endpoint, key, body, proof }) {
      const content = Object.entries((body ?? {}) as object).filter(([field]) => !proof.includes(field))
      const requestHash = hashOf([key, content])
      return { table: 'site.guest_replies', row: { endpoint, request_hash: requestHash }, requestHash }
    },
  }
}

/** Deletes old replies to guests, used challenges and, after a month, messages that programs sent. */
export async function forgetGuests(db: Db): Promise<void> {
  await sql`select site.forget_old()`.execute(db)
}

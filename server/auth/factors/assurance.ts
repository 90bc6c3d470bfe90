import type { JWTPayload } from 'jose'
import type { Trx } from '../../db/connect.ts'
import { AuthError } from '../protocol/errors.ts'
import { loadBearer, type Bearer } from '../sessions/bearer.ts'

/**
 * The person a token belongs to. Their row is locked until the transaction ends, so that everything about one person's
 * second factors happens one at a time.
 * @throws AuthError as `loadBearer` does; `no_authorization` for an anonymous user
 */
export async function loadPerson(trx: Trx, claims: JWTPayload, now: Date): Promise<Bearer> {
  const bearer = await loadBearer(trx, claims, now)
  if (bearer.user.is_anonymous) {
    throw new AuthError('no_authorization', 'Anonymous user not allowed to perform these actions', 403)
  }
  await lockPerson(trx, bearer.user.id)
  return bearer
}

/** Waits until no other transaction is working on the person's second factors. */
export async function lockPerson(trx: Trx, userId: string): Promise<void> {
  await trx.selectFrom('auth.users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Whether a second factor was used in this session. A token outside a session has used none. */
export async function isAal2(trx: Trx, sessionId: string | null): Promise<boolean> {
  if (sessionId === null) return false
  const session = await trx.selectFrom('auth.sessions').select('aal').where('id', '=', sessionId).executeTakeFirst()
  if (!session) throw new AuthError('session_not_found')
  return session.aal === 'aal2'
}

/** Whether the account has a verified second factor. */
export async function hasVerifiedFactor(trx: Trx, userId: string): Promise<boolean> {
  const factor = await trx
    .selectFrom('auth.factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
    .limit(1)
    .executeTakeFirst()
  return factor !== undefined
}

/**
 * Refuses a session that has not used a second factor, if its account has one.
 * @throws AuthError `insufficient_aal` with the given text and status
 */
export async function requireAal2(trx: Trx, { user, sessionId }: Bearer, say?: string, status?: number): Promise<void> {
  if (await isAal2(trx, sessionId)) return
  if (await hasVerifiedFactor(trx, user.id)) throw new AuthError('insufficient_aal', say, status)
}

import { isUuid } from '#domain/schema/uuid.ts'
import type { Trx } from '../../db/connect.ts'
import { AuthError } from '../protocol/errors.ts'
import { ceremonySeconds } from './webauthn.ts'

/** Expired challenges are kept for a while, so that their owner can be told that they expired. */
const keptSeconds = 3600

/** Stores a challenge: for the person who adds a passkey, or for anybody (null) who signs in with one. */
export async function keepChallenge(trx: Trx, userId: string | null, challenge: string, now: Date) {
  await trx
    .deleteFrom('auth.passkey_challenges')
    .where('created_at', '<', new Date(now.getTime() - keptSeconds * 1000).toISOString())
    .execute()
  const { id } = await trx
    .insertInto('auth.passkey_challenges')
    .values({ user_id: userId, challenge, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { challenge_id: id, expires_at: Math.floor(now.getTime() / 1000) + ceremonySeconds }
}

/**
 * Takes and deletes a challenge, whether or not its answer is right. So commit before you refuse.
 * @throws AuthError `webauthn_challenge_not_found`, `webauthn_challenge_expired`
 */
export async function takeChallenge(trx: Trx, userId: string | null, id: string, now: Date): Promise<string> {
  const taken = isUuid(id)
    ? await trx
        .deleteFrom('auth.passkey_challenges')
        .where('id', '=', id)
        .where('user_id', userId === null ? 'is' : '=', userId)
        .returning(['challenge', 'created_at'])
        .executeTakeFirst()
    : undefined
  if (!taken) throw new AuthError('webauthn_challenge_not_found')
  if (now.getTime() - new Date(taken.created_at).getTime() > ceremonySeconds * 1000) {
    throw new AuthError('webauthn_challenge_expired')
  }
  return taken.challenge
}

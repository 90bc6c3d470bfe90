import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import { forgetTokens } from '../codes/one-time-tokens.ts'
import { AuthError } from '../protocol/errors.ts'

type Address = { userId: string; kind: 'email' | 'phone'; address: string; confirmed: boolean; now: Date }

/**
 * Gives the identity of a kind the user's address, and makes it if there is none; whatever was sent to the one before
 * is worthless.
 */
export async function setIdentity(trx: Trx, { userId, kind, address, confirmed, now }: Address): Promise<void> {
  const profile = { sub: userId, [kind]: address, [`${kind}_verified`]: confirmed }
  const other = kind === 'email' ? { phone_verified: false } : { email_verified: false }
  await trx
    .insertInto('auth.identities')
    .values({
      user_id: userId,
      provider: kind,
      provider_id: userId,
      identity_data: JSON.stringify({ ...other, ...profile }),
      email: kind === 'email' ? address : null,
      last_sign_in_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_id']).doUpdateSet({
        identity_data: sql`identities.identity_data || ${JSON.stringify(profile)}::jsonb`,
        email: kind === 'email' ? address : null,
        updated_at: now,
      }),
    )
    .execute()
  await forgetTokens(
    trx,
    userId,
    kind === 'email'
      ? ['confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication']
      : ['phone', 'phone_change', 'reauthentication'],
  )
}

/** Whose value a unique index found taken, in the protocol's words; anything else as it is. */
export function toTaken(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505') return error
  if (constraint === 'users_email') return new AuthError('email_exists')
  if (constraint === 'users_phone') {
    return new AuthError('phone_exists', 'Phone number already registered by another user')
  }
  return constraint === 'users_pkey'
    ? new AuthError('user_already_exists', 'A user with this ID has already been registered')
    : error
}

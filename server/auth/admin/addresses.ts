import type { Trx } from '../../db/connect.ts'
import { insertIdentity, mergeIdentity, type AddressKind } from '../accounts/identities.ts'
import { forgetTokensOf } from '../codes/one-time-tokens.ts'
import { AuthError } from '../protocol/errors.ts'

type Address = { userId: string; kind: AddressKind; address: string; confirmed: boolean; now: Date }

/**
 * Gives the identity of a kind the user's address, and adds the identity if there is none. Codes sent to the previous
 * address stop working.
 */
export async function setIdentity(trx: Trx, { userId, kind, address, confirmed, now }: Address): Promise<void> {
  const profile = { sub: userId, [kind]: address, [`${kind}_verified`]: confirmed }
  const other = kind === 'email' ? { phone_verified: false } : { email_verified: false }
  const identity = { userId, provider: kind, email: kind === 'email' ? address : null, now }
  if (!(await mergeIdentity(trx, { ...identity, profile }))) {
    await insertIdentity(trx, { ...identity, profile: { ...other, ...profile }, lastSignInAt: null })
  }
  await forgetTokensOf(trx, userId, kind)
}

/** Translates a violated unique index into the protocol's error. Returns any other error unchanged. */
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

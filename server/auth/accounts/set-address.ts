import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import { forgetTokens, forgetTokensOf } from '../codes/one-time-tokens.ts'
import { insertIdentity, mergeIdentity, nameProviders, type AddressKind } from './identities.ts'

type NewAddress = { userId: string; kind: AddressKind; address: string; now: Date }

/**
 * Gives the account a confirmed address, in its identity too. Codes sent to the previous address stop working. Rejects
 * with SQLSTATE 23505 when somebody has the address.
 */
export async function setAddress(trx: Trx, { userId, kind, address, now }: NewAddress): Promise<void> {
  const profile = { [kind]: address, [`${kind}_verified`]: true }
  await trx
    .updateTable('auth.users')
    .set({
      [kind]: address,
      [`${kind}_confirmed_at`]: now,
      [`new_${kind}`]: null,
      is_anonymous: false,
      user_metadata: sql`user_metadata || ${JSON.stringify(profile)}::jsonb`,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  const identity = { userId, provider: kind, email: kind === 'email' ? address : null, now }
  if (!(await mergeIdentity(trx, { ...identity, profile }))) {
    await insertIdentity(trx, { ...identity, profile: { sub: userId, ...profile }, lastSignInAt: now })
    await nameProviders(trx, userId)
  }
  await forgetTokensOf(trx, userId, kind)
}

/** From now on the account's email address counts as proven. */
export async function confirmEmail(trx: Trx, userId: string, now: Date): Promise<void> {
  const profile = { email_verified: true }
  await trx
    .updateTable('auth.users')
    .set({
      email_confirmed_at: now,
      user_metadata: sql`user_metadata || ${JSON.stringify(profile)}::jsonb`,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  await mergeIdentity(trx, { userId, provider: 'email', profile, now })
  await forgetTokens(trx, userId, ['confirmation'])
}

import { randomUUID } from 'node:crypto'
import type { Trx } from '../../db/connect.ts'
import { insertUser } from '../accounts/add-account.ts'
import { identitiesOf, insertIdentity, nameProviders } from '../accounts/identities.ts'
import { forgetTokens } from '../codes/one-time-tokens.ts'
import { checkMetadata } from '../protocol/body.ts'
import type { IdentityRow, UserRow } from '../protocol/objects.ts'
import { endSessions } from '../sessions/sessions.ts'
import type { Profile } from './profile.ts'

/** Adds an account that has only this identity. Rejects with SQLSTATE 23505 when either already exists. */
export async function insertExternalUser(
  trx: Trx,
  profile: Profile,
  { isConfirmed, now }: { isConfirmed: boolean; now: Date },
): Promise<UserRow> {
  const user = await insertUser(trx, {
    id: randomUUID(),
    email: profile.email,
    email_confirmed_at: isConfirmed ? now : null,
    appMetadata: { provider: profile.provider, providers: [profile.provider] },
    userMetadata: profile.data,
    now,
  })
  await insertIdentity(trx, identityOf(profile, user.id, now))
  return user
}

const identityOf = ({ provider, subject, data, email }: Profile, userId: string, now: Date) => ({
  userId,
  provider,
  subject,
  profile: data,
  email,
  lastSignInAt: now,
  now,
})

/** Adds the identity to an account and fills gaps in the account's metadata from it. Rejects with 23505 when taken. */
export async function addIdentity(trx: Trx, user: UserRow, profile: Profile, now: Date): Promise<void> {
  await insertIdentity(trx, identityOf(profile, user.id, now))
  await trx
    .updateTable('auth.users')
    .set({ user_metadata: JSON.stringify(completed(user.user_metadata, profile.data)), updated_at: now })
    .where('id', '=', user.id)
    .execute()
  await nameProviders(trx, user.id)
}

/** Both together may be larger than an access token can carry. Then the account's own stays as it is. */
function completed(current: Record<string, unknown>, data: Record<string, unknown>): Record<string, unknown> {
  const both = { ...data, ...current }
  try {
    checkMetadata(both)
    return both
  } catch {
    return current
  }
}

/** Takes over what the provider says about the person now. It may have changed since they were last here. */
export async function refreshIdentity(trx: Trx, identity: IdentityRow, profile: Profile, now: Date): Promise<void> {
  await trx
    .updateTable('auth.identities')
    .set({
      identity_data: JSON.stringify(profile.data),
      email: profile.email,
      last_sign_in_at: now,
      updated_at: now,
    })
    .where('id', '=', identity.id)
    .execute()
}

/**
 * Empties an account whose address nobody has proven to be theirs. Whoever created it may have been waiting for the
 * owner of the address to sign in. What an administrator wrote into an invitation stays.
 */
export async function removeUnproven(trx: Trx, user: UserRow, now: Date): Promise<UserRow> {
  for (const identity of await identitiesOf(trx, [user.id])) {
    if (isProven(identity, user)) continue
    await trx.deleteFrom('auth.identities').where('id', '=', identity.id).execute()
  }
  await forgetTokens(trx, user.id)
  for (const table of ['auth.factors', 'auth.passkeys'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', user.id).execute()
  }
  await endSessions(trx, user.id, null, 'global')
  return trx
    .updateTable('auth.users')
    .set({
      password_hash: null,
      ...(!user.invited_at && { user_metadata: '{}' }),
      new_email: null,
      new_phone: null,
      updated_at: now,
    })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function isProven({ provider, identity_data }: IdentityRow, user: UserRow): boolean {
  if (provider === 'email') return false
  if (provider === 'phone') return user.phone_confirmed_at !== null
  return identity_data.email_verified === true
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import { identitiesOf } from '../accounts/identities.ts'
import { nameProviders } from '../accounts/users.ts'
import { checkMetadata } from '../protocol/body.ts'
import type { IdentityRow, UserRow } from '../protocol/objects.ts'
import { endSessions } from '../sessions/sessions.ts'
import type { Profile } from './profile.ts'

/** Adds an account that has nothing but this identity. Rejects with SQLSTATE 23505 when either is there already. */
export async function insertExternalUser(
  trx: Trx,
  profile: Profile,
  { isConfirmed, now }: { isConfirmed: boolean; now: Date },
): Promise<UserRow> {
  const user = await trx
    .insertInto('auth.users')
    .values({
      id: randomUUID(),
      email: profile.email,
      phone: null,
      password_hash: null,
      email_confirmed_at: isConfirmed ? now : null,
      app_metadata: JSON.stringify({ provider: profile.provider, providers: [profile.provider] }),
      user_metadata: JSON.stringify(profile.data),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertIdentity(trx, user.id, profile, now)
  return user
}

/** Adds the identity to an account, whose metadata gets from it what is not there yet. Rejects with 23505 when taken. */
export async function addIdentity(trx: Trx, user: UserRow, profile: Profile, now: Date): Promise<void> {
  await insertIdentity(trx, user.id, profile, now)
  await trx
    .updateTable('auth.users')
    .set({ user_metadata: JSON.stringify(completed(user.user_metadata, profile.data)), updated_at: now })
    .where('id', '=', user.id)
    .execute()
  await nameProviders(trx, user.id)
}

/** Together they may be larger than what an access token can carry; then what was there stays as it is. */
function completed(current: Record<string, unknown>, data: Record<string, unknown>): Record<string, unknown> {
  const both = { ...data, ...current }
  try {
    checkMetadata(both)
    return both
  } catch {
    return current
  }
}

async function insertIdentity(trx: Trx, userId: string, profile: Profile, now: Date): Promise<void> {
  await trx
    .insertInto('auth.identities')
    .values({
      user_id: userId,
      provider: profile.provider,
      provider_id: profile.subject,
      identity_data: JSON.stringify(profile.data),
      email: profile.email,
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** What the provider says of somebody may have changed since they were last here. */
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
 * Leaves nothing in an account of which nobody has proved that its address is theirs: whoever made it may have done so
 * to be let in once the address's owner signs in. What an administrator wrote into an invitation stays.
 */
export async function removeUnproven(trx: Trx, user: UserRow, now: Date): Promise<UserRow> {
  for (const identity of await identitiesOf(trx, [user.id])) {
    if (isProven(identity, user)) continue
    await trx.deleteFrom('auth.identities').where('id', '=', identity.id).execute()
  }
  for (const table of ['auth.one_time_tokens', 'auth.factors', 'auth.passkeys'] as const) {
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

/** The account's address counts as proved from now on. */
export async function confirmEmail(trx: Trx, userId: string, now: Date): Promise<void> {
  const verified = JSON.stringify({ email_verified: true })
  await trx
    .updateTable('auth.users')
    .set({
      email_confirmed_at: now,
      user_metadata: sql`user_metadata || ${verified}::jsonb`,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  await trx
    .updateTable('auth.identities')
    .set({ identity_data: sql`identity_data || ${verified}::jsonb`, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .execute()
  await trx
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', 'confirmation')
    .execute()
}

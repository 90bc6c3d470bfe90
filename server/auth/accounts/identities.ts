import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { IdentityRow } from '../protocol/objects.ts'

/** The kinds of addresses that people sign in with. Each has an identity of its own. */
export type AddressKind = 'email' | 'phone'

/** The identity that a provider knows under `subject`. */
export function findIdentity(trx: Trx, provider: string, subject: string): Promise<IdentityRow | undefined> {
  return trx
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst()
}

/** The identities of these users, oldest first. Of two that an administrator added at once, email comes first. */
export function identitiesOf(trx: Trx, userIds: string[]): Promise<IdentityRow[]> {
  return trx
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', 'in', userIds)
    .orderBy('created_at')
    .orderBy('provider')
    .orderBy('id')
    .execute()
}

type NewIdentity = {
  userId: string
  provider: string
  /** The person's id at the provider. For an address of the account's own, the account's id. */
  subject?: string
  profile: Record<string, unknown>
  email: string | null
  lastSignInAt: Date | null
  now: Date
}

/** Adds an identity. Rejects with SQLSTATE 23505 when somebody has it. */
export async function insertIdentity(trx: Trx, identity: NewIdentity): Promise<void> {
  const { userId, provider, subject = userId, profile, email, lastSignInAt, now } = identity
  await trx
    .insertInto('auth.identities')
    .values({
      user_id: userId,
      provider,
      provider_id: subject,
      identity_data: JSON.stringify(profile),
      email,
      last_sign_in_at: lastSignInAt,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

type IdentityChange = {
  userId: string
  provider: AddressKind
  profile: Record<string, unknown>
  /** Stays as it is when not given. */
  email?: string | null
  now: Date
}

/** Adds to what the identity of an address says. False when the account has none of this kind. */
export async function mergeIdentity(
  trx: Trx,
  { userId, provider, profile, email, now }: IdentityChange,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('auth.identities')
    .set({
      identity_data: sql`identity_data || ${JSON.stringify(profile)}::jsonb`,
      ...(email !== undefined && { email }),
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Updates the account's list of the providers it signs in with: the first one, and all of them. */
export async function nameProviders(trx: Trx, userId: string): Promise<void> {
  const identities = await identitiesOf(trx, [userId])
  const providers = [...new Set(identities.map(({ provider }) => provider))]
  const named = JSON.stringify({ provider: providers[0], providers })
  await trx
    .updateTable('auth.users')
    .set({ app_metadata: sql`app_metadata || ${named}::jsonb` })
    .where('id', '=', userId)
    .execute()
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import { forgetTokens } from '../codes/one-time-tokens.ts'
import { factorsOf } from '../factors/find-factor.ts'
import { toUser, type UserRow } from '../protocol/objects.ts'
import { identitiesOf } from './identities.ts'

/** The account with this (lower-case) address. */
export function findByEmail(trx: Trx, email: string): Promise<UserRow | undefined> {
  return trx
    .selectFrom('auth.users')
    .selectAll()
    .where(sql`lower(email)`, '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The account with this number, written without a `+`. */
export function findByPhone(trx: Trx, phone: string): Promise<UserRow | undefined> {
  return trx
    .selectFrom('auth.users')
    .selectAll()
    .where('phone', '=', phone)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findById(trx: Trx, id: string): Promise<UserRow | undefined> {
  return trx
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && new Date(user.banned_until) > now
}

/** The user with its identities and second factors, as the protocol shows it. */
export async function describeUser(trx: Trx, user: UserRow) {
  return toUser(user, await identitiesOf(trx, [user.id]), await factorsOf(trx, [user.id]))
}

/** The same for several users, in two queries. */
export async function describeUsers(trx: Trx, users: UserRow[]) {
  if (users.length === 0) return []
  const ids = users.map(({ id }) => id)
  const [identities, factors] = [byUser(await identitiesOf(trx, ids)), byUser(await factorsOf(trx, ids))]
  return users.map((user) => toUser(user, identities.get(user.id) ?? [], factors.get(user.id) ?? []))
}

const byUser = <T extends { user_id: string }>(rows: T[]) => Map.groupBy(rows, ({ user_id }) => user_id)

export type NewEmailUser = {
  email: string
  /** Null when the account has no password: the person comes by mail or another provider. */
  passwordHash: string | null
  data: Record<string, unknown>
  /** Whether the address counts as confirmed: it does unless said otherwise. */
  confirmed?: boolean
  invited?: boolean
  now: Date
}

/** Adds an account with its e-mail identity. Rejects with SQLSTATE 23505 when the address is taken. */
export async function insertEmailUser(
  trx: Trx,
  { email, passwordHash, data, confirmed = true, invited = false, now }: NewEmailUser,
): Promise<UserRow> {
  const id = randomUUID()
  const profile = { ...data, sub: id, email, email_verified: confirmed, phone_verified: false }
  const user = await trx
    .insertInto('auth.users')
    .values({
      id,
      email,
      phone: null,
      password_hash: passwordHash,
      email_confirmed_at: confirmed ? now : null,
      invited_at: invited ? now : null,
      last_sign_in_at: confirmed ? now : null,
      app_metadata: JSON.stringify({ provider: 'email', providers: ['email'] }),
      user_metadata: JSON.stringify(profile),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertIdentity(trx, { userId: id, provider: 'email', profile, email, now })
  return user
}

type NewIdentity = {
  userId: string
  provider: 'email' | 'phone'
  profile: Record<string, unknown>
  email: string | null
  now: Date
}

/** Adds the identity by which an address of the account's own signs in. */
export async function insertIdentity(trx: Trx, { userId, provider, profile, email, now }: NewIdentity): Promise<void> {
  await trx
    .insertInto('auth.identities')
    .values({
      user_id: userId,
      provider,
      provider_id: userId,
      identity_data: JSON.stringify(profile),
      email,
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/**
 * Gives the account a confirmed address, in its e-mail identity too; whatever was mailed to the one before is worthless.
 * Rejects with SQLSTATE 23505 when somebody has it.
 */
export async function setEmail(trx: Trx, userId: string, email: string, now: Date): Promise<void> {
  const verified = JSON.stringify({ email, email_verified: true })
  await trx
    .updateTable('auth.users')
    .set({
      email,
      email_confirmed_at: now,
      new_email: null,
      is_anonymous: false,
      user_metadata: sql`user_metadata || ${verified}::jsonb`,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  await setIdentity(trx, { userId, provider: 'email', profile: { email, email_verified: true }, email, now })
  await forgetTokens(trx, userId, [
    'confirmation',
    'recovery',
    'email_change_current',
    'email_change_new',
    'reauthentication',
  ])
}

/** The same with a phone number. */
export async function setPhone(trx: Trx, userId: string, phone: string, now: Date): Promise<void> {
  const verified = JSON.stringify({ phone, phone_verified: true })
  await trx
    .updateTable('auth.users')
    .set({
      phone,
      phone_confirmed_at: now,
      new_phone: null,
      is_anonymous: false,
      user_metadata: sql`user_metadata || ${verified}::jsonb`,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  await setIdentity(trx, { userId, provider: 'phone', profile: { phone, phone_verified: true }, email: null, now })
  await forgetTokens(trx, userId, ['phone', 'phone_change', 'reauthentication'])
}

/** Adds to what the identity says, or adds the identity. */
async function setIdentity(trx: Trx, identity: NewIdentity): Promise<void> {
  const { userId, provider, profile, email, now } = identity
  const { numUpdatedRows } = await trx
    .updateTable('auth.identities')
    .set({ email, identity_data: sql`identity_data || ${JSON.stringify(profile)}::jsonb`, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await insertIdentity(trx, { ...identity, profile: { sub: userId, ...profile } })
  await nameProviders(trx, userId)
}

/** Says in the account by which providers it signs in: the first one, and all. */
export async function nameProviders(trx: Trx, userId: string): Promise<void> {
  const rows = await trx
    .selectFrom('auth.identities')
    .select('provider')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const providers = [...new Set(rows.map(({ provider }) => provider))]
  const named = JSON.stringify({ provider: providers[0], providers })
  await trx
    .updateTable('auth.users')
    .set({ app_metadata: sql`app_metadata || ${named}::jsonb` })
    .where('id', '=', userId)
    .execute()
}

/** Whether a statement failed because another row already has the value. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505'

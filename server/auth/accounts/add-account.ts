import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { AuthUserTable } from '../../db/tables/auth/users.ts'
import type { Entry } from '../audit-entry.ts'
import { audit } from '../audit.ts'
import type { AccountContext } from '../context.ts'
import type { UserRow } from '../protocol/objects.ts'
import { insertIdentity, type AddressKind } from './identities.ts'

type NewUser = Omit<
  Insertable<AuthUserTable>,
  'email' | 'phone' | 'password_hash' | 'app_metadata' | 'user_metadata' | 'created_at' | 'updated_at'
> & {
  email?: string | null
  phone?: string | null
  password_hash?: string | null
  appMetadata: Record<string, unknown>
  userMetadata: Record<string, unknown>
  now: Date
}

/** Adds an account without any identity. Rejects with SQLSTATE 23505 when its address is taken. */
export function insertUser(trx: Trx, { appMetadata, userMetadata, now, ...columns }: NewUser): Promise<UserRow> {
  return trx
    .insertInto('auth.users')
    .values({
      email: null,
      phone: null,
      password_hash: null,
      ...columns,
      app_metadata: JSON.stringify(appMetadata),
      user_metadata: JSON.stringify(userMetadata),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What is known of an account before it exists. */
export type NewAccount = {
  kind: AddressKind
  /** An email address, or a phone number in E.164 without its `+`. */
  address: string
  /** Null when the account has no password: the person comes by code or through a provider. */
  passwordHash: string | null
  data: Record<string, unknown>
  confirmed: boolean
  invited?: boolean
  /** An administrator adds it: `data` is all of its metadata. Otherwise the metadata repeats what the identity says. */
  byAdmin?: boolean
}

/** What a person signs up with: an address, of either kind, and a password. */
export type SignUp = { address: string; passwordHash: string; data: Record<string, unknown>; now: Date }

/** Adds an account with the identity of its address. Rejects with SQLSTATE 23505 when the address is taken. */
export async function insertAccount(
  trx: Trx,
  { kind, address, passwordHash, data, confirmed, invited = false, byAdmin = false }: NewAccount,
  now: Date,
): Promise<UserRow> {
  const id = randomUUID()
  const profile = {
    ...(!byAdmin && data),
    sub: id,
    [kind]: address,
    email_verified: kind === 'email' && confirmed,
    phone_verified: kind === 'phone' && confirmed,
  }
  const user = await insertUser(trx, {
    id,
    [kind]: address,
    [`${kind}_confirmed_at`]: confirmed ? now : null,
    password_hash: passwordHash,
    invited_at: invited ? now : null,
    last_sign_in_at: confirmed ? now : null,
    appMetadata: { provider: kind, providers: [kind] },
    userMetadata: byAdmin ? data : profile,
    now,
  })
  const email = kind === 'email' ? address : null
  await insertIdentity(trx, { userId: id, provider: kind, profile, email, lastSignInAt: now, now })
  return user
}

/** Adds an account that somebody signed up for: the product hears of it, and it is logged. */
export async function addAccount(
  trx: Trx,
  { deps, product }: AccountContext,
  account: NewAccount,
  { redirectTo, ...by }: Pick<Entry, 'origin' | 'actor'> & { redirectTo?: string },
): Promise<UserRow> {
  const { kind, address, data } = account
  const now = deps.now()
  const user = await insertAccount(trx, account, now)
  await product.onNewUser(trx, { id: user.id, email: address, metadata: data, ...(redirectTo && { redirectTo }) })
  await audit(trx, { action: 'user_signedup', userId: user.id, ...by, detail: { provider: kind }, now })
  return user
}

/** The product hears of an anonymous account once it has an address. */
export async function welcome(trx: Trx, { product }: AccountContext, user: UserRow, address: string): Promise<void> {
  if (!user.is_anonymous) return
  await product.onNewUser(trx, { id: user.id, email: address, metadata: user.user_metadata })
}

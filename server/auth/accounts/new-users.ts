import { randomUUID } from 'node:crypto'
import type { Trx } from '../../db/connect.ts'
import type { UserRow } from '../protocol/objects.ts'
import { insertIdentity } from './users.ts'

/** What is known of an account before it exists. The address is an e-mail address or a phone number. */
export type NewAccount = { address: string; data: Record<string, unknown>; passwordHash: string; now: Date }

type NewPhoneUser = {
  /** E.164 without its `+`. */
  phone: string
  passwordHash: string | null
  data: Record<string, unknown>
  confirmed: boolean
  now: Date
}

/** Adds an account with its phone identity. Rejects with SQLSTATE 23505 when the number is taken. */
export async function insertPhoneUser(
  trx: Trx,
  { phone, passwordHash, data, confirmed, now }: NewPhoneUser,
): Promise<UserRow> {
  const id = randomUUID()
  const profile = { ...data, sub: id, phone, email_verified: false, phone_verified: confirmed }
  const user = await trx
    .insertInto('auth.users')
    .values({
      id,
      email: null,
      phone,
      password_hash: passwordHash,
      phone_confirmed_at: confirmed ? now : null,
      last_sign_in_at: confirmed ? now : null,
      app_metadata: JSON.stringify({ provider: 'phone', providers: ['phone'] }),
      user_metadata: JSON.stringify(profile),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertIdentity(trx, { userId: id, provider: 'phone', profile, email: null, now })
  return user
}

/** Adds an account of somebody who has not said who they are; it has no identity. */
export function insertAnonymousUser(trx: Trx, data: Record<string, unknown>, now: Date): Promise<UserRow> {
  return trx
    .insertInto('auth.users')
    .values({
      email: null,
      phone: null,
      password_hash: null,
      is_anonymous: true,
      last_sign_in_at: now,
      app_metadata: '{}',
      user_metadata: JSON.stringify(data),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import { factorsOf } from '../factors/find-factor.ts'
import { toUser, type UserRow } from '../protocol/objects.ts'
import { identitiesOf } from './identities.ts'

/** Accounts that have not been deleted. */
const existing = (trx: Trx) => trx.selectFrom('auth.users').selectAll().where('deleted_at', 'is', null)

/** The account with this (lowercase) address. */
export function findByEmail(trx: Trx, email: string): Promise<UserRow | undefined> {
  return existing(trx)
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
}

/** The account with this number, written without a `+`. */
export function findByPhone(trx: Trx, phone: string): Promise<UserRow | undefined> {
  return existing(trx).where('phone', '=', phone).executeTakeFirst()
}

export function findById(trx: Trx, id: string): Promise<UserRow | undefined> {
  return existing(trx).where('id', '=', id).executeTakeFirst()
}

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && new Date(user.banned_until) > now
}

/** Notes on the account that the person has just signed in. Returns the account as it is then. */
export function markSignedIn(trx: Trx, userId: string, now: Date): Promise<UserRow> {
  return trx
    .updateTable('auth.users')
    .set({ last_sign_in_at: now })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
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

/** Whether a statement failed because another row already has the value. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505'

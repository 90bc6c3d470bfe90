import { sql } from 'kysely'
import { inOneStatement, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { lanesOf, waitUntil, type Standing } from '../guesses/guesses.ts'
import { toUser, type UserRow } from '../protocol/objects.ts'
import { deviceLabel } from '../sessions/devices.ts'
import { readBelongings, type Belongings } from './belongings.ts'
import type { AddressKind } from './identities.ts'

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

export function isBanned(user: Pick<UserRow, 'banned_until'>, now: Date): boolean {
  return user.banned_until !== null && new Date(user.banned_until) > now
}

/** What signing in needs to know about an account. */
export type Account = Pick<
  UserRow,
  'id' | 'password_hash' | 'banned_until' | 'email_confirmed_at' | 'phone_confirmed_at'
>

type Asked = { kind: AddressKind; address: string; origin: Origin }

/**
 * The account with this address, if there is one, and whether a password for it may be tried yet. Looked up in a single
 * statement. The address is a lowercase one, or a number without its `+`.
 */
export async function findAccount(
  deps: Pick<Deps, 'db' | 'keys' | 'now'>,
  { kind, address, origin }: Asked,
): Promise<{ account: Account | undefined; standing: Standing }> {
  const lanes = lanesOf(deps, { kind: 'password', of: address }, origin)
  const { rows } = await sql<Found>`
    select * from auth.account_at(${kind}, ${address}, ${deviceLabel(origin)}, ${lanes.shared}, ${lanes.own})`.execute(
    inOneStatement(deps.db),
  )
  const { id, is_known, shared_until, own_until, ...found } = rows[0]!
  const [sharedWait, ownWait] = [waitUntil(shared_until, deps.now()), waitUntil(own_until, deps.now())]
  const standing = { lanes, isKnown: is_known, sharedWait, ownWait }
  return { account: id === null ? undefined : { id, ...found }, standing }
}

type Found = Omit<Account, 'id'> & {
  id: string | null
  is_known: boolean
  shared_until: string | null
  own_until: string | null
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
  const [described] = await describeUsers(trx, [user])
  return described!
}

/** The same for several users. */
export async function describeUsers(trx: Trx, users: UserRow[]) {
  if (users.length === 0) return []
  const ids = users.map(({ id }) => id)
  const { rows } = await sql<{ id: string; belongings: Belongings }>`
    select id, auth.belongings(id) as belongings from unnest(${ids}::uuid[]) as person (id)`.execute(trx)
  const belongings = new Map(rows.map((row) => [row.id, readBelongings(row.belongings)]))
  return users.map((user) => {
    const { identities, factors } = belongings.get(user.id)!
    return toUser(user, identities, factors)
  })
}

/** Whether a statement failed because another row already has the value. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505'

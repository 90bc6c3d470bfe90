import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { inAuthScope, type Trx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { checkEmail } from './addresses.ts'
import { loadBearer, type Bearer } from './bearer.ts'
import { checkMetadata, Metadata, readBody } from './body.ts'
import { AuthError } from './errors.ts'
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts'
import { checkPkce, pkceMembers } from './pkce.ts'
import { endSessions } from './sessions.ts'
import { describeUser, findByEmail, findById, isTaken, setEmail } from './users.ts'

const Change = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().optional(),
  data: Metadata.optional(),
  app_metadata: Metadata.optional(),
  ...pkceMembers,
})

/**
 * Changes the caller's own account: metadata is merged, a new address applies at once (no mail asks to confirm it), a
 * new password ends the other sessions.
 * @throws AuthError `weak_password`, `same_password`, `email_exists`, `not_admin`, …
 */
export async function changeUser(deps: Deps, claims: JWTPayload, input: unknown) {
  const { db, now } = deps
  const body = readBody(Change, input)
  const { user } = await inAuthScope(db, (trx) => loadBearer(trx, claims, now()))
  const wanted = body.email && checkEmail(body.email)
  if (body.password !== undefined) checkNewPassword(body.password)
  checkPkce(body)
  if (body.app_metadata) throw new AuthError('not_admin')
  if (body.phone && body.phone !== user.phone) throw new AuthError('phone_provider_disabled')
  const email = wanted && wanted !== user.email ? wanted : undefined
  if (email && (await inAuthScope(db, (trx) => findByEmail(trx, email)))) throw new AuthError('email_exists')

  const passwordHash = body.password === undefined ? undefined : await hashNew(user.password_hash, body.password)
  return inAuthScope(db, async (trx) => {
    // Once more: the session may have ended while the password was hashed.
    const bearer = await loadBearer(trx, claims, now())
    if (body.data) await mergeMetadata(trx, bearer, body.data, now())
    if (email) await setEmail(trx, user.id, email, now())
    if (passwordHash) await setPassword(trx, bearer, passwordHash, now())
    return describeUser(trx, (await findById(trx, user.id))!)
  }).catch((error: unknown) => {
    throw isTaken(error) ? new AuthError('email_exists') : error
  })
}

async function hashNew(current: string | null, password: string): Promise<string> {
  if (current && (await isPassword(current, password))) throw new AuthError('same_password')
  return hashPassword(password)
}

async function setPassword(trx: Trx, { user, sessionId }: Bearer, passwordHash: string, now: Date): Promise<void> {
  await trx
    .updateTable('auth.users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', user.id)
    .execute()
  await endSessions(trx, user.id, sessionId, 'others')
}

/** Merges at the top level; a member that is null is removed. Under the row's lock, so that no merge is lost. */
async function mergeMetadata(trx: Trx, { user }: Bearer, data: Record<string, unknown>, now: Date): Promise<void> {
  const { user_metadata: current } = await trx
    .selectFrom('auth.users')
    .select('user_metadata')
    .where('id', '=', user.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const merged = Object.fromEntries(Object.entries({ ...current, ...data }).filter(([, value]) => value !== null))
  checkMetadata(merged)
  await trx
    .updateTable('auth.users')
    .set({ user_metadata: JSON.stringify(merged), updated_at: now })
    .where('id', '=', user.id)
    .execute()
}

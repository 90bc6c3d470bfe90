import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import { canText, checkChannel, isPhoneOn, sendText } from '../codes/texts.ts'
import type { AccountContext } from '../context.ts'
import { requireAal2 } from '../factors/assurance.ts'
import { checkMetadata, Metadata, readBody } from '../protocol/body.ts'
import type { Caller } from '../protocol/caller.ts'
import { AuthError } from '../protocol/errors.ts'
import { checkPkce, pkceMembers } from '../protocol/pkce.ts'
import { loadBearer, type Bearer } from '../sessions/bearer.ts'
import { checkEmail, checkPhone } from './addresses.ts'
import { changeEmail, changePhone, keepEmail } from './change-address.ts'
import { checkProof, setPassword } from './change-password.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { describeUser, findByEmail, findById, findByPhone, isTaken } from './users.ts'

const Change = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().optional(),
  nonce: z.string().default(''),
  current_password: z.string().default(''),
  channel: z.string().default(''),
  data: Metadata.optional(),
  app_metadata: Metadata.optional(),
  ...pkceMembers,
})

const aal2Text = 'AAL2 session is required to update email or password when MFA is enabled.'

export type UserChange = z.output<typeof Change>

/**
 * Changes the caller's own account. Metadata is merged, a new address waits for confirmation if the settings ask for it,
 * and a new password ends the other sessions.
 * @throws AuthError `weak_password`, `same_password`, `email_exists`, `insufficient_aal`, `not_admin`, …
 */
export async function changeUser(context: AccountContext, claims: JWTPayload, input: unknown, caller: Caller) {
  const { deps } = context
  const { db, now } = deps
  const body = readBody(Change, input)
  const { user, sessionId } = await inAuthScope(db, (trx) => loadBearer(trx, claims, now()))
  const wantedEmail = body.email && checkEmail(body.email)
  const wantedPhone = body.phone && checkPhone(body.phone)
  const email = wantedEmail && wantedEmail !== user.email ? wantedEmail : undefined
  const phone = wantedPhone && wantedPhone !== user.phone ? wantedPhone : undefined
  if (body.password !== undefined) {
    const owner = { email: email ?? user.email, phone: phone ?? user.phone, metadata: user.user_metadata }
    await checkNewPassword(body.password, owner, deps.config.auth)
  }
  checkPkce(body)
  if (body.app_metadata) throw new AuthError('not_admin')
  if (phone) checkPhoneProvider(context, phone, body.channel)
  if (user.is_anonymous && body.password !== undefined && !email && !phone) {
    throw new AuthError(
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
      422,
    )
  }
  await inAuthScope(db, async (trx) => {
    if (email || phone || body.password !== undefined) await requireAal2(trx, { user, sessionId }, aal2Text, 401)
    if (email && (await findByEmail(trx, email))) throw new AuthError('email_exists')
    if (phone && (await findByPhone(trx, phone))) throw new AuthError('phone_exists')
  })
  if (email || phone || body.password !== undefined) await checkProof(deps, { user, sessionId }, body)
  const passwordHash = body.password === undefined ? undefined : await hashPassword(body.password)

  const { text } = await inAuthScope(db, async (trx) => {
    // Load it again: the session may have ended while the password was hashed.
    const bearer = await loadBearer(trx, claims, now())
    if (body.data) await mergeMetadata(trx, bearer, body.data, now())
    if (passwordHash) await setPassword(trx, deps, bearer, passwordHash, caller.origin)
    // Asking for the current address cancels an earlier change.
    if (wantedEmail && !email) await keepEmail(trx, deps, bearer.user, caller.origin)
    if (email) await changeEmail(trx, context, bearer.user, { email, challenge: body, caller })
    if (!phone) return { text: undefined }
    // Read it again: with an address, the account is no longer anonymous.
    const current = email ? (await findById(trx, user.id))! : bearer.user
    return { text: await changePhone(trx, context, current, phone, caller) }
  }).catch((error: unknown) => {
    throw isTaken(error) ? new AuthError(email ? 'email_exists' : 'phone_exists') : error
  })
  if (text) await sendText(deps, text)
  return inAuthScope(db, async (trx) => {
    const changed = await findById(trx, user.id)
    if (!changed) throw new AuthError('user_not_found')
    return describeUser(trx, changed)
  })
}

function checkPhoneProvider({ deps }: AccountContext, phone: string, channel: string): void {
  checkChannel(channel)
  const isReachable = deps.config.auth.phoneAutoconfirm || canText(deps, phone)
  if (!isPhoneOn(deps) || !isReachable) throw new AuthError('phone_provider_disabled')
}

/** Merges at the top level and removes members that are null. It locks the row so that no merge is lost. */
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

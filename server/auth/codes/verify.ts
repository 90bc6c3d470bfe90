import { z } from 'zod'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { OneTimeTokenKind } from '../../db/tables/auth/codes.ts'
import type { Origin } from '../../http/origin.ts'
import { checkEmail, checkPhone } from '../accounts/addresses.ts'
import { findByEmail, findByPhone, isTaken } from '../accounts/users.ts'
import type { AccountContext } from '../context.ts'
import { countWrong, forgive, mayTry, readStanding } from '../guesses/guesses.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError, TooSoonError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import { openSession } from '../sessions/open-session.ts'
import { toSessionReply, type OpenSession } from '../sessions/sessions.ts'
import { findByLink, tryCode, type OneTimeToken } from './one-time-tokens.ts'
import { useToken } from './use-token.ts'

const Verification = z.object({
  type: z.string().default(''),
  token: z.string().default(''),
  token_hash: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
  redirect_to: z.string().default(''),
})

const mailKinds: Record<string, OneTimeTokenKind[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_current', 'email_change_new'],
}
const phoneKinds: Record<string, OneTimeTokenKind[]> = { sms: ['phone'], phone_change: ['phone_change'] }

const refuse = (say: string, status?: number) => new AuthError('validation_failed', say, status)
const oddType = (type: string, of: 'email' | 'sms') =>
  Object.hasOwn(mailKinds, type) || Object.hasOwn(phoneKinds, type)
    ? refuse(`Invalid ${of} verification type`)
    : refuse('Unsupported verification type')

export const badLink = () => new AuthError('otp_expired', 'Email link is invalid or has expired')

/** The answer to the first of two confirmations. */
export const firstOfTwo = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The kinds of token that a link of this type may contain. @throws AuthError `validation_failed` */
export function kindsOfLink(type: string): OneTimeTokenKind[] {
  if (!Object.hasOwn(mailKinds, type)) throw oddType(type, 'email')
  return mailKinds[type]!
}

/**
 * Trades a code, or the hash from a link, for a session.
 * @throws AuthError `otp_expired`, `user_banned`, `email_exists`, `validation_failed`
 */
export async function verify(context: AccountContext, input: unknown, origin: Origin) {
  const { deps } = context
  const body = readVerification(input)
  const isHash = body.token_hash !== ''
  const outcome = await inAuthScope(deps.db, async (trx) => {
    const token = isHash
      ? await findByLink(trx, deps, body.token_hash, kindsOfLink(body.type))
      : await findByCode(trx, context, body, origin)
    if (!token || token instanceof AuthError) return token
    const user = await useToken(trx, context, token, origin)
    if (!user) return user
    if (token.flow_state_id) await trx.deleteFrom('auth.flow_states').where('id', '=', token.flow_state_id).execute()
    return openVerified(trx, context, user, origin)
  }).catch((error: unknown) => {
    throw isTaken(error) ? new AuthError(body.phone ? 'phone_exists' : 'email_exists') : error
  })
  if (outcome === null) return { msg: firstOfTwo, code: '200' }
  // Refuse only after the commit, so that the wrong code counts.
  if (outcome instanceof AuthError) throw outcome
  if (!outcome) throw isHash ? badLink() : new AuthError('otp_expired')
  return toSessionReply(deps, outcome)
}

/** Opens a session for somebody who used a code or link. */
export async function openVerified(
  trx: Trx,
  { deps }: AccountContext,
  user: UserRow,
  origin: Origin,
): Promise<OpenSession> {
  return openSession(trx, deps, user.id, { method: 'otp', origin, now: deps.now(), logged: { method: 'otp' } })
}

type Verification = z.output<typeof Verification>

function readVerification(input: unknown): Verification {
  const body = readBody(Verification, input)
  const { type, token, token_hash: hash, email, phone } = body
  if (!type) throw refuse('Verify requires a verification type')
  if (Boolean(token) === Boolean(hash)) throw refuse('Verify requires either a token or a token hash')
  if (hash) {
    if (email || phone || body.redirect_to) throw refuse('Only the token_hash and type should be provided')
    kindsOfLink(type)
    return body
  }
  if (Boolean(email) === Boolean(phone)) {
    throw refuse('Only an email address or phone number should be provided on verify')
  }
  if (phone) {
    if (!Object.hasOwn(phoneKinds, type)) throw oddType(type, 'sms')
    return { ...body, phone: checkPhone(phone) }
  }
  kindsOfLink(type)
  return { ...body, email: readEmail(email) }
}

function readEmail(email: string): string {
  try {
    return checkEmail(email)
  } catch {
    throw refuse('Invalid email format', 422)
  }
}

/** The token that the code belongs to, or the refusal of a code that comes too soon after too many wrong ones. */
async function findByCode(
  trx: Trx,
  { deps }: AccountContext,
  body: Verification,
  origin: Origin,
): Promise<OneTimeToken | AuthError | undefined> {
  const { type, email, phone, token: code } = body
  const address = email || phone
  const kinds = email ? mailKinds[type]! : phoneKinds[type]!
  const userIds = await peopleAt(trx, { type, email, phone })
  const guessed = { kind: 'code', of: address } as const
  const standing = await readStanding(trx, deps, { guessed, userId: userIds[0], origin })
  const { sharedWait } = standing
  const refusal = sharedWait > 0 ? new TooSoonError(sharedWait, tooManyCodes(sharedWait)) : undefined
  if (!mayTry(standing)) return refusal
  for (const userId of userIds) {
    const token = await tryCode(trx, deps, { userId, kinds, address, code })
    if (!token) continue
    await forgive(trx, standing)
    return token
  }
  await countWrong(trx, deps, standing)
  return refusal
}

/** A new code every minute would otherwise allow thousands of guesses a day. The link in the same mail still works. */
const tooManyCodes = (seconds: number) =>
  `Too many wrong codes for this address, please retry after ${Math.ceil(seconds)} seconds or use the link.`

/** The accounts whose code it may be: the one with the address, and those that want it. */
async function peopleAt(trx: Trx, { type, email, phone }: Pick<Verification, 'type' | 'email' | 'phone'>) {
  const owner = email ? await findByEmail(trx, email) : await findByPhone(trx, phone)
  if (type !== 'email_change' && type !== 'phone_change') return owner ? [owner.id] : []
  const wanting = await trx
    .selectFrom('auth.one_time_tokens')
    .select('user_id')
    .distinct()
    .where('address', '=', email || phone)
    .where('kind', '=', email ? 'email_change_new' : 'phone_change')
    .orderBy('user_id')
    .execute()
  return [...new Set([...(owner && type === 'email_change' ? [owner.id] : []), ...wanting.map((row) => row.user_id)])]
}

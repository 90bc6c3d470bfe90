import { z } from 'zod'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { checkEmail, checkPhone } from '../accounts/addresses.ts'
import { findByEmail, findByPhone } from '../accounts/users.ts'
import { readBody } from '../protocol/body.ts'
import type { Caller } from '../protocol/caller.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import { checkPkce, pkceMembers } from '../protocol/pkce.ts'
import { beginFlow } from '../sessions/flow-states.ts'
import { atLeast } from './at-least.ts'
import { mailEmailChange } from './email-change.ts'
import { mailCode } from './send-code.ts'
import { noteSending } from './sendings.ts'
import { isPhoneOn, makeText, sendText } from './texts.ts'

const Resend = z.object({
  type: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
  ...pkceMembers,
})
type Asked = z.output<typeof Resend>

const refuse = (say: string) => new AuthError('validation_failed', say)

/**
 * Sends again what somebody is still waiting for. If there is nothing to send, or nobody, the answer is the same.
 * @throws AuthError `validation_failed`, `phone_provider_disabled`, `over_email_send_rate_limit`, …
 */
export async function resend(deps: Deps, input: unknown, caller: Caller) {
  const body = readBody(Resend, input)
  const { type, email, phone } = body
  if (!/^(signup|email_change|sms|phone_change)$/.test(type)) {
    throw refuse('Missing one of these types: signup, email_change, sms, phone_change')
  }
  const isByMail = type === 'signup' || type === 'email_change'
  if (isByMail && !email) throw refuse('Type provided requires an email address')
  if (!isByMail && !phone) throw refuse('Type provided requires a phone number')
  if (email && phone) throw refuse('Only an email address or phone number should be provided.')
  checkPkce(body)
  if (isByMail) return atLeast(resendMail(deps, { ...body, email: checkEmail(email) }, caller))
  if (!isPhoneOn(deps)) throw new AuthError('phone_provider_disabled')
  return resendText(deps, { ...body, phone: checkPhone(phone) })
}

async function resendMail(deps: Deps, body: Asked, { redirectTo }: Caller) {
  const { email, type } = body
  await inAuthScope(deps.db, async (trx) => {
    if (type === 'signup') {
      const user = await findByEmail(trx, email)
      const waits = user && !user.email_confirmed_at
      await noteSending(trx, deps, { address: email, kind: 'sign_in', isReal: Boolean(waits) })
      if (!waits) return
      const flowStateId = await beginFlow(trx, body, { method: 'email/signup', userId: user.id, now: deps.now() })
      const method = user.invited_at ? 'invite' : await methodAskedFirst(trx, user)
      await mailCode(trx, deps, { user, kind: 'confirmation', method, mail: 'confirmation', redirectTo, flowStateId })
      return
    }
    const user = await findChanging(trx, email)
    if (user?.new_email) {
      await mailEmailChange(trx, deps, user, { newEmail: user.new_email, redirectTo, challenge: body })
    } else {
      await noteSending(trx, deps, { address: email, kind: 'email_change', isReal: false })
    }
  })
  return {}
}

/** Resending a code keeps what it was for. Otherwise a code for a passwordless sign-in could confirm an old password. */
async function methodAskedFirst(trx: Trx, { id }: UserRow): Promise<string> {
  const earlier = await trx
    .selectFrom('auth.one_time_tokens')
    .select('method')
    .where('user_id', '=', id)
    .where('kind', '=', 'confirmation')
    .executeTakeFirst()
  return earlier?.method ?? 'signup'
}

/** The account with the address, or one without an address that wants it. */
async function findChanging(trx: Trx, email: string): Promise<UserRow | undefined> {
  const owner = await findByEmail(trx, email)
  if (owner) return owner
  return trx
    .selectFrom('auth.users')
    .selectAll()
    .where('new_email', '=', email)
    .where('email', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('email_change_sent_at', 'desc')
    .executeTakeFirst()
}

async function resendText(deps: Deps, { phone, type }: Asked) {
  const text = await inAuthScope(deps.db, async (trx) => {
    const kind = type === 'sms' ? 'phone' : 'phone_change'
    const user = await findByPhone(trx, phone)
    const to = kind === 'phone' ? user && !user.phone_confirmed_at && user.phone : user?.new_phone
    const pause = kind === 'phone' ? 'sign_in' : 'phone_change'
    await noteSending(trx, deps, { address: to || phone, kind: pause, isReal: Boolean(to) })
    if (!user || !to) return undefined
    return makeText(trx, deps, { user, kind, method: type === 'sms' ? 'signup' : 'phone_change', phone: to })
  })
  return text ? sendText(deps, text) : {}
}

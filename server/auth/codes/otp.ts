import { z } from 'zod'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import { addAccount } from '../accounts/add-account.ts'
import { checkEmail, checkPhone } from '../accounts/addresses.ts'
import type { AddressKind } from '../accounts/identities.ts'
import { findByEmail, findByPhone } from '../accounts/users.ts'
import type { AccountContext } from '../context.ts'
import { checkMetadata, Metadata, readBody } from '../protocol/body.ts'
import type { Caller } from '../protocol/caller.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import { checkPkce, pkceMembers } from '../protocol/pkce.ts'
import { beginFlow } from '../sessions/flow-states.ts'
import { atLeast } from './at-least.ts'
import { mailCode } from './send-code.ts'
import { noteSending } from './sendings.ts'
import { canText, checkChannel, isPhoneOn, makeText, sendText } from './texts.ts'

const Otp = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  data: Metadata.default({}),
  create_user: z.boolean().default(true),
  channel: z.string().default(''),
  ...pkceMembers,
})
type Asked = z.output<typeof Otp>

const refuse = (say: string) => new AuthError('validation_failed', say)

/**
 * Sends a code to sign in with, and a link if it goes by mail. An address without an account gets one, unconfirmed.
 * @throws AuthError `otp_disabled`, `phone_provider_disabled`, `sms_send_failed`, `over_email_send_rate_limit`, …
 */
export async function sendOtp(context: AccountContext, input: unknown, caller: Caller) {
  const body = readBody(Otp, input)
  const { email, phone, channel, data } = body
  if (email && phone) throw refuse('Only an email address or phone number should be provided')
  if (email && channel) throw refuse('Channel should only be specified with Phone OTP')
  if (!email && !phone) throw refuse('One of email or phone must be set')
  checkPkce(body)
  checkMetadata(data)
  if (email) return atLeast(mailOtp(context, { ...body, email: checkEmail(email) }, caller))
  checkChannel(channel)
  if (!isPhoneOn(context.deps)) throw new AuthError('phone_provider_disabled')
  const number = checkPhone(phone)
  if (!canText(context.deps, number)) throw new AuthError('phone_provider_disabled')
  return textOtp(context, { ...body, phone: number }, caller)
}

async function mailOtp(context: AccountContext, body: Asked, caller: Caller) {
  const { deps } = context
  const { email } = body
  await inAuthScope(deps.db, async (trx) => {
    await noteSending(trx, deps, { address: email, kind: 'sign_in' })
    const known = await findByEmail(trx, email)
    const user = known ?? (await addUnconfirmed(trx, context, 'email', body, caller))
    const flowStateId = await beginFlow(trx, body, { method: 'magiclink', userId: user.id, now: deps.now() })
    const common = { user, method: 'magiclink', redirectTo: caller.redirectTo, flowStateId }
    await mailCode(
      trx,
      deps,
      user.email_confirmed_at
        ? { ...common, kind: 'recovery', mail: 'magic-link' }
        : { ...common, kind: 'confirmation', mail: 'confirmation' },
    )
  })
  return {}
}

async function textOtp(context: AccountContext, body: Asked, caller: Caller) {
  const { deps } = context
  const { phone } = body
  const text = await inAuthScope(deps.db, async (trx) => {
    await noteSending(trx, deps, { address: phone, kind: 'sign_in' })
    const user = (await findByPhone(trx, phone)) ?? (await addUnconfirmed(trx, context, 'phone', body, caller))
    return makeText(trx, deps, { user, kind: 'phone', method: 'otp', phone })
  })
  return sendText(deps, text)
}

/** Adds an account that waits for the code. */
async function addUnconfirmed(
  trx: Trx,
  context: AccountContext,
  kind: AddressKind,
  body: Asked,
  caller: Caller,
): Promise<UserRow> {
  if (!body.create_user) throw new AuthError('otp_disabled')
  if (context.deps.config.auth.signupDisabled) throw new AuthError('signup_disabled')
  const account = { kind, address: body[kind], passwordHash: null, data: body.data, confirmed: false }
  return addAccount(trx, context, account, caller)
}

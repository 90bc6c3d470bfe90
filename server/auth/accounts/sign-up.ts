import { z } from 'zod'
import { inAuthScope } from '../../db/connect.ts'
import { audit } from '../audit.ts'
import { canText, checkChannel, isPhoneOn } from '../codes/texts.ts'
import type { AccountContext } from '../context.ts'
import { checkMetadata, Metadata, readBody } from '../protocol/body.ts'
import type { Caller } from '../protocol/caller.ts'
import { AuthError } from '../protocol/errors.ts'
import { checkPkce, pkceMembers } from '../protocol/pkce.ts'
import { openSession } from '../sessions/open-session.ts'
import { toSessionReply } from '../sessions/sessions.ts'
import { insertUser } from './add-account.ts'
import { checkEmail, checkPhone } from './addresses.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { signUpByMail } from './sign-up-by-mail.ts'
import { signUpByPhone } from './sign-up-by-phone.ts'

const SignUp = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
  channel: z.string().default(''),
  /** The token of an invitation to the product. */
  invitation: z.string().max(200).default(''),
  data: Metadata.default({}),
  ...pkceMembers,
})

/** Whether a sign-up has neither an email address nor a phone number. */
export function isAnonymous(input: unknown): boolean {
  const { email, phone } = readBody(SignUp, input)
  return !email && !phone
}

/**
 * Opens an account, either with its first session or waiting for the address to be confirmed.
 * @throws AuthError in the protocol's order of checks
 */
export async function signUp(context: AccountContext, input: unknown, caller: Caller) {
  const { deps } = context
  const settings = deps.config.auth
  const body = readBody(SignUp, input)
  const { email, phone, password, data } = body
  if (!email && !phone) return signInAnonymously(context, data, caller)
  if (settings.signupDisabled) throw new AuthError('signup_disabled')
  if (!password) throw new AuthError('validation_failed', 'Signup requires a valid password')
  await checkNewPassword(password, { email, phone, metadata: data }, settings)
  if (email && phone) {
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on signup.')
  }
  checkPkce(body)
  if (phone && body.code_challenge) throw new AuthError('validation_failed', 'PKCE not supported for phone signups')
  if (phone && !isPhoneOn(deps)) throw new AuthError('phone_provider_disabled', 'Phone signups are disabled')
  if (phone) checkChannel(body.channel)
  const address = email ? checkEmail(email) : checkPhone(phone)
  if (phone && !settings.phoneAutoconfirm && !canText(deps, address)) throw new AuthError('phone_provider_disabled')
  checkMetadata(data)

  const account = { address, data, passwordHash: await hashPassword(password), now: deps.now() }
  if (!email) return signUpByPhone(context, account, caller)
  return signUpByMail(context, account, { challenge: body, caller, isProven: await isProven(context, body, address) })
}

/** Whether an invitation that was mailed to this very address shows that its owner signs up. */
async function isProven({ deps, product }: AccountContext, { invitation }: z.output<typeof SignUp>, address: string) {
  if (!invitation) return false
  const invited = await inAuthScope(deps.db, (trx) => product.invitedAddress(trx, invitation))
  return invited?.toLowerCase() === address
}

async function signInAnonymously({ deps }: AccountContext, data: Record<string, unknown>, { origin }: Caller) {
  const { anonymous, signupDisabled } = deps.config.auth
  if (!anonymous) throw new AuthError('anonymous_provider_disabled')
  if (signupDisabled) throw new AuthError('signup_disabled')
  checkMetadata(data)
  const now = deps.now()
  const open = await inAuthScope(deps.db, async (trx) => {
    const user = await insertUser(trx, {
      is_anonymous: true,
      last_sign_in_at: now,
      appMetadata: {},
      userMetadata: data,
      now,
    })
    await audit(trx, { action: 'user_signedup', userId: user.id, origin, detail: { provider: 'anonymous' }, now })
    return openSession(trx, deps, user.id, { method: 'anonymous', origin, now })
  })
  return toSessionReply(deps, open)
}

import { inAuthScope } from '../../db/connect.ts'
import { noteSending } from '../codes/sendings.ts'
import { makeText, sendText } from '../codes/texts.ts'
import type { AccountContext } from '../context.ts'
import type { Caller } from '../protocol/caller.ts'
import { AuthError } from '../protocol/errors.ts'
import { obfuscatedUser } from '../protocol/obfuscated-user.ts'
import { openSession } from '../sessions/open-session.ts'
import { toSessionReply } from '../sessions/sessions.ts'
import { addAccount, type SignUp } from './add-account.ts'
import { setAddress } from './set-address.ts'
import { describeUser, findByPhone, isTaken } from './users.ts'

/** Signs up with a phone number: at once if numbers need no confirmation, or else with a text that asks for it. */
export function signUpByPhone(context: AccountContext, signUp: SignUp, caller: Caller) {
  return context.deps.config.auth.phoneAutoconfirm
    ? signUpAtOnce(context, signUp, caller)
    : askToConfirm(context, signUp, caller)
}

async function signUpAtOnce(context: AccountContext, signUp: SignUp, caller: Caller) {
  const { origin } = caller
  const { deps } = context
  const { address: phone, passwordHash, now } = signUp
  const open = await inAuthScope(deps.db, async (trx) => {
    const existing = await findByPhone(trx, phone)
    if (existing?.phone_confirmed_at) throw new AuthError('user_already_exists')
    const { id } = existing ?? (await addAccount(trx, context, unconfirmed(signUp), caller))
    await trx.updateTable('auth.users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
    await setAddress(trx, { userId: id, kind: 'phone', address: phone, now })
    return openSession(trx, deps, id, { method: 'password', origin, now })
  }).catch((error: unknown) => {
    throw isTaken(error) ? new AuthError('user_already_exists') : error
  })
  return toSessionReply(deps, open)
}

async function askToConfirm(context: AccountContext, signUp: SignUp, caller: Caller) {
  const { deps } = context
  const { address: phone, data, now } = signUp
  const asked = await inAuthScope(deps.db, async (trx) => {
    await noteSending(trx, deps, { address: phone, kind: 'sign_in' })
    const existing = await findByPhone(trx, phone)
    if (existing?.phone_confirmed_at) {
      return { answer: obfuscatedUser({ provider: 'phone', address: phone, data, now }) }
    }
    const user = existing ?? (await addAccount(trx, context, unconfirmed(signUp), caller))
    const text = await makeText(trx, deps, { user, kind: 'phone', method: 'signup', phone })
    return { text, answer: await describeUser(trx, text.user) }
  })
  if ('text' in asked && asked.text) await sendText(deps, asked.text)
  return asked.answer
}

const unconfirmed = (signUp: SignUp) => ({ ...signUp, kind: 'phone', confirmed: false }) as const

import { inAuthScope, type Trx } from '../../db/connect.ts'
import { audit } from '../audit.ts'
import { noteSending } from '../codes/sendings.ts'
import { makeText, sendText } from '../codes/texts.ts'
import type { AccountContext } from '../context.ts'
import type { Caller } from '../protocol/caller.ts'
import { AuthError } from '../protocol/errors.ts'
import { obfuscatedUser } from '../protocol/obfuscated-user.ts'
import { openSession, toSessionReply } from '../sessions/sessions.ts'
import { insertPhoneUser } from './new-users.ts'
import type { NewAccount } from './new-users.ts'
import { describeUser, findById, findByPhone, isTaken, setPhone } from './users.ts'

/** Signs up with a number: at once where none needs to be confirmed, else with a text that asks for it. */
export function signUpByPhone(context: AccountContext, account: NewAccount, caller: Caller) {
  return context.deps.config.auth.phoneAutoconfirm
    ? signUpAtOnce(context, account, caller)
    : askToConfirm(context, account, caller)
}

async function signUpAtOnce(context: AccountContext, account: NewAccount, { origin }: Caller) {
  const { deps } = context
  const { address: phone, passwordHash, now } = account
  const open = await inAuthScope(deps.db, async (trx) => {
    const existing = await findByPhone(trx, phone)
    if (existing?.phone_confirmed_at) throw new AuthError('user_already_exists')
    const { id } = existing ?? (await addAccount(trx, context, account, origin))
    await trx
      .updateTable('auth.users')
      .set({ password_hash: passwordHash, last_sign_in_at: now })
      .where('id', '=', id)
      .execute()
    await setPhone(trx, id, phone, now)
    const session = await openSession(trx, deps, id, { method: 'password', origin, now })
    return { ...session, user: await describeUser(trx, (await findById(trx, id))!) }
  }).catch((error: unknown) => {
    throw isTaken(error) ? new AuthError('user_already_exists') : error
  })
  return toSessionReply(deps, open)
}

async function askToConfirm(context: AccountContext, account: NewAccount, { origin }: Caller) {
  const { deps } = context
  const { address: phone, data, now } = account
  const asked = await inAuthScope(deps.db, async (trx) => {
    await noteSending(trx, deps, { address: phone, kind: 'sign_in' })
    const existing = await findByPhone(trx, phone)
    if (existing?.phone_confirmed_at) {
      return { answer: obfuscatedUser({ provider: 'phone', address: phone, data, now }) }
    }
    const user = existing ?? (await addAccount(trx, context, account, origin))
    const text = await makeText(trx, deps, { user, kind: 'phone', method: 'signup', phone })
    return { text, answer: await describeUser(trx, text.user) }
  })
  if ('text' in asked && asked.text) await sendText(deps, asked.text)
  return asked.answer
}

async function addAccount(
  trx: Trx,
  { product }: AccountContext,
  { address, data, passwordHash, now }: NewAccount,
  origin: Caller['origin'],
) {
  const user = await insertPhoneUser(trx, { phone: address, passwordHash, data, confirmed: false, now })
  await product.onNewUser(trx, { id: user.id, email: address, metadata: data })
  await audit(trx, { action: 'user_signedup', userId: user.id, origin, detail: { provider: 'phone' }, now })
  return user
}

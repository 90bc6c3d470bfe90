import { inAuthScope, type Trx } from '../../db/connect.ts'
import { atLeast } from '../codes/at-least.ts'
import { mailCode } from '../codes/send-code.ts'
import { noteSending } from '../codes/sendings.ts'
import type { AccountContext } from '../context.ts'
import type { Caller } from '../protocol/caller.ts'
import { AuthError } from '../protocol/errors.ts'
import { obfuscatedUser } from '../protocol/obfuscated-user.ts'
import type { UserRow } from '../protocol/objects.ts'
import { beginFlow, type Challenge } from '../sessions/flow-states.ts'
import { openSession } from '../sessions/open-session.ts'
import { toSessionReply } from '../sessions/sessions.ts'
import { addAccount, type SignUp } from './add-account.ts'
import { setAddress } from './set-address.ts'
import { describeUser, findByEmail, findById, isTaken } from './users.ts'

type Way = {
  challenge: Challenge
  caller: Caller
  /** Whether the person has shown that they read the address's mail. */
  isProven: boolean
}

/** Signs up with an email address: at once if addresses need no confirmation, or else with a mail that asks for it. */
export function signUpByMail(context: AccountContext, signUp: SignUp, way: Way) {
  return context.deps.config.auth.emailAutoconfirm || way.isProven
    ? signUpAtOnce(context, signUp, way.caller)
    : atLeast(askToConfirm(context, signUp, way))
}

async function signUpAtOnce(context: AccountContext, signUp: SignUp, caller: Caller) {
  const { origin } = caller
  const { deps } = context
  const { address, now } = signUp
  const open = await inAuthScope(deps.db, async (trx) => {
    const existing = await findByEmail(trx, address)
    if (existing?.email_confirmed_at) throw new AuthError('user_already_exists')
    const user = existing
      ? await confirm(trx, existing, signUp)
      : await addAccount(trx, context, { ...signUp, kind: 'email', confirmed: true }, caller)
    return openSession(trx, deps, user.id, { method: 'password', origin, now })
  }).catch((error: unknown) => {
    throw isTaken(error) ? new AuthError('user_already_exists') : error
  })
  return toSessionReply(deps, open)
}

/**
 * The answer looks the same whether the address is free, waiting or taken; if it is taken, it reveals nothing about the
 * account. The pauses between two requests are the same too.
 */
async function askToConfirm(context: AccountContext, signUp: SignUp, { challenge, caller }: Way) {
  const { deps } = context
  const { address, data, now } = signUp
  return inAuthScope(deps.db, async (trx) => {
    await noteSending(trx, deps, { address, kind: 'sign_in' })
    // Look it up only now that it is this request's turn: an earlier one has added the account by now.
    const existing = await findByEmail(trx, address)
    if (existing?.email_confirmed_at) return obfuscatedUser({ provider: 'email', address, data, now })
    const { redirectTo } = caller
    const account = { ...signUp, kind: 'email', confirmed: false } as const
    const user = existing ?? (await addAccount(trx, context, account, caller))
    const flowStateId = await beginFlow(trx, challenge, { method: 'email/signup', userId: user.id, now })
    const sent = await mailCode(trx, deps, {
      user,
      kind: 'confirmation',
      method: 'signup',
      mail: 'confirmation',
      redirectTo,
      flowStateId,
    })
    const shown = await describeUser(trx, sent)
    return user.invited_at ? { ...shown, user_metadata: {}, identities: [] } : shown
  })
}

/**
 * An address that was registered but never confirmed counts as confirmed now, since no mail asks for it. The password
 * becomes the caller's, so that whoever registered the address earlier cannot get into the account.
 */
async function confirm(trx: Trx, user: UserRow, { address, data, passwordHash, now }: SignUp): Promise<UserRow> {
  await trx
    .updateTable('auth.users')
    .set({
      password_hash: passwordHash,
      last_sign_in_at: now,
      user_metadata: JSON.stringify({ ...data, sub: user.id, phone_verified: false }),
    })
    .where('id', '=', user.id)
    .execute()
  await setAddress(trx, { userId: user.id, kind: 'email', address, now })
  return (await findById(trx, user.id))!
}

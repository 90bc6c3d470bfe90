import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { audit } from '../audit.ts'
import { mailEmailChange, tellPreviousAddress } from '../codes/email-change.ts'
import { forgetEmailChange } from '../codes/one-time-tokens.ts'
import { noteSending } from '../codes/sendings.ts'
import { makeText, type TextToSend } from '../codes/texts.ts'
import type { AccountContext } from '../context.ts'
import { sendNotice } from '../mails/send.ts'
import type { Caller } from '../protocol/caller.ts'
import type { UserRow } from '../protocol/objects.ts'
import type { Challenge } from '../sessions/flow-states.ts'
import { welcome } from './add-account.ts'
import { setAddress } from './set-address.ts'

type NewEmail = { email: string; challenge: Challenge; caller: Caller }

/** Changes the account's email address: at once if addresses need no confirmation, or else once the mails are answered. */
export async function changeEmail(
  trx: Trx,
  context: AccountContext,
  user: UserRow,
  { email, challenge, caller }: NewEmail,
): Promise<void> {
  const { deps } = context
  const { origin, redirectTo } = caller
  const now = deps.now()
  if (!deps.config.auth.emailAutoconfirm) {
    await mailEmailChange(trx, deps, user, { newEmail: email, redirectTo, challenge })
    await audit(trx, { action: 'email_change_requested', userId: user.id, origin, now })
    return
  }
  await setAddress(trx, { userId: user.id, kind: 'email', address: email, now })
  await audit(trx, { action: 'email_changed', userId: user.id, origin, now })
  await tellPreviousAddress(trx, deps, user)
  await welcome(trx, context, user, email)
}

/** Changes the phone number in the same way. Returns the text to send once the transaction has committed. */
export async function changePhone(
  trx: Trx,
  context: AccountContext,
  user: UserRow,
  phone: string,
  { origin }: Caller,
): Promise<TextToSend | undefined> {
  const { deps } = context
  const now = deps.now()
  if (deps.config.auth.phoneAutoconfirm) {
    await setAddress(trx, { userId: user.id, kind: 'phone', address: phone, now })
    await audit(trx, { action: 'phone_changed', userId: user.id, origin, now })
    await sendNotice(trx, deps, 'account-changed', { user, values: { Change: 'Your phone number was changed.' } })
    await welcome(trx, context, user, phone)
    return undefined
  }
  await noteSending(trx, deps, { address: phone, kind: 'phone_change' })
  await trx.updateTable('auth.users').set({ new_phone: phone }).where('id', '=', user.id).execute()
  return makeText(trx, deps, { user, kind: 'phone_change', method: 'phone_change', phone })
}

/** Cancels a change of address that is waiting for confirmation. The links that were mailed for it stop working. */
export async function keepEmail(trx: Trx, { now }: Pick<Deps, 'now'>, user: UserRow, origin: Origin): Promise<void> {
  if (!user.new_email) return
  await forgetEmailChange(trx, user.id)
  await trx
    .updateTable('auth.users')
    .set({ new_email: null, email_change_sent_at: null, updated_at: now() })
    .where('id', '=', user.id)
    .execute()
  await audit(trx, { action: 'email_change_withdrawn', userId: user.id, origin, now: now() })
}

import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { setAddress } from '../accounts/set-address.ts'
import { findByEmail, findById } from '../accounts/users.ts'
import { sendNotice, type MailDeps } from '../mails/send.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import { beginFlow, type Challenge } from '../sessions/flow-states.ts'
import { forgetEmailChange, type OneTimeToken } from './one-time-tokens.ts'
import { mailCode } from './send-code.ts'
import { noteSending } from './sendings.ts'

/** Whether a change must also be confirmed from the account's current address. */
export const asksCurrentAddress = ({ config }: Pick<Deps, 'config'>, user: UserRow) =>
  config.auth.secureEmailChange && user.email !== null && user.email_confirmed_at !== null

/** Notes the wanted address. Links that were sent for another one stop working. */
export async function wantEmail(trx: Trx, user: UserRow, newEmail: string, now: Date): Promise<UserRow> {
  if (user.new_email !== newEmail) await forgetEmailChange(trx, user.id)
  return trx
    .updateTable('auth.users')
    .set({ new_email: newEmail, updated_at: now })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Wanted = { newEmail: string; redirectTo: string; challenge: Challenge }

/**
 * Mails the new address, and if necessary the current one, a request to confirm the change.
 * @throws AuthError `over_email_send_rate_limit`
 */
export async function mailEmailChange(
  trx: Trx,
  deps: Deps,
  user: UserRow,
  { newEmail, redirectTo, challenge }: Wanted,
): Promise<UserRow> {
  const wanting = await wantEmail(trx, user, newEmail, deps.now())
  const asksCurrent = asksCurrentAddress(deps, user)
  const flowStateId = await beginFlow(trx, challenge, { method: 'email_change', userId: user.id, now: deps.now() })
  const common = { user: wanting, method: 'email_change', redirectTo, flowStateId }
  await noteSending(trx, deps, { address: newEmail, kind: 'email_change' })
  if (asksCurrent) {
    await noteSending(trx, deps, { address: user.email!, kind: 'email_change' })
    await mailCode(trx, deps, { ...common, kind: 'email_change_current', mail: 'email-change-current' })
  }
  return mailCode(trx, deps, { ...common, kind: 'email_change_new', mail: 'email-change', to: newEmail })
}

/**
 * Takes one confirmation of a change of address. Returns true if that changes it, null if another confirmation is still
 * needed, undefined if the account no longer wants that address.
 * @throws AuthError `email_exists` when somebody has taken the address meanwhile
 */
export async function confirmEmailChange(
  trx: Trx,
  deps: Pick<Deps, 'config' | 'now'>,
  user: UserRow,
  token: OneTimeToken,
): Promise<true | null | undefined> {
  const now = deps.now()
  const { new_email: newEmail } = user
  if (!newEmail || token.address !== (token.kind === 'email_change_new' ? newEmail : user.email)) return undefined
  // A confirmation from the current address proves nothing about the new one.
  const asksOther = token.kind === 'email_change_current' || asksCurrentAddress(deps, user)
  if (asksOther && !(await isOtherConfirmed(trx, token))) {
    await trx
      .updateTable('auth.one_time_tokens')
      .set({ confirmed_at: now })
      .where('user_id', '=', user.id)
      .where('kind', '=', token.kind)
      .execute()
    return null
  }
  const owner = await findByEmail(trx, newEmail)
  if (owner && owner.id !== user.id) throw new AuthError('email_exists')
  await setAddress(trx, { userId: user.id, kind: 'email', address: newEmail, now })
  return true
}

/** Tells the previous address, if it was confirmed, that the account now has another one. */
export async function tellPreviousAddress(trx: Trx, deps: MailDeps, before: UserRow): Promise<void> {
  if (!before.email_confirmed_at) return
  const user = (await findById(trx, before.id))!
  const values = { OldEmail: before.email ?? '' }
  await sendNotice(trx, deps, 'email-changed', { user, to: before.email, values })
}

/** Both confirmations are for the same address: asking for another one replaces both. */
async function isOtherConfirmed(trx: Trx, { user_id, kind }: OneTimeToken): Promise<boolean> {
  const other = await trx
    .selectFrom('auth.one_time_tokens')
    .select('confirmed_at')
    .where('user_id', '=', user_id)
    .where('kind', '=', kind === 'email_change_new' ? 'email_change_current' : 'email_change_new')
    .forUpdate()
    .executeTakeFirst()
  return Boolean(other?.confirmed_at)
}

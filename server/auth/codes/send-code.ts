import type { Trx } from '../../db/connect.ts'
import type { OneTimeTokenKind } from '../../db/tables/auth/codes.ts'
import type { Deps } from '../../deps.ts'
import { sendAuthMail } from '../mails/send.ts'
import type { MailKind } from '../mails/variables.ts'
import type { UserRow } from '../protocol/objects.ts'
import { makeOneTimeToken } from './one-time-tokens.ts'

/** The columns that say when the last code of each kind was sent. The user object shows them. */
const sentAt = {
  confirmation: 'confirmation_sent_at',
  recovery: 'recovery_sent_at',
  email_change_current: 'email_change_sent_at',
  email_change_new: 'email_change_sent_at',
  phone: 'confirmation_sent_at',
  phone_change: 'phone_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const

/** Notes on the account that a code of this kind was sent. Returns the updated account. */
export function markSent(trx: Trx, userId: string, kind: OneTimeTokenKind, now: Date): Promise<UserRow> {
  return trx
    .updateTable('auth.users')
    .set({ [sentAt[kind]]: now, updated_at: now })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type CodeMail = {
  user: UserRow
  kind: OneTimeTokenKind
  method: string
  mail: MailKind
  /** By default, the account's address. */
  to?: string
  redirectTo: string
  flowStateId: string | null
}

/**
 * Mails a person a new code and link once `trx` has committed. An address with a fixed test code gets no mail. Returns
 * the updated account.
 */
export async function mailCode(
  trx: Trx,
  deps: Deps,
  { user, kind, method, mail, to = user.email ?? '', redirectTo, flowStateId }: CodeMail,
): Promise<UserRow> {
  const token = await makeOneTimeToken(trx, deps, { user, kind, method, address: to, redirectTo, flowStateId })
  const marked = await markSent(trx, user.id, kind, deps.now())
  if (deps.config.auth.testOtp.has(to.toLowerCase())) return marked
  const values = {
    ConfirmationURL: token.link,
    Token: token.code,
    TokenHash: token.hash,
    RedirectTo: redirectTo,
    NewEmail: marked.new_email ?? '',
  }
  await sendAuthMail(trx, deps, mail, { to, user: marked, values })
  return marked
}

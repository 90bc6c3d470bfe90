import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { sendMail } from '../../queue/mail.ts'
import type { UserRow } from '../protocol/objects.ts'
import type { MailKind, MailValues } from './variables.ts'

export type MailDeps = Pick<Deps, 'config' | 'mailer' | 'queue' | 'now' | 'mailTemplates'>

const maxSubject = 200

/** Sends one of the sign-in service's mails once `trx` has committed. `values` are those that only this kind of mail has. */
export async function sendAuthMail(
  trx: Trx,
  deps: MailDeps,
  kind: MailKind,
  { to, user, values }: { to: string; user: UserRow; values: MailValues },
): Promise<void> {
  const { subject, text, html } = deps.mailTemplates[kind]
  const { issuerName, siteUrl } = deps.config.auth
  const filled = { AppName: issuerName, SiteURL: siteUrl, Email: user.email ?? '', Data: user.user_metadata, ...values }
  await sendMail(trx, deps, {
    to,
    subject: subject(filled).trim().slice(0, maxSubject),
    text: text(filled),
    html: html(filled),
  })
}

/** The mails about something that happened, in which nothing has to be done. */
type NoticeKind =
  | 'new-device'
  | 'wrong-passwords'
  | 'password-changed'
  | 'email-changed'
  | 'account-changed'
  | 'factor-added'
  | 'passkey-added'
  | 'app-allowed'

/** Tells a person about a change to their account, at their confirmed address. Without one, nothing is sent. */
export async function sendNotice(
  trx: Trx,
  deps: MailDeps,
  kind: NoticeKind,
  { user, values = {}, to = user.email }: { user: UserRow; values?: MailValues; to?: string | null },
): Promise<void> {
  if (!to || !user.email_confirmed_at) return
  await sendAuthMail(trx, deps, kind, { to, user, values: { Time: spokenTime(deps.now()), ...values } })
}

/** Like `3 March 2026, 14:05 UTC`. */
function spokenTime(at: Date): string {
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`
}

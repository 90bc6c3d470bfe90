import { createTransport } from 'nodemailer'
import { connectionOf } from './smtp-url.ts'

/** An address and its owner's name. */
export type MailAddress = { name: string; address: string }

/** A message to one person, as text and as HTML. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  replyTo?: MailAddress | undefined
  attachments?: Attachment[]
  /** Where one click ends such mail (RFC 8058). */
  unsubscribeUrl?: string | undefined
}

export type Attachment = { name: string; type: string; content: Buffer }

/** Gives mail to a mail server. */
export type Mailer = {
  /**
   * Resolves when the mail server has accepted the mail.
   * @param id the same for every attempt at one mail, so that readers see a mail that was accepted twice only once
   * @throws MailRefused when another attempt is useless; anything else when it may help
   */
  send(mail: Mail, id: string, signal: AbortSignal): Promise<void>
}

/** The mail server will never accept this mail. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/**
 * Makes sure that no value can start another header.
 * @throws Error naming the header
 */
export function checkHeaders({ to, subject, replyTo, unsubscribeUrl = '' }: Mail): void {
  const headers = {
    to,
    subject,
    'list-unsubscribe': unsubscribeUrl,
    'reply-to': replyTo?.address ?? '',
    'name in reply-to': replyTo?.name ?? '',
  }
  for (const [name, value] of Object.entries(headers)) {
    if (/[\r\n\u0000]/.test(value)) throw new Error(`The ${name} of a mail must not contain line breaks.`)
  }
}

/** Opens a mailer that uses the server of `smtpUrl` and sends every mail from `from`. */
export function openMailer(smtpUrl: string, from: MailAddress): Mailer {
  const transport = createTransport({
    ...connectionOf(smtpUrl),
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    async send(mail, id, signal) {
      checkHeaders(mail)
      const { to, subject, text, html, replyTo, attachments = [], unsubscribeUrl } = mail
      const message = {
        from,
        to: { name: '', address: to },
        ...(replyTo && { replyTo }),
        subject,
        text,
        html,
        attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl && oneClick(unsubscribeUrl)) },
      }
      await transport.sendMail({ ...message, signal }).catch((error: unknown) => {
        throw isFinal(error) ? new MailRefused((error as Error).message, { cause: error }) : error
      })
    },
  }
}

/** What lets programs for mail show a button that ends it. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** A 5xx about this mail or its addresses. One about our password is not final: the operator can fix that. */
function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500 && responseCode !== 530
}

import { randomBytes } from 'node:crypto'
import { escapeHtml } from '#domain/escape-html.ts'
import type { MailedFile } from '#domain/schema/mail-in.ts'
import type { Mail } from '../../outside/mail.ts'

const tokenLength = 24

/** A new secret part of an address: 120 bits in letters and digits that mail keeps, whatever case it is written in. */
export const newToken = () =>
  [...randomBytes(tokenLength)].map((byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte % 32]).join('')

/** `orders@example.com` with a secret part: `orders+secret@example.com`. */
export const addressFor = (base: string, token: string): string => base.replace('@', `+${token}@`)

/** The secret parts of the addresses to which a mail went. */
export function tokensIn(recipients: string, base: string): string[] {
  const [user, host] = base.split('@').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) as [string, string]
  const found = recipients.matchAll(new RegExp(`(?<![^\\s<,;:"])${user}\\+([a-z0-9]{1,64})@${host}(?![\\w.-])`, 'g'))
  return [...new Set([...found].map(([, token]) => token!))]
}

/** The most rows that an answer lists. */
const mostListed = 50

type Answer = {
  to: string
  subject: string
  workspaceName: string
  problem: string | null
  files: readonly MailedFile[]
}

/** Tells a sender what was taken from their mail. */
export function answerMail({ to, subject, workspaceName, problem, files }: Answer): Mail {
  const lines = [
    ...(problem ? [problem] : []),
    ...files.map(fileWords),
    `You get this because you sent a mail to the address of ${workspaceName} for orders.`,
  ]
  return {
    to,
    subject: `Re: ${subject || 'Your orders'}`,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>')}</p>`).join(''),
  }
}

function fileWords({ name, problem, created, updated, unchanged, refused }: MailedFile): string {
  if (problem) return `${name}: ${problem}`
  const head = `${name}: ${created} added, ${updated} changed, ${unchanged} unchanged, ${refused.length} refused.`
  const rows = refused.slice(0, mostListed).map(({ row, reason }) => `Row ${row}: ${reason}`)
  const more = refused.length > mostListed ? [`And ${refused.length - mostListed} more rows.`] : []
  return [head, ...rows, ...more].join('\n')
}

import { createHash, createHmac } from 'node:crypto'
import { escapeHtml } from '#domain/escape-html.ts'
import type { Invitation, InvitationState } from '#domain/schema/invitation.ts'
import type { Mail } from '../../outside/mail.ts'

export type InvitationRow = Omit<Invitation, 'state' | 'invited_by'> & { invited_by_name: string }

const dayMs = 86_400_000
export const lastsDays = 7
/** A person who did not find the mail asks again; a loop must not fill somebody's mailbox. */
export const gapSeconds = 60

export const expiryOf = (now: Date) => new Date(now.getTime() + lastsDays * dayMs)

export function stateOf(
  row: Pick<InvitationRow, 'accepted_at' | 'withdrawn_at' | 'expires_at'>,
  now: Date,
): InvitationState {
  if (row.accepted_at) return 'accepted'
  if (row.withdrawn_at) return 'withdrawn'
  return new Date(row.expires_at) <= now ? 'expired' : 'open'
}

/** The row as `/v1` shows it. */
export function invitationOf({ invited_by_name, ...row }: InvitationRow, now: Date): Invitation {
  return { ...row, invited_by: invited_by_name, state: stateOf(row, now) }
}

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * The token of an invitation: the one that goes to the address, or the one in the link that its inviter copies. They are
 * made from the server's secret, so that a link can be shown again although only hashes are stored.
 */
export function tokenOf(secret: string, id: string, way: 'sent' | 'link'): string {
  return createHmac('sha256', secret).update(`invitation ${id} ${way}`).digest().subarray(0, 24).toString('base64url')
}

/** Behind the #, tokens reach no server, log or referrer. */
export const invitationLink = (publicUrl: string, token: string) => `${publicUrl}/invitation#${token}`

const roleWords: Record<Invitation['role'], string> = {
  admin: 'an admin',
  dispatcher: 'a dispatcher',
  driver: 'a driver',
  viewer: 'a viewer',
  client: 'a client',
}

type Said = {
  link: string
  workspace: string
  invitedBy: string
  role: Invitation['role']
  note: string
  expiresAt: Date
}

const spokenDay = (at: Date) =>
  at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The email that invites. Names and notes come from members, so they are shown as text, on one line, without links. */
export function invitationMail(to: string, said: Said): Mail {
  const { link, role, note, expiresAt } = said
  const [workspace, invitedBy] = [oneLine(said.workspace), oneLine(said.invitedBy)]
  const what = `${invitedBy} invites you to join ${workspace} on Karta as ${roleWords[role]}.`
  const until = `The invitation is for ${to} and lasts until ${spokenDay(expiresAt)}. If you do not know why you got it, ignore this email.`
  const noted = note && `${invitedBy} writes:\n\n${note.replace(/^/gm, '> ')}\n\n`
  const font = "font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
  const quote = note
    ? `<p style="margin:0 0 4px;color:#4c5b57">${escapeHtml(invitedBy)} writes:</p>
<blockquote style="margin:0 0 20px;padding:0 0 0 12px;border-left:3px solid #e2e8e6;white-space:pre-wrap">${escapeHtml(note)}</blockquote>`
    : ''
  return {
    to,
    subject: `${invitedBy} invites you to ${workspace}`.slice(0, 200),
    text: `${what}\n\n${noted}Accept the invitation:\n${link}\n\n${until}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light"><title>${escapeHtml(workspace)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f8f7;${font};color:#0f1917">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e2e8e6;border-radius:12px">
<p style="margin:0 0 12px;font-size:20px;font-weight:600">Join ${escapeHtml(workspace)}</p>
<p style="margin:0 0 20px">${escapeHtml(what)}</p>
${quote}<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;background:#0b6b5c;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">Accept the invitation</a></p>
<p style="margin:0;font-size:13px;color:#4c5b57">${escapeHtml(until)}</p>
</div>
</body>
</html>`,
  }
}

/** The text that invites a driver. Short, because a long one costs twice. */
export function invitationText({ link, workspace, invitedBy }: Said): string {
  return `${oneLine(invitedBy).slice(0, 40)} invites you to drive for ${oneLine(workspace).slice(0, 60)}: ${link}`
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

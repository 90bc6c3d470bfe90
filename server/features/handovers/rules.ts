import { createHash, createHmac } from 'node:crypto'
import { escapeHtml } from '#domain/escape-html.ts'
import { formatsIn } from '#domain/formats.ts'
import type { Language } from '#domain/language.ts'
import type { RouteHandover } from '#domain/schema/handover.ts'
import type { Mail } from '../../outside/mail.ts'

const dayMs = 86_400_000

/** A link lasts until a day after its route. A route of earlier that is sent again can still be read for a day. */
export const linkExpiry = (endsAt: string, now: Date) => new Date(Math.max(Date.parse(endsAt), now.getTime()) + dayMs)

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The token of a link, made from the server's secret, so that it can be shown again although only its hash is stored. */
export const tokenOf = (secret: string, linkId: string): string =>
  createHmac('sha256', secret).update(`route ${linkId}`).digest().subarray(0, 24).toString('base64url')

/** Behind the #, the token reaches no server, log or referrer. */
export const routeLink = (publicUrl: string, token: string) => `${publicUrl}/route#${token}`

/** Whether the driver has the route as it is now, an earlier one, or none. */
export function stateOf(hadStops: string | null, stops: string): RouteHandover['state'] {
  if (hadStops === null) return 'waiting'
  return hadStops === stops ? 'has' : 'outdated'
}

type RouteMail = {
  to: string
  workspace: string
  driver: string
  day: string
  language: Language
  stops: number
  link: string
  sheet: Buffer
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** The mail that brings a driver their route: as a link that stays current, and as a sheet to print. */
export function routeMail({ to, workspace, driver, day, language, stops, link, sheet }: RouteMail): Mail {
  const { formatDay, countOf } = formatsIn(language)
  const what = `${oneLine(driver)}, this is your route for ${formatDay(day)}: ${countOf(stops, 'stop')}.`
  const below =
    'The link always shows the route as it is now. The sheet is attached, to print. The link is for you: it shows addresses and phone numbers, so do not pass it on.'
  return {
    to,
    subject: oneLine(`Your route for ${formatDay(day)}, ${workspace}`).slice(0, 200),
    text: `${what}\n\nOpen the route:\n${link}\n\n${below}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light"><title>${escapeHtml(oneLine(workspace))}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f8f7;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:#0f1917">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e2e8e6;border-radius:12px">
<p style="margin:0 0 12px;font-size:20px;font-weight:600">Your route for ${escapeHtml(formatDay(day))}</p>
<p style="margin:0 0 20px">${escapeHtml(what)}</p>
<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;background:#0b6b5c;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">Open the route</a></p>
<p style="margin:0;font-size:13px;color:#4c5b57">${escapeHtml(below)}</p>
</div>
</body>
</html>`,
    attachments: [{ name: `route-${day}.pdf`, type: 'application/pdf', content: sheet }],
  }
}

import { escapeHtml } from '#domain/escape-html.ts'
import { isRightToLeft, type MessageLanguage } from '#domain/messages/languages.ts'
import { recipientNotifications } from '#domain/notifications/defaults.ts'
import type { Filled } from '#domain/notifications/fill.ts'
import type { NotificationFailure } from '#domain/notifications/states.ts'
import type { Mail } from '../../outside/mail.ts'

export const mostAttempts = 6

/** The pause after so many attempts: half a minute, doubled each time, half an hour at most. */
export const pauseMs = (attempts: number) => Math.min(30 * 60_000, 30_000 * 2 ** (attempts - 1))

/**
 * How many messages to hand over in the next second: a tenth less if the provider was busy, but no less than it took, and from
 * there 2 % more each second, up to `most`.
 */
export function nextRate(rate: number, { taken, busy }: { taken: number; busy: number }, most: number): number {
  if (!busy) return Math.min(most, Math.ceil(rate * 1.02))
  return Math.max(1, Math.min(rate, Math.max(taken, Math.floor(rate * 0.9))))
}

/** What a code of the provider means, and whether the number is never to be texted again. */
export function failureOf(code: number | null): { failure: NotificationFailure; suppress?: 'stopped' | 'landline' } {
  if (code === 21610) return { failure: 'stopped', suppress: 'stopped' }
  if (code === 30006 || code === 21614) return { failure: 'landline', suppress: 'landline' }
  if (code === 21211) return { failure: 'not_a_phone' }
  if (code === 30003 || code === 30005) return { failure: 'unreachable' }
  return { failure: 'refused' }
}

type Writing = Filled & {
  to: string
  language: MessageLanguage
  accent: string | null
  trackingUrl: string
  unsubscribeUrl: string
}

/** An email to a recipient. Its template is plain text, so nothing in it is markup. */
export function recipientMail({ to, subject, body, language, accent, trackingUrl, unsubscribeUrl }: Writing): Mail {
  const texts = recipientNotifications[language]
  const color = accent ?? '#0b6b5c'
  const button = `<a href="${escapeHtml(trackingUrl)}" style="display:inline-block;padding:12px 20px;background:${escapeHtml(color)};color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(texts.open)}</a>`
  const paragraph = (lines: string) =>
    `<p style="margin:0 0 16px">${lines === trackingUrl ? button : escapeHtml(lines).replaceAll('\n', '<br>')}</p>`
  return {
    to,
    subject,
    text: `${body}\n\n${texts.unsubscribe}: ${unsubscribeUrl}\n`,
    html: `<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f8f7;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:#0f1917">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e2e8e6;border-radius:12px">
${body
  .split(/\n{2,}/)
  .map(paragraph)
  .join('\n')}
<p style="margin:24px 0 0;font-size:13px"><a href="${escapeHtml(unsubscribeUrl)}" style="color:#51605c">${escapeHtml(texts.unsubscribe)}</a></p>
</div>
</body>
</html>`,
    unsubscribeUrl,
  }
}

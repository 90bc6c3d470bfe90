import { escapeHtml } from '#domain/escape-html.ts'
import { shippedLanguage } from '#domain/messages/languages.ts'
import { pushTexts, type PushText } from '#domain/messages/push.ts'
import type { Alert } from '#domain/schema/alert.ts'
import type { PushMessage } from '#domain/schema/push.ts'
import type { Mail } from '../../outside/mail.ts'

const inbox = '/dashboard?alerts=1'

export function alertMessage({ id, sentence, severity }: Alert): PushMessage {
  return { title: severity === 'high' ? 'Urgent' : 'Alert', body: sentence, url: inbox, tag: `alert-${id}` }
}

type ToDriver = { text: PushText; url: string; tag: string }

/** What drivers are told, by the type of event. A changed route opens the list of its stops, which says what changed. */
const toDrivers: Readonly<Record<string, ToDriver>> = {
  'plan.dispatched': { text: 'route_ready', url: '/driver', tag: 'route' },
  'route.changed': { text: 'route_changed', url: '/driver', tag: 'route' },
  'message.sent': { text: 'message', url: '/driver/messages', tag: 'message' },
}

const inWords = ({ text, url, tag }: ToDriver, language: string): PushMessage => ({
  title: 'Karta',
  body: pushTexts[shippedLanguage(language) ?? 'en'][text],
  url,
  tag,
})

/** What a driver is told of an event, in the workspace's language. Undefined for what drivers are not told of. */
export const driverMessage = (type: string, language: string): PushMessage | undefined =>
  toDrivers[type] && inWords(toDrivers[type], language)

/** That notifications arrive, for whoever has just turned them on. */
export const testMessage = (app: 'dispatcher' | 'driver', language: string): PushMessage =>
  app === 'driver'
    ? inWords({ text: 'test', url: '/driver/more', tag: 'test' }, language)
    : { title: 'Karta', body: 'Notifications arrive in this browser.', url: inbox, tag: 'test' }

/** The name under which a push service keeps only the newest: at most 32 characters of base64url. */
export const topicOf = ({ tag }: PushMessage): string => tag.replaceAll(/[^\w-]/g, '').slice(0, 32)

/** More are not listed in one email. */
const mostListed = 20

/** An email about some alerts: what each says, and where the inbox is. */
export function alertMail(to: string, alerts: readonly Alert[], publicUrl: string): Mail {
  const link = `${publicUrl}${inbox}`
  const urgent = alerts.some(({ severity }) => severity === 'high') ? 'Urgent: ' : ''
  const about = alerts.length === 1 ? alerts[0]!.sentence : `${alerts.length} alerts that nobody has seen`
  const listed = alerts.slice(0, mostListed).map(({ sentence }) => sentence)
  const left = alerts.length - listed.length
  if (left) listed.push(`And ${left} more.`)
  return {
    to,
    subject: `${urgent}${about}`.replaceAll(/\s+/g, ' ').slice(0, 200),
    text: `${listed.join('\n')}\n\nSee what can be done:\n${link}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light"><title>Alert</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f8f7;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:#0f1917">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e2e8e6;border-radius:12px">
${listed.map((each) => `<p style="margin:0 0 12px;font-size:18px;font-weight:600">${escapeHtml(each)}</p>`).join('\n')}
<p style="margin:20px 0 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;background:#0b6b5c;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">See what can be done</a></p>
</div>
</body>
</html>`,
  }
}

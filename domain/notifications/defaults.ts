import { notifications as ar } from '../messages/recipient/ar/notifications.ts'
import { notifications as en } from '../messages/recipient/en/notifications.ts'
import { notifications as id } from '../messages/recipient/id/notifications.ts'
import type { MessageLanguage } from '../messages/languages.ts'
import type { NotificationChannel, NotificationEvent } from './events.ts'

export const recipientNotifications = { en, id, ar }

/** Which template: the language of the recipient, what happened, and the channel. */
export type TemplateName = { language: MessageLanguage; event: NotificationEvent; channel: NotificationChannel }

/** A text has no subject. That of an email is its subject, that of a push its title. */
export type Template = { subject: string; body: string }

/** What is sent while nobody has written another template. */
export function defaultTemplate({ language, event, channel }: TemplateName): Template {
  const texts = recipientNotifications[language]
  const subject = texts[`${event}.head`]
  const text = texts[`${event}.text`]
  if (channel === 'push') return { subject, body: text.replace(/:$/, '.') }
  if (channel === 'sms') return { subject: '', body: `{{company}}: ${text} {{link}}` }
  return { subject, body: `${texts.greeting}\n\n${text}\n\n{{link}}\n\n{{company}}\n{{contact}}` }
}

/**
 * For confidential deliveries: no names and nothing that a workspace wrote, which could say what is brought. A locked phone
 * shows it to anybody.
 */
export function confidentialTemplate({ language, event, channel }: TemplateName): Template {
  const texts = recipientNotifications[language]
  const subject = texts[`${event}.head`]
  const text = texts[`${event}.text`]
  if (channel === 'push') return { subject, body: text.replace(/:$/, '.') }
  if (channel === 'sms') return { subject: '', body: `${text} {{link}}` }
  return { subject, body: `${text}\n\n{{link}}` }
}

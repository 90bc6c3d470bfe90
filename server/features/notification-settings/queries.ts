import type { MessageLanguage } from '#domain/messages/languages.ts'
import { defaultTemplate, type Template, type TemplateName } from '#domain/notifications/defaults.ts'
import { notificationChannels, notificationEvents } from '#domain/notifications/events.ts'
import type { Sender } from '#domain/notifications/to-tell.ts'
import { countryFor } from '#domain/phone.ts'
import {
  usualChoices,
  usualNotificationSettings,
  type NotificationSettings,
  type NotificationTemplate,
} from '#domain/schema/notification-settings.ts'
import type { Trx } from '../../db/connect.ts'

export const settingsColumns = [
  'active',
  'choices',
  'ladder',
  'near_stops',
  'near_minutes',
  'delayed_minutes',
  'quiet_from',
  'quiet_until',
  'country',
  'opt_in',
  'sms_price',
  'spend_day',
  'spend_month',
  'version',
] as const

/** What recipients are told and how. A workspace that never said tells them nothing. */
export async function readNotificationSettings(trx: Trx, workspaceId: string): Promise<NotificationSettings> {
  const row = await trx
    .selectFrom('notification_settings')
    .select(settingsColumns)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ? withUsual(row) : { ...usualNotificationSettings, version: 1 }
}

/** Events that came after somebody chose are as usual. */
export const withUsual = <Row extends { choices: Partial<NotificationSettings['choices']> }>(row: Row) => ({
  ...row,
  choices: { ...usualChoices, ...row.choices },
})

/** Who sends, with the country of numbers without a country code. */
export async function readSender(trx: Trx, workspaceId: string, settings: NotificationSettings): Promise<Sender> {
  const row = await trx
    .selectFrom('workspaces as w')
    .leftJoin('workspace_looks as l', 'l.workspace_id', 'w.id')
    .select(['w.name', 'w.time_zone as zone', 'w.language', 'w.currency', 'l.contact', 'l.accent'])
    .where('w.id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { ...row, country: countryFor({ ...row, country: settings.country }) }
}

/** The workspace's own templates, by `language event channel`. */
export async function readOwnTemplates(trx: Trx, workspaceId: string): Promise<Map<string, Template>> {
  const rows = await trx
    .selectFrom('notification_templates')
    .select(['language', 'event', 'channel', 'subject', 'body'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  return new Map(rows.map(({ subject, body, ...name }) => [keyOf(name), { subject, body }]))
}

const keyOf = ({ language, event, channel }: TemplateName) => `${language} ${event} ${channel}`

export const templateFor = (own: Map<string, Template>, name: TemplateName): Template =>
  own.get(keyOf(name)) ?? defaultTemplate(name)

/** All templates of a language. */
export async function listTemplates(
  trx: Trx,
  workspaceId: string,
  language: MessageLanguage,
): Promise<NotificationTemplate[]> {
  const own = await trx
    .selectFrom('notification_templates')
    .select(['event', 'channel', 'subject', 'body', 'version'])
    .where('workspace_id', '=', workspaceId)
    .where('language', '=', language)
    .execute()
  return notificationEvents.flatMap((event) =>
    notificationChannels.map((channel) => {
      const found = own.find((each) => each.event === event && each.channel === channel)
      if (found) return { ...found, language, is_own: true }
      return { language, event, channel, ...defaultTemplate({ language, event, channel }), is_own: false, version: 1 }
    }),
  )
}

export async function findTemplate(trx: Trx, workspaceId: string, name: TemplateName) {
  return trx
    .selectFrom('notification_templates')
    .select(['id', 'language', 'event', 'channel', 'subject', 'body', 'version'])
    .where('workspace_id', '=', workspaceId)
    .where('language', '=', name.language)
    .where('event', '=', name.event)
    .where('channel', '=', name.channel)
    .executeTakeFirst()
}

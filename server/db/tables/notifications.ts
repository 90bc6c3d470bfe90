import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { MessageLanguage } from '#domain/messages/languages.ts'
import type { NotificationChannel, NotificationEvent, NotificationKind } from '#domain/notifications/events.ts'
import type { NotificationFailure, NotificationState } from '#domain/notifications/states.ts'
import type { SuppressionReason } from '#domain/schema/notification.ts'
import type { NotificationChoices } from '#domain/schema/notification-settings.ts'
import type { Timestamp, TimestampOrNull } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

export type NotificationSettingsTable = {
  workspace_id: string
  id: Generated<string>
  active: Generated<boolean>
  choices: JSONColumnType<Partial<NotificationChoices>, string | undefined, string>
  ladder: Generated<NotificationChannel[]>
  near_stops: Generated<number>
  near_minutes: Generated<number>
  delayed_minutes: Generated<number>
  quiet_from: OrNull<string>
  quiet_until: OrNull<string>
  country: OrNull<string>
  opt_in: Generated<('email' | 'sms')[]>
  sms_price: Generated<number>
  spend_day: OrNull<number>
  spend_month: OrNull<number>
  version: Generated<number>
}

export type NotificationTemplateTable = {
  id: Generated<string>
  workspace_id: string
  language: MessageLanguage
  event: NotificationEvent
  channel: NotificationChannel
  subject: string
  body: string
  version: Generated<number>
}

export type NotificationTable = {
  id: Generated<string>
  workspace_id: string
  delivery_id: string
  event: NotificationKind
  channel: NotificationChannel
  occasion: string
  state: Generated<NotificationState>
  failure: OrNull<NotificationFailure>
  /** What the provider said. */
  failure_detail: OrNull<string>
  recipient: OrNull<string>
  subject: OrNull<string>
  body: OrNull<string>
  segments: OrNull<number>
  cost: Generated<number>
  provider_reference: OrNull<string>
  author_id: OrNull<string>
  author_name: OrNull<string>
  is_urgent: Generated<boolean>
  send_after: Timestamp
  attempts: Generated<number>
  claimed_at: TimestampOrNull
  created_at: Timestamp
  sent_at: TimestampOrNull
  ended_at: TimestampOrNull
  unsubscribe_token: OrNull<string>
}

/** What recipients answered to texts. */
export type NotificationReplyTable = {
  id: Generated<string>
  workspace_id: string
  delivery_id: string
  sender: string | null
  body: string | null
  provider_reference: string
  received_at: Timestamp
}

/** Addresses to which a workspace sends nothing more. */
/** Who agreed to get messages on a channel, and who noted it. */
export type ConsentTable = {
  id: Generated<string>
  workspace_id: string
  channel: 'email' | 'sms'
  address: string
  author_id: string | null
  author_name: string
  created_at: Timestamp
}

export type SuppressionTable = {
  id: Generated<string>
  workspace_id: string
  channel: 'email' | 'sms'
  address: string
  reason: SuppressionReason
  created_at: Timestamp
}

/** Browsers of recipients that get notifications about one delivery. */
export type RecipientSubscriptionTable = {
  id: Generated<string>
  workspace_id: string
  delivery_id: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: Timestamp
}

/** Events that recipients may have to be told of. Taken by `take_notification_events`. */
export type NotificationOutboxTable = {
  id: Generated<number>
  workspace_id: string
  type: string
  delivery_id: string
  version: number
  status: string
  /** The first one is 1. */
  attempt: Generated<number>
}

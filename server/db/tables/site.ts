import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { ContactTopic } from '#domain/schema/contact.ts'
import type { Timestamp, TimestampOrNull } from './columns.ts'

export type ContactMessageTable = {
  id: string
  name: string
  email: string
  phone: string | null
  company: string | null
  topic: ContactTopic
  message: string
  /** Whether a program sent it: see the hidden field of the form. */
  is_spam: boolean
  received_at: Timestamp
  answered_at: TimestampOrNull
  answered_by: Generated<string | null>
}

export type ApplicationTable = {
  id: string
  position: string
  name: string
  email: string
  phone: string | null
  link: string | null
  cover_letter: string
  is_spam: boolean
  received_at: Timestamp
}

export type UsedChallengeTable = { nonce: string; expires_at: Timestamp }

export type MailTable = {
  id: string
  state: 'waiting' | 'failed' | 'kept'
  channel: Generated<'push' | 'email' | 'sms'>
  recipient: string
  subject: string
  text_part: string
  html_part: string
  /** `{name, address}` as JSON. */
  reply_to: string | null
  attachments: JSONColumnType<{ name: string; type: string; base64: string }[], string | undefined, string>
  unsubscribe_url: ColumnType<string | null, string | null | undefined, string | null>
  failure: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
}

import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { MailedFile, MailInMail, MailInSettings } from '#domain/schema/mail-in.ts'
import type { Timestamp, TimestampOrNull } from './columns.ts'

export type MailInSettingsTable = {
  workspace_id: string
  id: Generated<string>
  token: string
  is_on: boolean
  mapping_id: string | null
  mode: MailInSettings['mode']
  senders: string[]
  version: Generated<number>
}

export type MailInMailTable = {
  id: Generated<string>
  number: GeneratedAlways<number>
  workspace_id: string
  message_id: string
  sender: string
  subject: string
  received_at: Timestamp
  state: MailInMail['state']
  problem: string | null
  files: JSONColumnType<MailedFile[]>
  hashes: string[]
}

export type MailInStateTable = {
  one: Generated<boolean>
  holder: string | null
  held_until: Timestamp
  checked_at: TimestampOrNull
  failing_since: TimestampOrNull
  failure: string | null
  strays: Generated<number>
  last_stray_at: TimestampOrNull
}

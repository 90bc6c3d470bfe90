import type { Generated, GeneratedAlways } from 'kysely'
import type { EventType, SubjectKind } from '#domain/events/types.ts'
import type { CallState } from '#domain/schema/webhook.ts'
import type { TimestampOrNull, Timestamp } from './columns.ts'

export type WebhookEndpointTable = {
  id: Generated<string>
  workspace_id: string
  url: string
  description: string
  types: string[]
  depot_ids: string[] | null
  active: Generated<boolean>
  paused_at: TimestampOrNull
  paused_why: 'failing' | 'gone' | null
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_ends_at: TimestampOrNull
  created_at: Timestamp
  created_by: string
  updated_at: Timestamp
  version: Generated<number>
}

export type WebhookProgressTable = {
  endpoint_id: string
  workspace_id: string
  position: number
  failures: Generated<number>
  failing_since: TimestampOrNull
  try_after: Timestamp
  last_sent_at: TimestampOrNull
}

export type WebhookCallTable = {
  id: Generated<string>
  number: GeneratedAlways<number>
  workspace_id: string
  endpoint_id: string
  batch_id: number
  index: number
  event_id: string
  type: EventType
  subject_kind: SubjectKind
  subject_id: string
  state: Generated<CallState>
  is_next: boolean
  attempts: Generated<number>
  send_after: Timestamp
  claimed_at: TimestampOrNull
  status: number | null
  failure: string | null
  answered_at: TimestampOrNull
  created_at: Timestamp
  ended_at: TimestampOrNull
}

export type WebhookAnswerTable = {
  id: GeneratedAlways<number>
  workspace_id: string
  call_id: string
  at: Timestamp
  took_ms: number
  status: number | null
  failure: string | null
  answer: string
}

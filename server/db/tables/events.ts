import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { EventType, SubjectKind } from '#domain/events/types.ts'
import type { Timestamp } from './columns.ts'

export type EventHeadTable = {
  workspace_id: string
  position: number
  mark: number
  length: number
  forgotten_position: number
  forgotten_mark: number
  forgotten_length: number
}

export type EventBatchTable = {
  workspace_id: string
  id: GeneratedAlways<number>
  /** Null until the transaction commits. */
  position: ColumnType<number | null, never, never>
  mark: Generated<number>
  at: Timestamp
}

export type EventTable = {
  workspace_id: string
  batch_id: number
  index: number
  id: Generated<string>
  type: EventType
  subject_kind: SubjectKind
  subject_id: string
  version: number | null
  data: JSONColumnType<Record<string, unknown>>
  previous: JSONColumnType<Record<string, unknown>>
  why: string | null
  driver_ids: string[]
  client_id: string | null
  depot_ids: string[]
  actor_kind: 'member' | 'api_key' | 'recipient' | 'system'
  actor_id: string | null
  actor_name: string
  at: Timestamp
}

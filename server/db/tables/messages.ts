import type { ColumnType, Generated } from 'kysely'
import type { Timestamp, TimestampOrNull } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

/** The messages with a driver as a whole. */
export type MessageThreadTable = {
  workspace_id: string
  driver_id: string
  /** The last one that was given to a message. */
  position: Generated<number>
  last_id: OrNull<string>
  last_at: TimestampOrNull
}

export type DriverMessageTable = {
  workspace_id: string
  id: string
  driver_id: string
  sender: 'driver' | 'dispatcher'
  author_id: OrNull<string>
  author_name: string
  text: string
  has_photo: Generated<boolean>
  object_id: OrNull<string>
  broadcast_id: OrNull<string>
  entry_id: OrNull<string>
  sent_at: Timestamp
  received_at: Timestamp
  delivered_at: TimestampOrNull
  read_at: TimestampOrNull
  read_by: OrNull<string>
  erased_at: TimestampOrNull
  position: number
  version: Generated<number>
}

export type MessageSettingsTable = {
  workspace_id: string
  id: Generated<string>
  driver_answers: OrNull<string[]>
  dispatcher_answers: OrNull<string[]>
  version: Generated<number>
}

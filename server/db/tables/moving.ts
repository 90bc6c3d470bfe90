import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { WorkspaceExportProgress, WorkspaceExportState } from '#domain/schema/workspace-export.ts'
import type { DefaultTimestamp, Timestamp, TimestampOrNull } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

export type FrozenWorkspaceTable = {
  workspace_id: string
  since: DefaultTimestamp
  holds: Generated<boolean>
  moves_to: OrNull<string>
}

export type WorkspaceExportTable = {
  id: Generated<string>
  workspace_id: string
  state: ColumnType<WorkspaceExportState, WorkspaceExportState | undefined, WorkspaceExportState>
  requested_by: string
  requested_by_name: string
  requested_at: Timestamp
  passphrase: OrNull<Buffer>
  is_encrypted: boolean
  progress: JSONColumnType<WorkspaceExportProgress | null, string | null | undefined, string | null>
  started_at: TimestampOrNull
  heartbeat_at: TimestampOrNull
  ended_at: TimestampOrNull
  failure: OrNull<string>
  sha256: OrNull<string>
  bytes: OrNull<number>
  rows: OrNull<number>
  objects: OrNull<number>
  ends_at: TimestampOrNull
  link_hash: OrNull<Buffer>
  link_ends_at: TimestampOrNull
  downloads: Generated<number>
}

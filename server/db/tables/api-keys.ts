import type { ColumnType, Generated } from 'kysely'
import type { KeyScope } from '#domain/permissions.ts'
import type { DefaultTimestamp, Timestamp, TimestampOrNull } from './columns.ts'

export type ApiKeyTable = {
  id: Generated<string>
  workspace_id: string
  name: string
  /** The first characters of the key. */
  prefix: string
  hash: Buffer
  scopes: KeyScope[]
  /** Null for all depots. */
  depot_ids: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  /** Addresses and blocks of them; null for everywhere. */
  allowed_addresses: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  /** Works in the sandbox of its workspace. */
  is_test: Generated<boolean>
  created_by: string
  created_by_name: string
  created_at: DefaultTimestamp
  last_used_at: TimestampOrNull
  last_used_address: ColumnType<string | null, never, string | null>
  expires_at: TimestampOrNull
  revoked_at: TimestampOrNull
  /** The secret before the last rotation, until its overlap ends. */
  previous_hash: ColumnType<Buffer | null, never, Buffer | null>
  previous_prefix: ColumnType<string | null, never, string | null>
  previous_ends_at: TimestampOrNull
  previous_last_used_at: TimestampOrNull
  previous_last_used_address: ColumnType<string | null, never, string | null>
  version: Generated<number>
}

export type ApiUsageTable = {
  workspace_id: string
  /** The first day of the month. */
  month: string
  ends_at: Timestamp
  requests: Generated<number>
}

export type ApiKeyDayTable = {
  workspace_id: string
  key_id: string
  day: string
  ends_at: Timestamp
  requests: Generated<number>
}

import type { Generated } from 'kysely'
import type { KeyRole } from '#domain/permissions.ts'
import type { DefaultTimestamp, Timestamp, TimestampOrNull } from './columns.ts'

export type ApiKeyTable = {
  id: Generated<string>
  workspace_id: string
  name: string
  /** The first characters of the key. */
  prefix: string
  hash: Buffer
  role: KeyRole
  created_by: string
  created_by_name: string
  created_at: DefaultTimestamp
  last_used_at: TimestampOrNull
  expires_at: TimestampOrNull
  revoked_at: TimestampOrNull
  version: Generated<number>
}

export type ApiUsageTable = {
  workspace_id: string
  /** The first day of the month. */
  month: string
  ends_at: Timestamp
  requests: Generated<number>
}

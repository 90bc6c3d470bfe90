import type { ColumnType, Generated } from 'kysely'
import type { ErasureCounts } from '#domain/schema/recipient.ts'
import type { RetentionCounts, RetentionRun } from '#domain/schema/retention.ts'
import type { Timestamp, TimestampOrNull } from './columns.ts'

type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

export type ErasureTable = {
  id: Generated<string>
  workspace_id: string
  state: Generated<'running' | 'done'>
  deliveries: number
  addresses: number
  /** What is left to do; empty once it is done. */
  delivery_ids: string[]
  address_ids: string[]
  /** Personal values to look for where no id leads; null once it is done. */
  wanted: string[] | null
  counts: ColumnType<Partial<ErasureCounts>, string | undefined, string>
  left_open: Generated<number>
  requested_by: string | null
  requested_by_name: string
  requested_at: Timestamp
  finished_at: TimestampOrNull
  version: Generated<number>
}

export type RetentionTable = {
  workspace_id: string
  id: Generated<string>
  recipients_days: number | null
  proofs_days: number | null
  messages_days: number | null
  audit_days: number | null
  applied_on: string
  running: JsonOrNull<RetentionCounts>
  last_run: JsonOrNull<RetentionRun>
  version: Generated<number>
}

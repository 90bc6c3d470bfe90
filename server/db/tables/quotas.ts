import type { Timestamp, TimestampOrNull } from './columns.ts'

export type QuotaCountTable = { workspace_id: string; name: string; used: number; recounted_at: TimestampOrNull }

export type QuotaChangeTable = { workspace_id: string; name: string; change: number }

export type QuotaDayTable = { workspace_id: string; name: string; used: number; ends_at: Timestamp }

export type ImportTable = {
  workspace_id: string
  id: string
  /** Of all parts together, as announced. */
  rows: number
  received: number
  created_at: Timestamp
}

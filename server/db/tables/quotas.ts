import type { Timestamp, TimestampOrNull } from './columns.ts'

export type QuotaCountTable = { workspace_id: string; name: string; used: number; recounted_at: TimestampOrNull }

export type QuotaChangeTable = { workspace_id: string; name: string; change: number }

export type QuotaDayTable = { workspace_id: string; name: string; used: number; ends_at: Timestamp }

/** Where a month has a limit: deliveries with higher numbers wait until it ends. */
export type QuotaMonthTable = { workspace_id: string; waits_above: number; ends_at: Timestamp }

/** What there was at the end of a day, or is by now. */
export type UsageDayTable = { workspace_id: string; day: string; bytes_stored: number; active_drivers: number }

export type ImportTable = {
  workspace_id: string
  id: string
  /** Of all parts together, as announced. */
  rows: number
  received: number
  created_at: Timestamp
}

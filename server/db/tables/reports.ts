import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { FigurePeriod } from '#domain/figures/periods.ts'
import type { FigureSplit } from '#domain/figures/splits.ts'
import type { ReportMeasure } from '#domain/reports/measures.ts'
import type { ReportRange } from '#domain/reports/ranges.ts'
import type { ReportFilters, ReportFormat, ReportSchedule, ReportSending } from '#domain/schema/report.ts'
import type { DefaultTimestamp, Timestamp, TimestampOrNull } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

export type ReportTable = {
  id: Generated<string>
  workspace_id: string
  name: string
  measures: ReportMeasure[]
  split: OrNull<FigureSplit>
  filters: JSONColumnType<ReportFilters>
  period: FigurePeriod
  range: ReportRange
  compare: boolean
  schedule: JSONColumnType<ReportSchedule | null, string | null | undefined, string | null>
  scheduled_by: OrNull<string>
  scheduled_by_name: OrNull<string>
  armed_at: TimestampOrNull
  stopped_at: TimestampOrNull
  stopped_why: OrNull<string>
  created_by_name: string
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
  /** It can be restored for a day. */
  deleted_at: TimestampOrNull
}

/** To whom it went. The mail is named so that a refusal of the mail server can be told. */
export type KeptRecipient = { name: string; mail_id: string | null; problem: string | null }

export type ReportSendingTable = {
  id: Generated<string>
  workspace_id: string
  report_id: string
  at: Timestamp
  day: string
  due_at: TimestampOrNull
  as_user: string
  by_name: OrNull<string>
  state: ColumnType<ReportSending['state'], ReportSending['state'] | undefined, ReportSending['state']>
  formats: ReportFormat[]
  recipients: JSONColumnType<KeptRecipient[], string | undefined, string>
  problem: OrNull<string>
}

export type ReportRefusalTable = { workspace_id: string; report_id: string; user_id: string }

import type { Generated, JSONColumnType } from 'kysely'
import type { NewRehearsal, RehearsalProgress, RehearsalResult, RehearsalStatus } from '#domain/schema/rehearsal.ts'
import type { DefaultTimestamp, TimestampOrNull } from './columns.ts'

export type RehearsalTable = {
  id: Generated<string>
  workspace_id: string
  plan_id: string
  day: string
  plan_version: number
  status: Generated<RehearsalStatus>
  days: number
  seed: number
  time_limit_seconds: number
  what_ifs: JSONColumnType<NewRehearsal['what_ifs'], string, never>
  progress: JSONColumnType<RehearsalProgress | null, string | null | undefined, string | null>
  result: JSONColumnType<RehearsalResult | null, string | null | undefined, string | null>
  failure: string | null
  created_at: DefaultTimestamp
  heartbeat_at: DefaultTimestamp
  finished_at: TimestampOrNull
}

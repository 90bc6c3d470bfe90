import type { Generated, JSONColumnType } from 'kysely'
import type { Wave, WaveRun } from '#domain/schema/wave.ts'
import type { DefaultTimestamp } from './columns.ts'

export type WaveTable = {
  id: Generated<string>
  workspace_id: string
  name: string
  plan_at: string
  freeze_at: string | null
  weekdays: number[] | null
  plans_for: Wave['plans_for']
  depot_id: string | null
  driver_ids: string[] | null
  time_limit_seconds: number
  moves_late_orders: Generated<boolean>
  active: Generated<boolean>
  armed_at: DefaultTimestamp
  last_day: string | null
  last_run: JSONColumnType<WaveRun | null, string | null | undefined, string | null>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}

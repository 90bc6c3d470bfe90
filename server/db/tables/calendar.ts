import type { Generated } from 'kysely'
import type { DefaultTimestamp } from './columns.ts'

export type DayOffTable = {
  id: Generated<string>
  workspace_id: string
  driver_id: string
  first_day: string
  last_day: string
  reason: string | null
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}

export type HolidayTable = {
  id: Generated<string>
  workspace_id: string
  day: string
  name: string
  depot_id: string | null
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}

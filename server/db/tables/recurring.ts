import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { DefaultTimestamp } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

export type StandingRouteTable = {
  id: Generated<string>
  workspace_id: string
  name: string
  driver_id: string
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}

export type RecurringOrderTable = {
  id: Generated<string>
  workspace_id: string
  /** Where its deliveries leave from. */
  depot_id: OrNull<string>
  order: JSONColumnType<Record<string, unknown>>
  weekdays: number[]
  every_weeks: number
  first_day: string
  last_day: OrNull<string>
  skips_holidays: boolean
  paused: boolean
  standing_route_id: OrNull<string>
  standing_position: OrNull<number>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}

/** A delivery that was made for a day. */
export type RecurringDayTable = {
  workspace_id: string
  recurring_id: string
  day: string
  delivery_id: string
}

import type { AttemptSum, MoneySum } from '#domain/figures/sums.ts'
import type { PlaceSum } from '#domain/figures/trouble.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Timestamp, TimestampOrNull } from './columns.ts'

/** 0 unless said. */
type Added = Record<AttemptSum | MoneySum, ColumnType<number, number | undefined, number>>

type Told = {
  workspace_id: string
  day: string
  driver_id: string | null
  vehicle_id: string | null
  depot_id: string | null
  client_id: string | null
  currency: string
}

/** One time that a delivery was brought to the door. */
export type FigureAttemptTable = Told &
  Added & {
    delivery_id: string
    attempt: number
    number: number
    route_id: string | null
    area: string | null
    /** Of the day, when the driver came. */
    hour: number
    window: string | null
    reason: string | null
    arrived_at: Timestamp
    ended_at: Timestamp
    planned_at: TimestampOrNull
    due_at: TimestampOrNull
    rating: number | null
    /** The address that it went to; null for recipients who were erased. */
    place_id: string | null
    failed_there: ColumnType<number, number | undefined, number>
    pin_unsure: ColumnType<number, number | undefined, number>
  }

/** A route on which something was attempted. */
export type FigureRouteTable = {
  workspace_id: string
  route_id: string
  day: string
  driver_id: string | null
  vehicle_id: string | null
  depot_id: string | null
  route_meters: number
  empty_meters: number
  /** Null if positions do not tell. */
  actual_meters: number | null
  planned_seconds: number
  actual_seconds: number | null
  /** Null if its vehicle may carry any amount. */
  load_permille: number | null
}

/** Attempts added up. */
export type FigureSumTable = Told & Added & { way: 'route' | 'depot' | 'client'; split: string; key: string | null }

/** A day whose attempts have changed since they were added up. */
export type FigureDayTable = { workspace_id: string; day: string; stale_since: Timestamp; changed_at: Timestamp }

export type FigureProgressTable = {
  workspace_id: string
  position: number
  read_until: Timestamp
  /** The last number that the first reading has come to; null once it is done. */
  first_reading_after: number | null
}

/** An address that attempts went to, in one spelling. */
export type FigurePlaceTable = { id: Generated<string>; workspace_id: string; key: string; address: string }

/** Attempts at an address, added up by month. */
export type FigurePlaceMonthTable = Record<PlaceSum, number> & {
  workspace_id: string
  /** Its first day. */
  month: string
  place_id: string
  depot_id: string | null
  client_id: string | null
}

export type FigureNameTable = { workspace_id: string; kind: string; key: string; name: string }

/** A currency that a workspace had until then. */
export type FormerCurrencyTable = { workspace_id: string; until: Timestamp; currency: string }

import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { EtaBasis, ObservedKind } from '#domain/eta/kinds.ts'
import type { Widths } from '#domain/eta/widths.ts'
import type { Timestamp, TimestampOrNull } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

/** When a route was worked out. */
export type RouteEtaTable = {
  workspace_id: string
  route_id: string
  computed_at: Timestamp
  position_at: TimestampOrNull
  is_stale: Generated<boolean>
}

type Range = { p10_at: Timestamp; p50_at: Timestamp; p90_at: Timestamp }

/** When a driver is now expected at a stop. */
export type StopEtaTable = Range & {
  workspace_id: string
  stop_id: string
  route_id: string
  delivery_id: OrNull<string>
  basis: EtaBasis
  computed_at: Timestamp
  late_seconds: number | null
}

/** What was said of a stop at some time, and when the driver came. */
export type EtaHistoryTable = Range & {
  workspace_id: string
  stop_id: string
  said_at: Timestamp
  route_id: string
  driver_id: string
  delivery_id: OrNull<string>
  basis: EtaBasis
  arrived_at: TimestampOrNull
  early_width: OrNull<number>
  late_width: OrNull<number>
}

/** What a drive or a stop took. */
export type EtaObservationTable = {
  workspace_id: string
  stop_id: string
  kind: ObservedKind
  driver_id: string
  cell: string
  hour: number
  planned_seconds: number
  actual_seconds: number
  /** The speed that the plan took traffic to have; null for who passes it. */
  traffic_factor: ColumnType<number | null, number | null | undefined, never>
  observed_at: Timestamp
}

/** When what was learned was last worked out from all of it. */
export type EtaFitTable = {
  workspace_id: string
  fitted_at: Timestamp
  widths: JSONColumnType<Widths | null, string | null | undefined, string | null>
}

/** What was learned of an hour, an area or a driver. Of the spread, `effect` is the share that a driver's day has in common. */
export type EtaEffectTable = {
  workspace_id: string
  kind: ObservedKind
  scope: 'all' | 'hour' | 'cell' | 'driver' | 'spread'
  key: string
  observations: number
  total: number
  effect: number
}

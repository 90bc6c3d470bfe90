import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Track } from '#domain/road/track.ts'
import type { HiddenReason } from '#domain/schema/position.ts'
import type { Timestamp, TimestampOrNull } from './columns.ts'

type Measured = {
  accuracy_m: number | null
  speed_mps: number | null
  heading: number | null
  battery_percent: number | null
  charging: boolean | null
}

/** Added by `record_positions` alone. */
export type PositionTable = Measured & {
  workspace_id: string
  driver_id: string
  recorded_at: Timestamp
  received_at: Timestamp
  lat: number
  lng: number
  source: 'app' | 'tracker'
  shift_id: string
  hidden: HiddenReason | null
}

export type DriverPositionTable = Measured & {
  workspace_id: string
  driver_id: string
  recorded_at: TimestampOrNull
  received_at: TimestampOrNull
  lat: number | null
  lng: number | null
  source: 'app' | 'tracker' | null
  shift_id: string | null
  /** Empty if nothing is known any more. */
  track: JSONColumnType<Partial<Track>>
  counted_day: string
  counted: number
}

export type StayTable = {
  id: Generated<string>
  workspace_id: string
  driver_id: string
  kind: 'stay' | 'detour'
  from_at: Timestamp
  to_at: Timestamp
  lat: number
  lng: number
  stop_id: string | null
  route_id: string | null
  off_route_m: number | null
}

export type TrackerTable = {
  id: Generated<string>
  workspace_id: string
  driver_id: string
  name: string
  token_hash: Buffer
  created_at: Timestamp
  last_seen_at: TimestampOrNull
  revoked_at: ColumnType<string | null, undefined, Date | null>
}

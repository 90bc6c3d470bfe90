import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { DeviceKey } from '#domain/schema/device.ts'
import type { RoadData, Fix, EntryResult } from '#domain/road/entry.ts'
import type { OutcomeCode } from '#domain/road/outcomes.ts'
import type { Requirement } from '#domain/schema/order.ts'
import type { RoadSettings } from '#domain/schema/road-settings.ts'
import type { Timestamp, TimestampOrNull } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>
type Defect = RoadData['vehicle_checked']['defects'][number]
type Photo = RoadData['vehicle_checked']['photos'][number]

/** A phone of a driver, with how far its log has come. */
export type DriverDeviceTable = {
  workspace_id: string
  id: string
  driver_id: string
  name: string
  platform: string
  public_key: JSONColumnType<DeviceKey>
  registered_at: Timestamp
  last_seen_at: TimestampOrNull
  last_sequence: Generated<number>
  last_hash: OrNull<string>
  last_happened_at: TimestampOrNull
  revoked_at: TimestampOrNull
  revoked_by: OrNull<string>
  version: Generated<number>
}

/** What a phone said, as it was signed, and what became of it. */
export type RoadEntryTable = {
  workspace_id: string
  device_id: string
  sequence: number
  id: string
  driver_id: string
  kind: string
  at: string
  clock_offset_ms: number | null
  happened_at: Timestamp
  received_at: Timestamp
  fix: JSONColumnType<Fix | null, string | null, string | null>
  data: JSONColumnType<Record<string, unknown> | null, string | null, string | null>
  previous_hash: string | null
  hash: string
  signature: string
  outcome: EntryResult['outcome']
  code: OutcomeCode | null
  held: Generated<boolean>
  delivery_id: OrNull<string>
  undone_by: OrNull<string>
  before: JSONColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  /** When the fix was taken out, because it is kept for a limited time. */
  fix_removed_at: TimestampOrNull
  erased_at: TimestampOrNull
}

export type ShiftTable = {
  workspace_id: string
  id: string
  driver_id: string
  device_id: string | null
  vehicle_id: string | null
  started_at: Timestamp
  ended_at: TimestampOrNull
  on_break_since: TimestampOrNull
  /** The break of the plan that it is, if any. */
  break_stop_id: OrNull<string>
  odometer_km: OrNull<number>
  version: Generated<number>
}

export type VehicleCheckTable = {
  workspace_id: string
  id: string
  vehicle_id: string
  driver_id: string
  checked_at: Timestamp
  odometer_km: number | null
  fuel_percent: number | null
  defects: JSONColumnType<Defect[]>
  photos: JSONColumnType<Photo[]>
  is_blocking: boolean
  mended_at: TimestampOrNull
  mended_by: OrNull<string>
  version: Generated<number>
}

export type StopProgressTable = {
  workspace_id: string
  stop_id: string
  delivery_id: string | null
  driver_id: string
  departed_at: TimestampOrNull
  arrived_at: TimestampOrNull
  arrived_by: OrNull<'driver' | 'geofence'>
  done_at: TimestampOrNull
  skipped_at: TimestampOrNull
}

export type ParcelProgressTable = {
  workspace_id: string
  delivery_id: string
  index: number
  loaded: OrNull<'loaded' | 'missing'>
  loaded_at: TimestampOrNull
  ended: OrNull<'delivered' | 'refused' | 'damaged' | 'missing'>
  note: OrNull<string>
}

/** What a workspace asks of its drivers, once it has said so. */
export type RoadSettingsTable = {
  workspace_id: string
  id: Generated<string>
  phone: OrNull<string>
  requirements: Generated<Requirement[]>
  ask_name: Generated<boolean>
  photo_of_failure: Generated<boolean>
  keep_originals: Generated<boolean>
  check_vehicle: Generated<boolean>
  scan_at_loading: Generated<RoadSettings['scan_at_loading']>
  may_reorder: Generated<boolean>
  may_skip: Generated<boolean>
  may_add_stops: Generated<boolean>
  may_hand_over: Generated<boolean>
  arrival_radius_m: Generated<number>
  far_from_pin_m: Generated<number>
  late_after_minutes: Generated<number>
  silent_after_minutes: Generated<number>
  temperature_breach_minutes: Generated<number>
  keep_positions_days: Generated<number>
  version: Generated<number>
}

import type { Generated, JSONColumnType } from 'kysely'
import type { Location } from '#domain/geo.ts'
import type { PickupPlace, PreparationState } from '#domain/schema/pickup-place.ts'
import type { Week } from '#domain/schema/shift.ts'
import type { DefaultTimestamp, Timestamp, TimestampOrNull } from './columns.ts'

export type PickupPlaceTable = {
  id: Generated<string>
  workspace_id: string
  client_id: string | null
  name: string
  address: string
  aliases: Generated<string[]>
  lat: number
  lng: number
  week: JSONColumnType<Week>
  preparation_minutes: number
  slot_minutes: PickupPlace['slot_minutes']
  slot_orders: number | null
  service_minutes: number
  parking: string | null
  contact_name: string | null
  contact_phone: string | null
  active: Generated<boolean>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}

/** What an order says about its pickup, of the fields that a pickup place fills in. */
export type PickupSaid = {
  ready_time: string | null
  pickup_window_start: string | null
  pickup_window_end: string | null
  pickup_service_minutes: number | null
  pickup_name: string | null
  pickup_phone: string | null
}

/** What an order asks of its pickup. As long as it asks the same, what was settled stays. */
export type PickupAsked = PickupSaid & {
  day: string
  minutes: number
  windows: { start: string | null; end: string | null }[]
  location: Location | null
}

export type PreparationTable = {
  delivery_id: string
  workspace_id: string
  pickup_place_id: string
  state: Generated<PreparationState>
  ordered_at: Timestamp
  usual_minutes: number
  planned_ready_at: Timestamp
  ready_at: Timestamp
  slot_at: TimestampOrNull
  slot_ends_at: TimestampOrNull
  asked: JSONColumnType<PickupAsked>
  derived: JSONColumnType<PickupSaid>
  accepted_at: TimestampOrNull
  preparing_at: TimestampOrNull
  made_ready_at: TimestampOrNull
  picked_up_at: TimestampOrNull
  version: Generated<number>
}

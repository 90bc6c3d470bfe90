import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { LocationSource } from '#domain/address/position.ts'
import type { Json } from '#domain/chain/canonical-json.ts'
import type { Opened } from '#domain/chain/entry.ts'
import type { DeliveryEventKind } from '#domain/delivery-event-kinds.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'
import type { FailureReason } from '#domain/failure-reasons.ts'
import type { MessageLanguage } from '#domain/messages/languages.ts'
import type { ProofKind } from '#domain/road/requirements.ts'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import type { CustomValues } from '#domain/schema/custom-field.ts'
import type { DeliveryKind, OtherPlace, Parcel, Requirement, TimeWindow } from '#domain/schema/order.ts'
import type { Goods } from '#domain/schema/goods.ts'
import type { Wishes } from '#domain/schema/wishes.ts'
import type { DefaultTimestamp, Timestamp, TimestampOrNull } from './columns.ts'

export type DeliveryTable = {
  id: Generated<string>
  workspace_id: string
  number: number
  reference: string | null
  source: 'manual' | 'csv' | 'api' | 'sample' | 'recurring' | 'driver' | 'order_page' | ShopPlatform
  status: Generated<DeliveryState>
  /** When it got its status. Null before the first change, and for older ones. */
  status_at: TimestampOrNull
  failure_reason: FailureReason | null
  status_note: string | null
  pickup_address: string | null
  /** The depot that the pickup address means; null if that is another place. */
  pickup_depot_id: string | null
  /** The kitchen or shop where it is picked up. */
  pickup_place_id: string | null
  preparation_minutes: number | null
  pickup_lat: number | null
  pickup_lng: number | null
  pickup_location_source: LocationSource | null
  pickup_location_confidence: number | null
  pickup_location_provider: string | null
  pickup_location_kind: string | null
  pickup_located_at: TimestampOrNull
  pickup_location_search: 'not_found' | null
  pickup_name: string | null
  pickup_phone: string | null
  pickup_notes: string | null
  /** Times of day here are `DayTime`: from 24:00 on they are on the next day. */
  pickup_window_start: string | null
  pickup_window_end: string | null
  pickup_service_minutes: number | null
  delivery_address: string
  lat: number | null
  lng: number | null
  location_source: LocationSource | null
  location_confidence: number | null
  location_provider: string | null
  location_kind: string | null
  located_at: TimestampOrNull
  location_search: 'not_found' | null
  recipient_name: string | null
  recipient_phone: string | null
  recipient_email: string | null
  kind: Generated<DeliveryKind>
  /** Null for an order that has no day yet. */
  scheduled_date: string | null
  earliest_date: string | null
  latest_date: string | null
  scheduled_time: TimestampOrNull
  window_start: string | null
  window_end: string | null
  more_windows: JSONColumnType<TimeWindow[], string | undefined, string>
  /** What the delivery address is called. */
  place_name: string | null
  other_places: JSONColumnType<OtherPlace[], string | undefined, string>
  preferred_start: string | null
  preferred_end: string | null
  ready_time: string | null
  setup_minutes: number | null
  max_ride_minutes: number | null
  max_detour_minutes: number | null
  service_minutes: number
  weight_kg: number
  volume_l: number
  units: Generated<number>
  return_weight_kg: number | null
  return_volume_l: number | null
  return_units: number | null
  parcels: JSONColumnType<Parcel[], string | undefined, string>
  requirements: Generated<Requirement[]>
  minimum_age: number | null
  cash_amount: number | null
  temperature_min_c: number | null
  temperature_max_c: number | null
  tags: Generated<string[]>
  custom: JSONColumnType<CustomValues, string | undefined, string>
  order_reference: string | null
  order_step: number | null
  worth: number | null
  /** In which the recipient is written to; null for the workspace's. */
  recipient_language: MessageLanguage | null
  is_confidential: Generated<boolean>
  /** Links to its tracking page are of one. Raising it withdraws those before. */
  tracking_generation: Generated<number>
  priority: number
  skills: string[]
  notes: string | null
  /** The driver somebody wants for it. If empty, planning decides. */
  wanted_driver_id: string | null
  estimated_arrival: TimestampOrNull
  driver_id: string | null
  /** Whose delivery it is; null if it is the workspace's own. */
  client_id: string | null
  /** Where it leaves from. Null only while the workspace has no depot. */
  depot_id: string | null
  /** The route of an accepted plan that the delivery is on. */
  route_id: string | null
  /** Where its goods are, if transfers bring them to its depot. */
  goods: JSONColumnType<Goods | null, string | null | undefined, string | null>
  goods_depot_id: ColumnType<string | null, never, never>
  /** What the recipient asked for on the tracking page. */
  wishes: JSONColumnType<Wishes | null, string | null | undefined, string | null>
  rating: number | null
  rating_comment: string | null
  rated_at: TimestampOrNull
  has_prescription: Generated<boolean>
  /** What it lacked as proof when it was delivered. */
  missing_proofs: Generated<ProofKind[]>
  deleted_at: TimestampOrNull
  /** When its personal data was dropped. */
  erased_at: TimestampOrNull
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
  search: ColumnType<string, never, never>
  address_key: ColumnType<string, never, never>
  pickup_key: ColumnType<string | null, never, never>
}

/** An entry of a delivery's chain, as in `domain/chain/`. Entries of format 1 have `actor_name` and no seals. */
export type DeliveryEventTable = {
  id: Generated<string>
  workspace_id: string
  delivery_id: string
  format: 1 | 2
  sequence: number
  kind: DeliveryEventKind
  at: Timestamp
  actor_id: string | null
  actor_name: string | null
  detail: JSONColumnType<Record<string, Json> | null>
  changes: JSONColumnType<Record<string, Json>>
  sealed: JSONColumnType<Record<string, string>>
  opened: JSONColumnType<Record<string, Opened>>
  previous_hash: string | null
  hash: string
}

import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { LocationSource } from '#domain/address/position.ts'
import type { Json } from '#domain/chain/canonical-json.ts'
import type { Opened } from '#domain/chain/entry.ts'
import type { DeliveryEventKind } from '#domain/delivery-event-kinds.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'
import type { FailureReason } from '#domain/failure-reasons.ts'
import type { DefaultTimestamp, Timestamp, TimestampOrNull } from './columns.ts'

export type DeliveryTable = {
  id: Generated<string>
  workspace_id: string
  number: number
  reference: string | null
  source: 'manual' | 'csv' | 'api' | 'sample'
  status: Generated<DeliveryState>
  /** When it got its status. Null before the first change, and for older ones. */
  status_at: TimestampOrNull
  failure_reason: FailureReason | null
  status_note: string | null
  pickup_address: string | null
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
  scheduled_date: string
  scheduled_time: TimestampOrNull
  window_start: string | null
  window_end: string | null
  service_minutes: number
  weight_kg: number
  volume_l: number
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
  deleted_at: TimestampOrNull
  /** When its personal data was dropped. */
  erased_at: TimestampOrNull
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
  search: ColumnType<string, never, never>
  address_key: ColumnType<string, never, never>
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

import type { ColumnType, Generated } from 'kysely'
import type { LearnedFlag, LearnedKind, LearnedState } from '#domain/address/learned-kinds.ts'
import type { Timestamp } from './columns.ts'

/** What a delivery that ended says about its address. */
export type AddressVisitTable = {
  workspace_id: string
  delivery_id: string
  address_key: string
  address: string
  day: string
  at: Timestamp
  lat: number | null
  lng: number | null
  pinned_lat: number | null
  pinned_lng: number | null
  door_lat: number | null
  door_lng: number | null
  door_accuracy_m: number | null
  parking_lat: number | null
  parking_lng: number | null
  service_minutes: number | null
}

/** What was learned of an address: one row of each kind. */
export type LearnedPlaceTable = {
  id: Generated<string>
  workspace_id: string
  address_key: string
  address: string
  kind: LearnedKind
  lat: number | null
  lng: number | null
  minutes: number | null
  spread: number
  seen: number
  days: number
  pinned: number
  first_at: Timestamp
  last_at: Timestamp
  flags: ColumnType<LearnedFlag[], LearnedFlag[], LearnedFlag[]>
  state: LearnedState
  decision: 'accepted' | 'refused' | null
  decided_at: ColumnType<string | null, Date | string | null, Date | string | null>
  decided_by_name: string | null
  decided_lat: number | null
  decided_lng: number | null
  decided_minutes: number | null
  before: ColumnType<BookBefore | null, string | null | undefined, string | null>
  is_stale: ColumnType<boolean, boolean | undefined, boolean>
  version: Generated<number>
}

/** What the address book said of a kind before; with the entry that was made, if there was none. */
export type BookBefore = {
  made_entry: string | null
  location: { lat: number; lng: number } | null
  minutes: number | null
}

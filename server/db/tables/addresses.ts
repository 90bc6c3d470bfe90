import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { JudgedHit } from '#domain/address/judge-hit.ts'
import type { DefaultTimestamp, Timestamp } from './columns.ts'

/** An entry of the workspace's address book. */
export type AddressTable = {
  id: Generated<string>
  workspace_id: string
  label: string | null
  address: string
  lat: number
  lng: number
  entrance_lat: number | null
  entrance_lng: number | null
  parking_lat: number | null
  parking_lng: number | null
  gate_code: string | null
  service_minutes: number | null
  notes: string | null
  confirmed_by: string | null
  confirmed_by_name: string
  confirmed_at: Timestamp
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}

/** One way in which an entry's address is written. Position 0 is the address itself, the others are aliases. */
export type AddressSpellingTable = {
  workspace_id: string
  address_id: string
  position: number
  spelling: string
  key: ColumnType<string, never, never>
}

/** What a geocoder answered for an address. No hits means that it does not know the address. */
export type GeocodeTable = {
  workspace_id: string
  provider: string
  key: string
  hits: JSONColumnType<JudgedHit[]>
  asked_at: Timestamp
  expires_at: Timestamp
}

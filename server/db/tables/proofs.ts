import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { PhotoAbout, PhotoState } from '#domain/road/photo-states.ts'
import type { ProofFlag } from '#domain/road/proof-flags.ts'
import type { Proof } from '#domain/road/entry.ts'
import type { Timestamp, TimestampOrNull } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

/** A photo that a driver's phone said to have taken, and what arrived of it. */
export type PhotoTable = {
  workspace_id: string
  id: string
  about: PhotoAbout
  about_id: string
  delivery_id: OrNull<string>
  driver_id: OrNull<string>
  /** The folder that it arrives in. */
  user_id: OrNull<string>
  sha256: string
  bytes: number
  media_type: string
  width: number
  height: number
  original_sha256: OrNull<string>
  original_bytes: OrNull<number>
  taken_at: Timestamp
  lat: OrNull<number>
  lng: OrNull<number>
  accuracy_m: OrNull<number>
  distance_m: OrNull<number>
  state: Generated<PhotoState>
  object_id: OrNull<string>
  original_id: OrNull<string>
  expected_at: Timestamp
  /** When dispatchers were told that it has not arrived. */
  missing_at: TimestampOrNull
  checked_at: TimestampOrNull
}

/** What a driver brought as proof of a delivery. */
export type ProofTable = {
  workspace_id: string
  id: string
  delivery_id: string
  stop_id: OrNull<string>
  driver_id: OrNull<string>
  device_id: OrNull<string>
  entry_id: OrNull<string>
  entry_hash: OrNull<string>
  /** Its place in the log of the phone. */
  sequence: Generated<number>
  kind: Proof['kind']
  taken_at: Timestamp
  received_at: Timestamp
  lat: OrNull<number>
  lng: OrNull<number>
  accuracy_m: OrNull<number>
  distance_m: OrNull<number>
  flags: ColumnType<ProofFlag[], ProofFlag[], ProofFlag[]>
  data: JSONColumnType<ProofSaid, string, string>
  photo_id: OrNull<string>
}

/** What a proof says, as far as its kind has it. Empty once it was erased. */
export type ProofSaid = {
  name?: string
  code?: string
  by?: 'camera' | 'hand'
  strokes?: number[][][]
  years?: number
  document?: string
  matches?: boolean
  celsius?: number
}

export type DeliveryPinTable = {
  workspace_id: string
  delivery_id: string
  pin: string
  salt: string
  hash: OrNull<string>
  wrong_tries: Generated<number>
  confirmed_at: TimestampOrNull
}

import type { Selectable } from 'kysely'
import type { LearnedFlag, LearnedKind } from '#domain/address/learned-kinds.ts'
import { flagsOf } from '#domain/address/red-flags.ts'
import type { Value, Visit } from '#domain/address/learn-place.ts'
import type { Location } from '#domain/geo.ts'
import { metersBetween } from '#domain/road/meters.ts'
import type { AddressVisitTable } from '../../db/tables/address-memory.ts'

/** A visit, as it is stored. */
export type VisitRow = Omit<Selectable<AddressVisitTable>, 'workspace_id' | 'delivery_id'>

/** An entry of the address book, with the keys of its spellings. */
export type BookEntry = {
  id: string
  address: string
  lat: number
  lng: number
  entrance_lat: number | null
  entrance_lng: number | null
  parking_lat: number | null
  parking_lng: number | null
  service_minutes: number | null
  keys: string[]
}

export const placeOf = (lat: number | null, lng: number | null): Location | null =>
  lat === null || lng === null ? null : { lat, lng }

export const toVisit = (row: VisitRow): Visit => ({
  day: row.day,
  at: row.at,
  pinned: placeOf(row.pinned_lat, row.pinned_lng),
  door: placeOf(row.door_lat, row.door_lng),
  parking: placeOf(row.parking_lat, row.parking_lng),
  service_minutes: row.service_minutes,
})

/** What the address book says of a kind. */
export function bookValue(kind: LearnedKind, entry: BookEntry | undefined): Value {
  const nothing = { location: null, minutes: null }
  if (!entry) return nothing
  if (kind === 'service') return { ...nothing, minutes: entry.service_minutes }
  if (kind === 'entrance') return { ...nothing, location: placeOf(entry.entrance_lat, entry.entrance_lng) }
  if (kind === 'parking') return { ...nothing, location: placeOf(entry.parking_lat, entry.parking_lng) }
  return { ...nothing, location: { lat: entry.lat, lng: entry.lng } }
}

/** The field of the address book that a kind is about. */
export const bookFieldOf = (kind: LearnedKind, { location, minutes }: Value) =>
  kind === 'service' ? { service_minutes: minutes } : kind === 'pin' ? location && { location } : { [kind]: location }

/** Farther than this from where the deliveries were to go, it is rather a mistake than a better pin. */
const farFromPinM = 1000

/** What is suspicious about a learned place. */
export function learnedFlagsOf(
  location: Location | null,
  reference: Location | null,
  depots: Location[],
): LearnedFlag[] {
  if (!location) return []
  const flags = flagsOf({ location, source: 'given' }, depots).filter(
    (flag) => flag === 'zero' || flag === 'swapped' || flag === 'far',
  )
  const isFar = reference !== null && metersBetween(location, reference) > farFromPinM
  return isFar ? [...flags, 'far_from_pin'] : flags
}

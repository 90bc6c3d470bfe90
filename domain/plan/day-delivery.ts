import type { Location } from '../geo.ts'
import { distanceKm } from '../great-circle.ts'
import { openingHours } from '../problem/working-time.ts'
import type { Goods } from '../schema/goods.ts'
import { isElsewhere, readyTimeOf } from '../transfers/ready-time.ts'
import type { PlannerPickup } from '../problem/types.ts'

export type DayDepot = { id: string; name: string; address: string; location: Location; opens: string; closes: string }

/** The active depots of a workspace, and the one where routes start if nobody says otherwise. */
export type DayDepots = {
  byId: ReadonlyMap<string, DayDepot>
  usual: DayDepot | undefined
  /** In which the times of a day are. */
  timeZone: string
  /** Where to park at addresses of the address book, by their keys. */
  parking: ReadonlyMap<string, Location>
}

type Row = {
  address_key: string
  kind: 'delivery' | 'return' | 'exchange'
  lat: number | null
  lng: number | null
  depot_id: string | null
  scheduled_date: string | null
  ready_time: string | null
  goods: Goods | null
  pickup_address: string | null
  pickup_depot_id: string | null
  pickup_lat: number | null
  pickup_lng: number | null
  pickup_location_confidence: number | null
  pickup_name: string | null
  pickup_window_start: string | null
  pickup_window_end: string | null
  pickup_service_minutes: number | null
}

/** A delivery's row as planning sees it. What belongs to an inactive depot leaves from the usual one. */
export function toDayDelivery<R extends Row>(row: R, depots: DayDepots) {
  const {
    lat,
    lng,
    pickup_lat: _,
    pickup_lng: __,
    pickup_location_confidence: ___,
    pickup_name: ____,
    pickup_depot_id: _____,
    address_key,
    goods,
    ...rest
  } = row
  const depot = depots.byId.get(row.depot_id ?? '') ?? depots.usual
  return {
    ...rest,
    location: standingAt(placeOf(lat, lng), depots.parking.get(address_key)),
    depot_id: depot?.id ?? null,
    depot_name: depot?.name ?? null,
    ready_time: readyTimeOf(row, depots.timeZone),
    ...(isElsewhere(row) && { are_goods_elsewhere: true }),
    // What a transfer brings leaves from the depot.
    pickup: row.kind === 'return' || goods ? null : pickupOf(row, depot, depots),
  }
}

/** Farther from the pin, nobody carries a parcel. */
const farthestWalkKm = 0.3

/** Where the vehicle stops: at the address book's parking, as long as it is close to the pin. */
function standingAt(pin: Location | null, parking: Location | undefined): Location | null {
  return pin && parking && distanceKm(pin, parking) <= farthestWalkKm ? parking : pin
}

/** Null if its goods come from its own depot. Another depot is a place to pick them up. */
function pickupOf(row: Row, own: DayDepot | undefined, { byId }: DayDepots): PlannerPickup | null {
  const { pickup_window_start: window_start, pickup_window_end: window_end, pickup_service_minutes } = row
  const said = { window_start, window_end, service_minutes: pickup_service_minutes }
  if (row.pickup_depot_id) {
    const depot = byId.get(row.pickup_depot_id)
    if (!depot || depot.id === own?.id) return null
    const hours = openingHours(depot)
    return {
      name: depot.name,
      address: depot.address,
      location: depot.location,
      location_confidence: 1,
      ...said,
      window_start: window_start ?? hours?.opens ?? null,
      window_end: window_end ?? hours?.closes ?? null,
    }
  }
  if (!row.pickup_address) return null
  return {
    name: row.pickup_name ?? '',
    address: row.pickup_address,
    location: placeOf(row.pickup_lat, row.pickup_lng),
    location_confidence: row.pickup_location_confidence,
    ...said,
  }
}

const placeOf = (lat: number | null, lng: number | null): Location | null =>
  lat === null || lng === null ? null : { lat, lng }

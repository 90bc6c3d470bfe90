import type { Location } from '../geo.ts'
import { distanceKm } from '../great-circle.ts'
import { isConfirmed, type LocationSource } from './position.ts'

/**
 * What makes a position suspicious, whatever its confidence. `zero`: where empty fields end up. `swapped`: latitude and
 * longitude are exchanged. `far`: nobody drives that far from a depot. `shared`: other addresses have the same point.
 * `book_differs`: the address book has another position for this address.
 */
export const locationFlags = ['zero', 'swapped', 'far', 'shared', 'book_differs'] as const
export type LocationFlag = (typeof locationFlags)[number]

/** Farther from every depot than this, a delivery is probably misplaced. */
export const farFromDepotsKm = 100

/** A given position farther than this from the address book's is another place. */
export const bookDiffersKm = 0.15

/** From this many addresses on, one identical point is suspicious: probably the middle of something. */
const sharedBy = 3

type Placed = { location: Location | null; source: LocationSource | null }

/** What is suspicious about a position by itself. What a person confirmed is not. */
export function flagsOf({ location, source }: Placed, depots: Location[]): LocationFlag[] {
  if (!location || isConfirmed(source)) return []
  if (Math.abs(location.lat) < 0.01 && Math.abs(location.lng) < 0.01) return ['zero']
  const isFar = (place: Location) => depots.every((depot) => distanceKm(depot, place) > farFromDepotsKm)
  if (!depots.length || !isFar(location)) return []
  const { lat, lng } = location
  return Math.abs(lng) <= 90 && !isFar({ lat: lng, lng: lat }) ? ['swapped'] : ['far']
}

/** The points that several different addresses have, as keys of `pointKey`. */
export function sharedPoints(deliveries: { location: Location | null; addressKey: string }[]): Set<string> {
  const addresses = new Map<string, Set<string>>()
  for (const { location, addressKey } of deliveries) {
    if (!location) continue
    const key = pointKey(location)
    addresses.set(key, (addresses.get(key) ?? new Set()).add(addressKey))
  }
  return new Set([...addresses].filter(([, keys]) => keys.size >= sharedBy).map(([key]) => key))
}

/** What is suspicious about a delivery's position, by itself and among those of `sharedPoints`. */
export function flagsAmong(
  delivery: { delivery_location: Location | null; location_source: LocationSource | null },
  depots: Location[],
  shared: Set<string>,
): LocationFlag[] {
  const { delivery_location: location, location_source: source } = delivery
  const flags = flagsOf({ location, source }, depots)
  // A person may well have put several addresses at one gate.
  return location && !isConfirmed(source) && shared.has(pointKey(location)) ? [...flags, 'shared'] : flags
}

/** Positions less than a meter apart are one point. */
export const pointKey = ({ lat, lng }: Location) => `${lat.toFixed(5)},${lng.toFixed(5)}`

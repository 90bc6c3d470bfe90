import { distanceKm } from '#domain/great-circle.ts'
import { encodePolyline, type LngLat } from '#domain/travel/polyline.ts'
import type { Coordinates } from './dialect.ts'

/** What the double's roads are like, and what it is asked. */
export type DoubleWorld = {
  /** No road is near these. */
  isOffRoad(place: Coordinates): boolean
  /** Between these, there is none. */
  isCutOff(from: Coordinates, to: Coordinates): boolean
  /** How many pairs it takes at once. */
  mostPairs: number
  /** Profiles that it has no roads for. */
  without: string[]
}

/** Roads of a grid: from each place east or west first, then north or south. Trucks and bicycles are slower. */
const kmh: Record<string, number> = { car: 36, truck: 24, bicycle: 15 }

export type Drive = { seconds: number; meters: number }

const at = ([lng, lat]: Coordinates) => ({ lng, lat })
const cornerOf = (from: Coordinates, to: Coordinates): LngLat => [to[0], from[1]]

/** There and back takes the same time, but through town it is a little longer than out of it. */
export function driveBetween(profile: string, from: Coordinates, to: Coordinates): Drive {
  const corner = cornerOf(from, to)
  const meters = (distanceKm(at(from), at(corner)) + distanceKm(at(corner), at(to))) * 1000
  return { meters, seconds: (meters * 3.6) / kmh[profile]! + (from[1] < to[1] ? 30 : 20) * (meters > 0 ? 1 : 0) }
}

export const wayBetween = (from: Coordinates, to: Coordinates): LngLat[] => [[...from], cornerOf(from, to), [...to]]
export const lineBetween = (from: Coordinates, to: Coordinates) => encodePolyline(wayBetween(from, to))

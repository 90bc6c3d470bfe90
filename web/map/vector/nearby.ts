import { distanceKm } from '#domain/great-circle.ts'
import type { MapPosition } from '../map-types.ts'

export type NamedPlace = { name: string; population: number; position: MapPosition }

const directions = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest']

/** Where a position is, in words: the name of a city, or how far and where from the one that people would name. */
export function describePosition(at: MapPosition, places: readonly NamedPlace[]): string | undefined {
  const near = places.map((place) => {
    const km = distanceKm(at, place.position)
    // A large city is a landmark from farther away.
    return { place, km, reach: Math.sqrt(place.population) / 200 }
  })
  const nearest = near.toSorted((one, other) => one.km / one.reach - other.km / other.reach)[0]
  if (!nearest) return undefined
  const { place, km, reach } = nearest
  return km <= reach ? place.name : `${Math.round(km)} km ${directionFrom(place.position, at)} of ${place.name}`
}

function directionFrom(from: MapPosition, to: MapPosition): string {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180)
  const turn = Math.atan2(east, to.lat - from.lat) / (2 * Math.PI)
  return directions[Math.round(turn * 8 + 8) % 8]!
}

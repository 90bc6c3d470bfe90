import { distanceKm } from '../great-circle.ts'

export type Place = { lat: number; lng: number }

export const metersBetween = (a: Place, b: Place): number => distanceKm(a, b) * 1000

const metersPerDegree = 111_195

/** How far a place is from the straight line between two others that are not farther apart than a day's drive. */
export function metersFromLine(place: Place, from: Place, to: Place): number {
  const east = metersPerDegree * Math.cos((place.lat * Math.PI) / 180)
  const flat = ({ lat, lng }: Place) => {
    // The short way, also across the date line.
    const turn = ((((lng - place.lng) % 360) + 540) % 360) - 180
    return { x: turn * east, y: (lat - place.lat) * metersPerDegree }
  }
  const [a, b] = [flat(from), flat(to)]
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(a.x * dx + a.y * dy) / length))
  return Math.hypot(a.x + along * dx, a.y + along * dy)
}

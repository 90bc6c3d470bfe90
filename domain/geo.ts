import { z } from 'zod'

/** A place on earth in WGS 84 degrees. */
export const Location = z
  .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
  .meta({ id: 'Location' })
export type Location = z.infer<typeof Location>

/** Mean earth radius in kilometres, as SPEC.md section 9 sets it. */
const earthRadiusKm = 6371

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in kilometres (haversine formula). */
export function distanceKm(a: Location, b: Location): number {
  const dLat = radians(b.lat - a.lat)
  const dLng = radians(b.lng - a.lng)
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)))
}

import type { MapPosition } from './map-types.ts'

/** Five decimals are about a meter. */
export function roundedPosition({ lat, lng }: MapPosition): MapPosition {
  return { lat: Math.round(lat * 1e5) / 1e5, lng: Math.round(lng * 1e5) / 1e5 }
}

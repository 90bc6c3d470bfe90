import type { Location } from '#domain/geo.ts'

/** Opens the phone's own way of showing the way, or a map in the browser. */
export function directionsTo({ lat, lng }: Location): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: `${lat},${lng}` })}`
}

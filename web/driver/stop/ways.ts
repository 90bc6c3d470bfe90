import type { Location } from '#domain/geo.ts'

/** The apps that can show the way. */
export const ways = ['google', 'apple', 'waze', 'geo'] as const
export type Way = (typeof ways)[number]

/** The address that opens an app with the way to a place. */
export function wayTo(way: Way, { lat, lng }: Location, name: string): string {
  const place = `${lat},${lng}`
  if (way === 'google') return `https://www.google.com/maps/dir/?api=1&destination=${place}&travelmode=driving`
  if (way === 'apple') return `https://maps.apple.com/?daddr=${place}&dirflg=d`
  if (way === 'waze') return `https://waze.com/ul?ll=${place}&navigate=yes`
  return `geo:${place}?q=${place}(${encodeURIComponent(name)})`
}

/** The number as phones dial it. */
export const dialed = (phone: string): string => phone.replace(/[^+\d]/g, '')

const key = 'karta-driver.way'

export function rememberedWay(): Way | null {
  const kept = localStorage.getItem(key)
  return ways.find((way) => way === kept) ?? null
}

export function rememberWay(way: Way | null): void {
  if (way) localStorage.setItem(key, way)
  else localStorage.removeItem(key)
}

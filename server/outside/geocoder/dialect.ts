import type { Hit } from '#domain/address/judge-hit.ts'
import type { Location } from '#domain/geo.ts'

export type Question = {
  address: string
  countries: string[]
  language: string | undefined
  /** Places in whose neighborhood the address probably is. */
  near: Location[]
  /** Somebody is still typing the address. */
  isTyping: boolean
}

/** How one kind of geocoder is asked, and how it answers. */
export type Dialect = {
  /** Whether the beginning of an address finds something, so that it helps while somebody types. */
  completesWords: boolean
  /** The path of a search and its parameters. Undefined ones are left out. */
  ask(question: Question): { path: string; query: Record<string, string | number | undefined> }
  /** Reads an answer. Results that make no sense are left out. */
  read(answer: unknown): Hit[]
}

/** How many results are asked for. */
export const mostHits = 5

/** The results that can be read, out of an answer that anybody may have written. */
export function readEach(answer: unknown, read: (each: Record<string, unknown>) => Hit | undefined): Hit[] {
  if (!Array.isArray(answer)) return []
  return answer.slice(0, mostHits).flatMap((each: unknown) => {
    const hit = typeof each === 'object' && each !== null ? read(each as Record<string, unknown>) : undefined
    return hit ? [hit] : []
  })
}

/** Text of a sensible length without control characters, or null. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .toWellFormed()
    .trim()
    .slice(0, 300)
  return text || null
}

export function placeOf(lat: unknown, lng: unknown): Location | undefined {
  const [a, b] = [degrees(lat), degrees(lng)]
  const isOnEarth = Math.abs(a) <= 90 && Math.abs(b) <= 180
  return isOnEarth ? { lat: a, lng: b } : undefined
}

const degrees = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value.trim()) ? Number(value) : NaN

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** The longitude and latitude of a GeoJSON point. */
export function pointOf(feature: Record<string, unknown>): Location | undefined {
  const { coordinates } = objectOf(feature.geometry)
  return Array.isArray(coordinates) ? placeOf(coordinates[1], coordinates[0]) : undefined
}

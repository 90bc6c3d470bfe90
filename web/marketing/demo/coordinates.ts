import type { Position } from './route-stop.ts'

/** Five decimals are about a meter. */
const decimals = 5

/** A position as a person may also type it. */
export function formatPosition({ lat, lng }: Position): string {
  return `${lat.toFixed(decimals)}, ${lng.toFixed(decimals)}`
}

const onePair = /^\s*([+-]?\d{1,3}(?:\.\d+)?)\s*,\s*([+-]?\d{1,3}(?:\.\d+)?)\s*$/

/** Reads "latitude, longitude"; undefined when the text is something else or lies off the globe. */
export function parsePosition(text: string): Position | undefined {
  const pair = onePair.exec(text)
  if (!pair) return undefined
  const position = { lat: Number(pair[1]), lng: Number(pair[2]) }
  return isOnGlobe(position) ? position : undefined
}

/** Whether latitude and longitude are within their bounds. */
export function isOnGlobe({ lat, lng }: Position): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

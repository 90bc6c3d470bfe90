import type { Position } from './route-stop.ts'

/** Five decimals are accurate to about a meter. */
const decimals = 5

/** Formats a position the way a person could type it. */
export function formatPosition({ lat, lng }: Position): string {
  return `${lat.toFixed(decimals)}, ${lng.toFixed(decimals)}`
}

const onePair = /^\s*([+-]?\d{1,3}(?:\.\d+)?)\s*,\s*([+-]?\d{1,3}(?:\.\d+)?)\s*$/

/** Parses "latitude, longitude". Undefined if the text is something else or out of range. */
export function parsePosition(text: string): Position | undefined {
  const pair = onePair.exec(text)
  if (!pair) return undefined
  const position = { lat: Number(pair[1]), lng: Number(pair[2]) }
  return isOnGlobe(position) ? position : undefined
}

/** Whether latitude and longitude are in range. */
export function isOnGlobe({ lat, lng }: Position): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

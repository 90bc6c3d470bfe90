import type { Location } from '../geo.ts'
import { distanceKm } from '../great-circle.ts'
import { readCoordinates, type Pair } from './coordinates.ts'
import { readMapLink } from './map-link.ts'
import { decodePlusCode, findPlusCode, isExact, isShortCode, recoverPlusCode } from './plus-code.ts'

export type FoundPosition = {
  location: Location
  /** What the text was understood as. */
  kind: 'coordinates' | 'map link' | 'plus code'
  /** Something the person should know, such as an assumption. */
  note?: string
  /** The place with latitude and longitude swapped, if that is likelier. */
  swapped?: Location
}
export type PositionProblem = { problem: string }

const problems = {
  unknown: 'Paste coordinates like -6.2088, 106.8456, a link from a map, or a plus code like 6P58QRVW+2X.',
  range: 'Latitude is between -90 and 90, and longitude between -180 and 180.',
  short: 'Short links cannot be read here. Open the link, then copy the long address of that page or the coordinates.',
  link: 'This link has no coordinates. On the map, choose the exact place, then copy the link again.',
  coarse: 'This plus code names a whole district. Copy the full code of the place, like 6P58QRVW+2X.',
  globe: 'This plus code is not on the map. Check its characters.',
  alone: 'This is a short plus code, and there is no depot to look near. Copy the full code, like 6P58QRVW+2X.',
}

/**
 * Reads a position that a person pasted, without asking any service.
 * @param near where the person works: short plus codes are looked for there
 */
export function readPosition(text: string, near?: Location): FoundPosition | PositionProblem {
  const link = readMapLink(text)
  if (link === 'short') return { problem: problems.short }
  if (link === 'no position') return { problem: problems.link }
  if (link && 'plusCode' in link) return ofPlusCode(link.plusCode, near)
  if (link) return ofPair(link.pair, 'map link', near)
  const pair = readCoordinates(text)
  if (pair) return ofPair(pair, 'coordinates', near)
  const plusCode = findPlusCode(text)
  return plusCode ? ofPlusCode(plusCode, near) : { problem: problems.unknown }
}

/** Closer than this to the depot, a place is in the working area; farther than that, it is hardly meant. */
const nearKm = 300
const farKm = 1000

function ofPair(
  { first, second, order }: Pair,
  kind: FoundPosition['kind'],
  near?: Location,
): FoundPosition | PositionProblem {
  const asWritten = order === 'lng-lat' ? place(second, first) : place(first, second)
  const turned = order === 'unknown' ? place(second, first) : undefined
  if (asWritten) {
    const isTurnLikelier = near && turned && distanceKm(near, asWritten) > farKm && distanceKm(near, turned) < nearKm
    return { location: asWritten, kind, ...(isTurnLikelier && { swapped: turned }) }
  }
  if (!turned) return { problem: problems.range }
  return { location: turned, kind, note: 'The longitude came first, so the two numbers were swapped.' }
}

function ofPlusCode(plusCode: string, near?: Location): FoundPosition | PositionProblem {
  if (!isExact(plusCode)) return { problem: problems.coarse }
  const isShort = isShortCode(plusCode)
  if (isShort && !near) return { problem: problems.alone }
  const found = isShort ? recoverPlusCode(plusCode, near!) : decodePlusCode(plusCode)
  if (!found) return { problem: problems.globe }
  return {
    location: rounded(found),
    kind: 'plus code',
    ...(isShort && { note: 'The code is short, so it was looked up near your depot.' }),
  }
}

function place(lat: number, lng: number): Location | undefined {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? rounded({ lat, lng }) : undefined
}

/** Six decimals are about 10 cm. Adding 0 turns -0 into 0. */
const rounded = ({ lat, lng }: Location): Location => ({
  lat: Math.round(lat * 1e6) / 1e6 + 0,
  lng: Math.round(lng * 1e6) / 1e6 + 0,
})

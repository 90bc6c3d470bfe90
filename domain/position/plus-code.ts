import type { Location } from '../geo.ts'

/**
 * Plus codes, or Open Location Codes: https://github.com/google/open-location-code/blob/main/Documentation/Specification/specification.md
 * Pairs of digits in base 20 name latitude and longitude, each pair 20 times finer. After five pairs, each digit picks a cell
 * of a grid with 5 rows and 4 columns.
 */
const digits = '23456789CFGHJMPQRVWX'
const pairLength = 10
const separatorAt = 8
const longest = 15

/** The height in degrees of an area with `length` digits, which are all pairs. */
const sizeOf = (length: number) => 20 ** (2 - length / 2)

/** The south-west corner and the size of a code's area, in degrees. */
type Area = { lat: number; lng: number; height: number; width: number }

const code = new RegExp(`(?:^|[^\\w+])([${digits}0]{2,8})\\+([${digits}]{0,7})(?![\\w+])`, 'i')

/** The first plus code in a text, in capitals. */
export function findPlusCode(text: string): string | undefined {
  const [, before = '', after = ''] = code.exec(text) ?? []
  // Digits before the separator come in pairs, and one digit alone cannot follow it.
  return before && before.length % 2 === 0 && after.length !== 1 ? `${before}+${after}`.toUpperCase() : undefined
}

export const isShortCode = (plusCode: string) => plusCode.indexOf('+') < separatorAt

/** Whether the code names an area of about 14 m or less; shorter codes and those padded with zeros name a district. */
export const isExact = (plusCode: string) => !plusCode.includes('0') && plusCode.length - plusCode.indexOf('+') > 2

/** The middle of a full code's area; undefined if the code lies off the globe. */
export function decodePlusCode(plusCode: string): Location | undefined {
  const { lat, lng, height, width } = areaOf(plusCode.replace('+', ''))
  return lat < 90 && lng < 180 ? { lat: lat + height / 2, lng: lng + width / 2 } : undefined
}

/** The middle of a short code's area, in the place nearest to `near` that the code fits. */
export function recoverPlusCode(shortCode: string, near: Location): Location | undefined {
  const missing = separatorAt - shortCode.indexOf('+')
  const size = sizeOf(missing)
  const prefix = encodePairs(near).slice(0, missing)
  const found = decodePlusCode(prefix + shortCode)
  if (!found) return undefined
  const lat = nearest(found.lat, near.lat, size)
  return { lat: Math.abs(lat) < 90 ? lat : found.lat, lng: wrapped(nearest(found.lng, near.lng, size)) }
}

/** `value`, or the same place in a neighboring cell if that is closer. */
function nearest(value: number, to: number, size: number): number {
  if (value - to > size / 2) return value - size
  return to - value > size / 2 ? value + size : value
}

const wrapped = (lng: number) => (lng >= 180 ? lng - 360 : lng < -180 ? lng + 360 : lng)

function areaOf(plain: string): Area {
  const area: Area = { lat: -90, lng: -180, height: 400, width: 400 }
  for (let at = 0; at + 1 < Math.min(plain.length, pairLength); at += 2) {
    area.height /= 20
    area.width /= 20
    area.lat += digits.indexOf(plain[at]!) * area.height
    area.lng += digits.indexOf(plain[at + 1]!) * area.width
  }
  for (const digit of plain.slice(pairLength, longest)) {
    area.height /= 5
    area.width /= 4
    area.lat += Math.floor(digits.indexOf(digit) / 4) * area.height
    area.lng += (digits.indexOf(digit) % 4) * area.width
  }
  return area
}

/** The first five pairs of digits of a place. */
function encodePairs({ lat, lng }: Location): string {
  // Whole numbers of the finest pair: repeated division of fractions would drift over the edge of a cell.
  const finest = 8000
  let south = Math.min(Math.floor((lat + 90) * finest), 180 * finest - 1)
  let west = Math.floor((lng + 180) * finest) % (360 * finest)
  let pairs = ''
  for (let at = 0; at < pairLength; at += 2) {
    pairs = digits[south % 20]! + digits[west % 20]! + pairs
    south = Math.floor(south / 20)
    west = Math.floor(west / 20)
  }
  return pairs
}

import { distanceKm } from '../great-circle.ts'
import type { Location } from '../geo.ts'
import { compareHouseNumbers, houseNumbersIn } from './house-number.ts'

/** What a geocoder found, in the same words for every geocoder. */
export type Hit = {
  location: Location
  label: string
  /** What the position is: a house, a named place, a point between two houses, a street, or only an area. */
  layer: 'house' | 'place' | 'interpolated' | 'street' | 'area'
  /** The name of a place. */
  name: string | null
  houseNumber: string | null
  postcode: string | null
  /** ISO 3166-1 alpha-2, lowercase. */
  country: string | null
}

/** How a hit fits the address, from best to worst, with its confidence. */
export const hitKinds = {
  house: 0.95,
  place: 0.9,
  near_house: 0.7,
  ambiguous: 0.5,
  street: 0.5,
  other_postcode: 0.5,
  other_house: 0.5,
  area: 0.2,
  other_country: 0.1,
} as const
export type HitKind = keyof typeof hitKinds

export type JudgedHit = Hit & { kind: HitKind; confidence: number }

type Expectation = {
  /** Countries in which deliveries happen, lowercase. Empty means any. */
  countries?: string[]
  /** Where deliveries happen: the depots. */
  near?: Location[]
}

/** Judges one hit against the address that was looked up. */
export function judgeHit(address: string, hit: Hit, { countries = [] }: Expectation = {}): JudgedHit {
  const kind = kindOf(address, hit, countries)
  return { ...hit, kind, confidence: hitKinds[kind] }
}

function kindOf(address: string, hit: Hit, countries: string[]): HitKind {
  if (hit.country && countries.length && !countries.includes(hit.country)) return 'other_country'
  if (hit.layer === 'area') return 'area'
  if (!agreesOnPostcode(address, hit.postcode)) return 'other_postcode'
  if (hit.layer === 'street') return 'street'
  if (hit.layer === 'place' && hit.name && containsWords(address, hit.name)) return 'place'

  const postcode = hit.postcode?.toLowerCase()
  const wanted = houseNumbersIn(address).filter((number) => number !== postcode)
  // Some house of the street, when the address does not say which one.
  if (!wanted.length) return 'street'
  if (!hit.houseNumber) return hit.layer === 'interpolated' ? 'near_house' : 'other_house'
  const fits = wanted.map((number) => compareHouseNumbers(number, hit.houseNumber!))
  if (fits.includes('same')) return hit.layer === 'interpolated' ? 'near_house' : 'house'
  return fits.includes('near') ? 'near_house' : 'other_house'
}

/** Two hits as good as each other count as one place up to this distance. */
const samePlaceKm = 1

/**
 * The hits, best first: by how well they fit, then by distance from the nearest depot. When the best two fit equally well
 * but are far apart and nothing tells them apart, neither is trusted.
 */
export function rankHits(address: string, hits: Hit[], expected: Expectation = {}): JudgedHit[] {
  const near = expected.near ?? []
  const away = ({ location }: Hit) => Math.min(...near.map((place) => distanceKm(place, location)))
  const ranked = hits
    .map((hit) => judgeHit(address, hit, expected))
    .toSorted((a, b) => b.confidence - a.confidence || (near.length ? away(a) - away(b) : 0))
  const [first, second] = ranked
  if (!first || !second || first.confidence <= hitKinds.ambiguous || second.confidence < first.confidence) return ranked
  const isApart = distanceKm(first.location, second.location) > samePlaceKm
  const isTold = near.length > 0 && away(second) > 10 * Math.max(away(first), samePlaceKm)
  if (!isApart || isTold) return ranked
  const equal = (hit: JudgedHit) => hit.confidence === first.confidence
  return ranked.map((hit) => (equal(hit) ? { ...hit, kind: 'ambiguous', confidence: hitKinds.ambiguous } : hit))
}

/** Whether the address has no postcode, or the hit's. An unknown postcode of the hit counts as agreement. */
function agreesOnPostcode(address: string, found: string | null): boolean {
  if (!found) return true
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (plain(address).includes(plain(found))) return true
  // Only a number of the same length that is no house number can be a postcode that disagrees.
  const digits = /^\d{5,6}$/.test(plain(found))
  return !digits || !new RegExp(`(?<![\\d-])\\d{${plain(found).length}}(?![\\d-])`).test(address)
}

function containsWords(address: string, name: string): boolean {
  const words = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
  const there = new Set(words(address))
  const wanted = words(name)
  return wanted.length > 0 && wanted.every((word) => there.has(word))
}

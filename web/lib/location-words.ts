import { hitKinds } from '#domain/address/judge-hit.ts'
import { doubtfulBelow, isAreaOnly, isConfirmed, type LocationSource } from '#domain/address/position.ts'
import type { LocationFlag } from '#domain/address/red-flags.ts'
import { formatPercent } from './format.ts'

/** What is known about the position of a delivery or stop. */
export type Trust = {
  location_source: LocationSource | null
  location_confidence: number | null
  location_provider?: string | null
  location_kind?: string | null
  location_flags: LocationFlag[]
  location_search?: 'not_found' | null
}

/** How far to trust a position, from best to worst. */
export type TrustLevel = 'confirmed' | 'likely' | 'doubtful' | 'rough' | 'none'

export function trustLevel(trust: Trust): TrustLevel {
  const { location_source: source, location_confidence: confidence, location_flags: flags } = trust
  if (source === null) return 'none'
  if (isAreaOnly(trust)) return 'rough'
  if (flags.length || (confidence !== null && confidence < doubtfulBelow)) return 'doubtful'
  return isConfirmed(source) ? 'confirmed' : 'likely'
}

const sources: Record<LocationSource, string> = {
  given: 'Came with the order',
  book: 'Address book',
  earlier: 'Earlier delivery to this address',
  geocoder: 'Geocoder',
  dispatcher: 'Placed by a dispatcher',
  driver: 'Confirmed by the driver',
  recipient: 'Confirmed by the recipient',
}

/** Where a position came from. */
export const sourceWords = (source: LocationSource | null) => (source ? sources[source] : 'No position')

const kinds: Record<string, string> = {
  house: 'exact house',
  place: 'exact place',
  near_house: 'next to the house',
  ambiguous: 'several places fit',
  street: 'street only',
  other_postcode: 'another postcode',
  other_house: 'another house',
  area: 'area only',
  other_country: 'another country',
}

/** What a geocoder found, by its kind, or else by how sure it is. */
export function kindWords(kind: string | null | undefined, confidence: number | null): string {
  const known = kinds[kind ?? '']
  if (known) return known
  if (confidence === null || confidence >= hitKinds.place) return 'exact'
  if (confidence >= doubtfulBelow) return 'nearby'
  return confidence > hitKinds.area ? 'street only' : 'area only'
}

const flagSentences: Record<LocationFlag, string> = {
  zero: 'at 0, 0',
  swapped: 'latitude and longitude swapped',
  far: 'far from every depot',
  shared: 'several addresses on one point',
  book_differs: 'not where the address book says',
}

/** What is suspicious about a position, in a few words. */
export const flagWords = (flag: LocationFlag) => flagSentences[flag]

/** Why a position needs a look, in a few words. Null if it does not. */
export function doubtWords(trust: Trust): string | null {
  const level = trustLevel(trust)
  if (level === 'none') return trust.location_search === 'not_found' ? 'Address not found' : 'No position'
  if (level !== 'doubtful' && level !== 'rough') return null
  const [flag] = trust.location_flags
  return sentence(flag ? flagWords(flag) : kindWords(trust.location_kind, trust.location_confidence))
}

/** Everything about a position in one line: `Geocoder, street only (50%)`. */
export function trustWords(trust: Trust): string {
  const { location_source: source, location_confidence: confidence, location_flags: flags } = trust
  if (source === null) return doubtWords(trust)!
  const isGuess = source === 'geocoder'
  const parts = [
    isGuess && trust.location_provider ? `Geocoder ${sentence(trust.location_provider)}` : sourceWords(source),
    ...(isGuess || isAreaOnly(trust) ? [kindWords(trust.location_kind, confidence)] : []),
    ...flags.map(flagWords),
  ]
  return parts.join(', ') + (confidence !== null && !isConfirmed(source) ? ` (${formatPercent(confidence)})` : '')
}

/** The text with a capital letter. */
export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

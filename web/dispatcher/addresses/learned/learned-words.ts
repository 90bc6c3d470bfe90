import type { LearnedFlag, LearnedKind } from '#domain/address/learned-kinds.ts'
import { metersBetween } from '#domain/road/meters.ts'
import type { LearnedPlace, Sighting } from '#domain/schema/learned-place.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'

/** What is learned, in words. */
export const learnedWords: Record<LearnedKind, string> = {
  pin: 'Pin',
  entrance: 'Entrance',
  parking: 'Parking',
  service: 'Minutes at the door',
}

/** How far it is, in words. */
export const stateWords: Record<LearnedPlace['state'], string> = {
  suggested: 'New',
  accepted: 'In the address book',
  known: 'As in the address book',
  gathering: 'Too few visits, or they disagree',
  refused: 'Refused',
}

export const flagWords: Record<LearnedFlag, string> = {
  zero: 'It is at 0, 0, where empty fields end up.',
  swapped: 'Latitude and longitude seem to be swapped.',
  far: 'It is over 100 km from every depot.',
  far_from_pin: 'It is over 1 km from where the deliveries were to go.',
}

export const sightingWords: Record<Sighting['by'], string> = {
  pin: 'pin that somebody placed',
  proof: 'place of a proof',
  track: 'where the vehicle stood',
  times: 'time spent',
}

/** "7 visits on 4 days". */
export const seenWords = ({ seen, days }: Pick<LearnedPlace, 'seen' | 'days'>) =>
  `${countOf(seen, 'visit')} on ${countOf(days, 'day')}`

const oneDigit = (value: number) => formatNumber(Math.round(value * 10) / 10)

/** What was learned: minutes, or how far it is from what the address book says. */
export function valueWords({ minutes, location, book }: LearnedPlace, metersApart: number | null): string {
  if (minutes !== null) {
    const before = book.minutes === null ? '' : `, ${oneDigit(book.minutes)} in the address book`
    return `${oneDigit(minutes)} min${before}`
  }
  if (location === null) return '–'
  return metersApart === null
    ? 'Not in the address book'
    : `${formatNumber(Math.round(metersApart))} m from the address book’s`
}

/** How much visits differ. */
export const spreadWords = ({ minutes, spread }: Pick<LearnedPlace, 'minutes' | 'spread'>) =>
  minutes === null ? `± ${formatNumber(Math.round(spread))} m` : `± ${oneDigit(spread)} min`

/** How far a learned place is from the address book's; null if there is none. */
export const metersFromBook = ({ location, book }: LearnedPlace): number | null =>
  location && book.location ? metersBetween(location, book.location) : null

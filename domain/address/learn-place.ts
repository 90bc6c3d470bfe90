import { metersBetween, type Place } from '../road/meters.ts'
import type { LearnedKind, LearnedState } from './learned-kinds.ts'
import { medianOf, middleOf, spreadAround } from './middle.ts'

/** What one ended delivery says about its address. `day` is the workspace's, and `at` when it ended. */
export type Visit = {
  day: string
  at: string
  /** Where the recipient, or a driver on purpose, put the pin. */
  pinned: Place | null
  /** Where the driver stood when they proved the delivery. */
  door: Place | null
  /** Where the vehicle stood. */
  parking: Place | null
  service_minutes: number | null
}

/** A learned value, a place or minutes, with what it comes from. `spread` is in meters, or in minutes. */
export type Learned = {
  location: Place | null
  minutes: number | null
  spread: number
  seen: number
  days: number
  first_at: string
  last_at: string
  /** How many of them are pins that a person placed. */
  pinned: number
}

/** What stands in the address book, or what somebody decided about. */
export type Value = { location: Place | null; minutes: number | null }

/** Older visits do not count, nor more than so many: places change. */
export const mostVisits = 30
export const visitsLastDays = 365

/** How often something was seen before it is suggested, on at least two days. One person's pin is enough. */
const enough: Record<LearnedKind, number> = { pin: 3, entrance: 3, parking: 3, service: 5 }
const enoughDays = 2

/** A door this close to the pin is an entrance. Farther away, it is the pin that is wrong. */
export const entranceWithinM = 150
/** Phones are not more exact than this. */
const sameM = 20
const differentM = 30
/** Visits that disagree by more say nothing. */
const mostSpreadM = 35
const mostSpreadShare = 0.6

/** How long a visit takes is told in half minutes. */
const halfMinutes = (minutes: number) => Math.max(0.5, Math.round(minutes * 2) / 2)

/**
 * What some visits say, the newest first: a median, which single odd visits do not move. Null if none says anything.
 * @param pin the address book's, if it has one: what was seen close to it is the entrance, and else another pin
 */
export function learn(kind: LearnedKind, visits: readonly Visit[], pin: Place | null): Learned | null {
  const recent = visits.slice(0, mostVisits)
  if (kind === 'service') {
    const seen = recent.filter(({ service_minutes }) => service_minutes !== null)
    const minutes = seen.map(({ service_minutes }) => service_minutes!)
    const middle = medianOf(minutes)
    if (!seen.length) return null
    const spread = spreadAround(minutes.map((each) => each - middle))
    return { ...about(seen), location: null, minutes: halfMinutes(middle), spread, pinned: 0 }
  }
  const places = recent.flatMap((visit) => {
    const place = placeOf(kind, visit, pin)
    return place ? [{ visit, place }] : []
  })
  if (!places.length) return null
  const location = middleOf(places.map(({ place }) => place))
  const spread = spreadAround(places.map(({ place }) => metersBetween(place, location)))
  const seen = places.map(({ visit }) => visit)
  const pinned = kind === 'pin' ? seen.filter(({ pinned: by }) => by !== null).length : 0
  return { ...about(seen), location, minutes: null, spread, pinned }
}

function placeOf(kind: LearnedKind, { pinned, door, parking }: Visit, pin: Place | null): Place | null {
  if (kind === 'parking') return parking
  const isEntrance = door !== null && pin !== null && metersBetween(door, pin) <= entranceWithinM
  if (kind === 'entrance') return isEntrance ? door : null
  return pinned ?? (isEntrance ? null : door)
}

function about(seen: readonly Visit[]) {
  const [last, first] = [seen[0]!, seen.at(-1)!]
  const days = new Set(seen.map(({ day }) => day)).size
  return { seen: seen.length, days, first_at: first.at, last_at: last.at }
}

/** Whether it was seen often enough, on several days, and the visits agree. */
export function isSettled(kind: LearnedKind, { minutes, spread, seen, days, pinned }: Learned): boolean {
  const agrees = minutes === null ? spread <= mostSpreadM : spread <= Math.max(2, minutes * mostSpreadShare)
  return agrees && (pinned > 0 || (seen >= enough[kind] && days >= enoughDays))
}

/** Whether a value says the same as what was learned, as far as can be measured. */
export function isSame({ location, minutes }: Value, learned: Value): boolean {
  if (learned.minutes !== null) {
    return minutes !== null && Math.abs(minutes - learned.minutes) < Math.max(1, minutes * 0.15)
  }
  return location !== null && learned.location !== null && metersBetween(location, learned.location) <= sameM
}

/** Whether what was learned is really something else, and not only a little more exact. */
export function isDifferent({ location, minutes }: Value, learned: Learned): boolean {
  if (learned.minutes !== null) {
    return minutes === null || Math.abs(minutes - learned.minutes) >= Math.max(1.5, minutes * 0.3, learned.spread)
  }
  if (!location || !learned.location) return true
  return metersBetween(location, learned.location) > Math.max(differentM, learned.spread * 2)
}

/** What somebody decided, when, and about what. */
export type Decision = Value & { decision: 'accepted' | 'refused'; decided_at: string }

/**
 * What to show of an address, and how far it is.
 * @param visits the newest first
 * @param book what the address book says
 */
export function judgeLearned(
  kind: LearnedKind,
  visits: readonly Visit[],
  { book, pin, decided }: { book: Value; pin: Place | null; decided: Decision | null },
): (Learned & { state: LearnedState }) | null {
  const all = learn(kind, visits, pin)
  if (decided?.decision === 'refused') {
    // Only what was seen since then can speak against it.
    const later = learn(
      kind,
      visits.filter(({ at }) => at > decided.decided_at),
      pin,
    )
    const isBack = later && isSettled(kind, later) && isDifferent(decided, later) && !isSame(book, later)
    if (isBack) return { ...later, state: 'suggested' }
    return all && { ...all, ...valueOf(decided), state: 'refused' }
  }
  if (!all) return null
  if (isSame(book, all)) return { ...all, state: decided ? 'accepted' : 'known' }
  if (decided && isSame(book, { ...valueOf(decided) }) && !isDifferent(decided, all))
    return { ...all, state: 'accepted' }
  return { ...all, state: isSettled(kind, all) ? 'suggested' : 'gathering' }
}

const valueOf = ({ location, minutes }: Value): Value => ({ location, minutes })

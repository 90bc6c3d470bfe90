import { inFront } from '../plan-change/in-front.ts'
import { metOnBoard } from '../plan-change/met-on-board.ts'
import { outOfTurn } from '../plan-change/out-of-turn.ts'
import { needsOf, skillsOf, type Need } from '../problem/needs.ts'
import { overfullIn } from '../problem/overfull.ts'
import { sayDayTime } from '../problem/say-time.ts'
import { countTerritories, territoriesOf } from '../problem/territory-of.ts'
import type { PlannerDriver } from '../problem/types.ts'
import { farthestKm } from '../problem/vehicle.ts'
import type { WarnedDay, WarnedDelivery } from '../plan-change/warnings.ts'
import type { StopKind } from '../schema/plan.ts'
import type { WhyReason } from '../schema/plan-why.ts'
import { sayMinutes } from './say-minutes.ts'

/** A stop of a route, as far as it may be late. `late_seconds`: after its last window. */
export type LateStop = {
  kind: StopKind
  delivery: WarnedDelivery
  begins: string
  closes: string | null
  late_seconds: number
  /** How late it is without the delivery in question. */
  was_late_seconds: number
}

/** A route as it would be with the delivery on it. Times are those of the day, as a `DayTime`. */
export type TriedRoute = {
  crew: PlannerDriver & { isWorking: boolean }
  stops: readonly LateStop[]
  visits: number
  ends: string
  shiftEnds: string
  /** How long after the shift it ends, and how long it would do so anyway. */
  overSeconds: number
  wasOverSeconds: number
  duration_seconds: number
  driving_seconds: number
  distance_km: number
  load: readonly [kg: number, l: number, units: number]
  /** What would be on board for too long because of the delivery: by delivery, for how many seconds too long. */
  long_rides: ReadonlyMap<string, number>
}

const quantities = [
  { field: 'capacity_kg', unit: 'kg' },
  { field: 'capacity_l', unit: 'L' },
  { field: 'capacity_units', unit: 'pieces' },
] as const

/** Shorter lateness is rounding. */
const leastSeconds = 60

/**
 * What would be broken if a driver took a delivery at this place, in words with figures: what binds first comes first. The
 * sentences go after the driver's name and a colon.
 */
export function reasonsAgainst(deliveryId: string, route: TriedRoute, day: WarnedDay): WhyReason[] {
  const { crew, stops, visits } = route
  const own = stops.filter(({ delivery }) => delivery.id === deliveryId)
  const [first] = own
  if (!crew.isWorking) return [{ code: 'driver_off_duty', sentence: 'does not work that day' }]
  const { max_stops } = crew
  return [
    ...(first ? unmet(first.delivery, crew, day) : []),
    ...overload(route),
    ...(max_stops != null && visits > max_stops
      ? [{ code: 'max_stops', sentence: `takes ${max_stops} stops at most, and this would be number ${visits}` }]
      : []),
    ...overTerritories(route, day),
    ...besideOthers(deliveryId, route, day),
    ...behindOthers(deliveryId, route),
    ...beforeTurn(deliveryId, route, day),
    ...own.flatMap(tooLate),
    ...othersLate(stops.filter((stop) => !own.includes(stop))),
    ...tooLongOnBoard(deliveryId, route),
    ...overtime(route),
    ...overLimits(route),
  ]
}

const lacks: Record<Exclude<Need['kind'], 'skill'>, (need: Need) => string> = {
  wanted_driver: ({ said }) => `only ${said.replace(/^is /, '')} may bring it`,
  depot: ({ said }) => `does not load${said.replace(/^loads/, '')}`,
  temperature: ({ said }) => `has no vehicle that keeps${said.replace(/^has a vehicle that keeps/, '')}`,
  territory: ({ said }) => `does not deliver${said.replace(/^delivers/, '')}`,
}

function unmet(delivery: WarnedDelivery, crew: PlannerDriver, { settings, hasDepots }: WarnedDay): WhyReason[] {
  const missing = delivery.skills.filter((skill) => !skillsOf(crew).includes(skill)).map((skill) => `“${skill}”`)
  const others = needsOf(delivery, settings, hasDepots).flatMap((need): WhyReason[] =>
    need.kind === 'skill' || need.isMetBy(crew) ? [] : [{ code: need.kind, sentence: lacks[need.kind](need) }],
  )
  if (!missing.length) return others
  return [...others, { code: 'skills', sentence: `does not have ${new Intl.ListFormat('en').format(missing)}` }]
}

function overload({ crew: { vehicle }, load, stops }: TriedRoute): WhyReason[] {
  const inside = overfullIn(vehicle, stops).map(({ kind, unit, where, carried, most }) => ({
    code: kind,
    sentence: `${vehicle!.code} is full${where}: ${rounded(carried)} ${unit} of ${rounded(most)} ${unit}, ${rounded(carried - most)} ${unit} too much`,
  }))
  const whole = quantities.flatMap(({ field, unit }, kind): WhyReason[] => {
    const most = vehicle?.[field]
    const carried = load[kind]!
    if (most == null || carried <= most + 0.001) return []
    const over = `${rounded(carried - most)} ${unit} too much`
    const sentence = `${vehicle!.code} is full: ${rounded(carried)} ${unit} of ${rounded(most)} ${unit}, ${over}`
    return [{ code: field, sentence }]
  })
  return [...whole, ...inside]
}

/** What would be on board with it at the same time, and must not. */
function besideOthers(deliveryId: string, { crew, stops }: TriedRoute, { settings }: WarnedDay): WhyReason[] {
  return metOnBoard(crew.vehicle, stops, settings.keep_apart_on_board)
    .filter(({ one, other }) => one.id === deliveryId || other.id === deliveryId)
    .map(({ one, other, tags }) => {
      const [by, tag] = one.id === deliveryId ? [other, tags[1]] : [one, tags[0]]
      return {
        code: 'apart_on_board',
        sentence: `would have #${by.number}, which is “${tag}”, on board at the same time`,
      }
    })
}

/** What would lie in front of what, in a vehicle that is loaded from one end; of the whole route without a delivery. */
function behindOthers(deliveryId: string, { crew: { vehicle }, stops }: TriedRoute): WhyReason[] {
  if (!vehicle?.last_in_first_out) return []
  const all = inFront(stops).filter(({ of, by }) => !deliveryId || of.id === deliveryId || by.id === deliveryId)
  return all.map(({ of, by }) => ({
    code: 'last_in_first_out',
    sentence: `#${of.number} would lie behind #${by.number}, and ${vehicle.code} hands over first what was loaded last`,
  }))
}

/** What would come after something less urgent; of the whole route without a delivery. */
function beforeTurn(deliveryId: string, { stops }: TriedRoute, { settings }: WarnedDay): WhyReason[] {
  const all = outOfTurn(stops, settings).filter(
    ({ of, after }) => !deliveryId || of.id === deliveryId || after.id === deliveryId,
  )
  return all.map(({ of, after }) => ({
    code: 'priority_order',
    sentence: `#${of.number} is more urgent than #${after.number} and would come after it`,
  }))
}

/** What would be on board for longer than it may be. */
function tooLongOnBoard(deliveryId: string, { stops, long_rides }: TriedRoute): WhyReason[] {
  return stops.flatMap(({ kind, delivery: { id, number } }): WhyReason[] => {
    const over = kind === 'pickup' ? 0 : (long_rides.get(id) ?? 0)
    if (over < leastSeconds) return []
    const whose = id === deliveryId ? '' : `#${number} `
    return [{ code: 'max_ride', sentence: `${whose}would be on board ${sayMinutes(over)} longer than it may be` }]
  })
}

const rounded = (value: number) => String(Math.round(value * 10) / 10)

function tooLate({ begins, closes, late_seconds }: LateStop): WhyReason[] {
  if (late_seconds < leastSeconds) return []
  const until = closes === null ? 'the day' : sayDayTime(closes)
  const sentence = `would arrive at ${sayDayTime(begins)}, and the window ends at ${until}: ${sayMinutes(late_seconds)} too late`
  return [{ code: 'time_window', sentence }]
}

function overTerritories({ crew: { max_territories }, stops }: TriedRoute, { settings }: WarnedDay): WhyReason[] {
  if (max_territories == null) return []
  const { length } = territoriesOf(
    stops.map(({ delivery }) => delivery),
    settings,
  )
  if (length <= max_territories) return []
  const sentence = `serves ${countTerritories(max_territories)} at most, and this would be number ${length}`
  return [{ code: 'max_territories', sentence }]
}

function othersLate(stops: readonly LateStop[]): WhyReason[] {
  const later = stops
    .filter(({ late_seconds, was_late_seconds }) => late_seconds - was_late_seconds >= leastSeconds)
    .toSorted((a, b) => b.late_seconds - a.late_seconds)
  const [worst] = later
  if (!worst) return []
  const more = later.length - 1
  const others = more ? `, and ${more} ${more === 1 ? 'other' : 'others'} too` : ''
  const sentence = `#${worst.delivery.number} would be ${sayMinutes(worst.late_seconds)} late${others}`
  return [{ code: 'others_late', sentence }]
}

function overtime({ overSeconds, wasOverSeconds, ends, shiftEnds }: TriedRoute): WhyReason[] {
  if (overSeconds < leastSeconds || overSeconds <= wasOverSeconds) return []
  const sentence = `would be done at ${sayDayTime(ends)}, and work ends at ${sayDayTime(shiftEnds)}: ${sayMinutes(overSeconds)} too late`
  return [{ code: 'shift_end', sentence }]
}

function overLimits({ crew, duration_seconds, driving_seconds, distance_km }: TriedRoute): WhyReason[] {
  const { max_shift_minutes, max_driving_minutes, vehicle } = crew
  const over = (code: string, what: string, seconds: number, most: number | null | undefined): WhyReason[] => {
    if (most == null || seconds - most * 60 < leastSeconds) return []
    return [{ code, sentence: `${what} ${sayMinutes(seconds)}, and at most ${sayMinutes(most * 60)} are allowed` }]
  }
  const farthest = farthestKm(vehicle)
  return [
    ...over('max_shift', 'would be away for', duration_seconds, max_shift_minutes),
    ...over('max_travel_time', 'would drive for', driving_seconds, max_driving_minutes),
    ...(farthest !== undefined && distance_km > farthest + 0.05
      ? [
          {
            code: 'max_distance',
            sentence: `would drive ${rounded(distance_km)} km, and ${vehicle!.code} at most ${rounded(farthest)} km`,
          },
        ]
      : []),
  ]
}

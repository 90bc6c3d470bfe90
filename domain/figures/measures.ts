import type { Sums } from './sums.ts'

/** What a number is: pages write it with its unit. `share` is from 0 to 1. */
export type MeasureUnit = 'count' | 'share' | 'minutes' | 'km' | 'kg' | 'stars'

/** What of a measure's deliveries can be opened, as `show` of `GET /v1/analytics/deliveries`. */
export const shownBehind = [
  'all',
  'delivered',
  'failed',
  'firsts',
  'first_delivered',
  'first_failed',
  'promised',
  'on_time',
  'early',
  'late',
  'late_start',
  'late_service',
  'late_driving',
  'late_plan',
  'late_address',
  'drives',
  'services',
  'waited',
  'eta_told',
  'eta_missed',
  'rated',
  'low',
  'messaged',
  'costed',
] as const
export type ShownBehind = (typeof shownBehind)[number]

/** The sum that counts them. Failed first attempts are the first attempts but for those that were delivered. */
export const sumBehind = (show: ShownBehind) => (show === 'all' ? 'attempts' : show)

export const measureGroups = ['outcome', 'punctuality', 'time', 'distance', 'fleet', 'recipients', 'emissions'] as const
export type MeasureGroup = (typeof measureGroups)[number]

type Measure = {
  label: string
  /** What it says, and how it is worked out. */
  say: string
  group: MeasureGroup
  unit: MeasureUnit
  /** Which way is good; none if neither is. */
  better?: 'up' | 'down'
  /** The deliveries behind it. */
  behind: ShownBehind
  /** Of whole routes, so there is none by client, area, hour, window or reason. */
  ofRoutes?: true
  of: (sums: Sums) => number | null
}

const share = (part: number, all: number) => (all ? part / all : null)
const minutes = (seconds: number) => seconds / 60

/** Every measure, in the order in which pages show them. Money is apart, by currency: see `costsOf`. */
export const measures = {
  attempts: m(
    'Attempts',
    'Deliveries that were brought to the door, whether or not they stayed there',
    'outcome',
    'count',
    'all',
    (s) => s.attempts,
  ),
  delivered: m('Delivered', 'Attempts that succeeded', 'outcome', 'count', 'delivered', (s) => s.delivered, 'up'),
  failed: m('Failed', 'Attempts that failed', 'outcome', 'count', 'failed', (s) => s.failed, 'down'),
  first_attempt_rate: m(
    'First-attempt rate',
    'Of the deliveries attempted for the first time, how many were delivered',
    'outcome',
    'share',
    'firsts',
    (s) => share(s.first_delivered, s.firsts),
    'up',
  ),
  on_time_rate: m(
    'On time',
    'Of the deliveries with a promise, how many kept it: within the window, else within 30 minutes of the arrival that was promised',
    'punctuality',
    'share',
    'promised',
    (s) => share(s.on_time, s.promised),
    'up',
  ),
  late: m(
    'Late',
    'Deliveries to which the driver came after the promise',
    'punctuality',
    'count',
    'late',
    (s) => s.late,
    'down',
  ),
  early: m(
    'Too early',
    'Deliveries handed over before the promise began',
    'punctuality',
    'count',
    'early',
    (s) => s.early,
    'down',
  ),
  late_minutes: m(
    'Late by, on average',
    'How late late deliveries were',
    'punctuality',
    'minutes',
    'late',
    (s) => share(minutes(s.late_seconds), s.late),
    'down',
  ),
  late_start: m(
    'Late: late start',
    'Late deliveries whose route left late',
    'punctuality',
    'count',
    'late_start',
    (s) => s.late_start,
    'down',
  ),
  late_service: m(
    'Late: stops took longer',
    'Late deliveries because earlier stops took longer than planned',
    'punctuality',
    'count',
    'late_service',
    (s) => s.late_service,
    'down',
  ),
  late_driving: m(
    'Late: driving took longer',
    'Late deliveries because driving took longer than planned',
    'punctuality',
    'count',
    'late_driving',
    (s) => s.late_driving,
    'down',
  ),
  late_plan: m(
    'Late: planned too late',
    'Late deliveries that were late in the plan',
    'punctuality',
    'count',
    'late_plan',
    (s) => s.late_plan,
    'down',
  ),
  late_address: m(
    'Late: address',
    'Late deliveries because of their address',
    'punctuality',
    'count',
    'late_address',
    (s) => s.late_address,
    'down',
  ),
  planned_drive_minutes: m(
    'Drive, planned',
    'The average drive to a stop, in the plan',
    'time',
    'minutes',
    'drives',
    (s) => share(minutes(s.planned_drive_seconds), s.drives),
  ),
  actual_drive_minutes: m(
    'Drive, actual',
    'The average drive to a stop, where it is known when the driver left and came',
    'time',
    'minutes',
    'drives',
    (s) => share(minutes(s.actual_drive_seconds), s.drives),
    'down',
  ),
  planned_service_minutes: m(
    'At the stop, planned',
    'The average time at a stop, in the plan',
    'time',
    'minutes',
    'services',
    (s) => share(minutes(s.planned_service_seconds), s.services),
  ),
  actual_service_minutes: m(
    'At the stop, actual',
    'The average time at a stop, where it is known when the driver came',
    'time',
    'minutes',
    'services',
    (s) => share(minutes(s.actual_service_seconds), s.services),
    'down',
  ),
  waiting_minutes: m(
    'Waiting',
    'Minutes that drivers waited at stops for windows to open',
    'time',
    'minutes',
    'waited',
    (s) => minutes(s.waiting_seconds),
    'down',
  ),
  planned_route_minutes: r(
    'Route, planned',
    'The average route from leaving to coming back, in the plan',
    'time',
    'minutes',
    (s) => share(minutes(s.planned_route_seconds), s.timed_routes),
  ),
  actual_route_minutes: r(
    'Route, actual',
    'The average route from leaving to its last stop and back as planned, where both are known',
    'time',
    'minutes',
    (s) => share(minutes(s.actual_route_seconds), s.timed_routes),
    'down',
  ),
  km: r('Distance', 'Kilometers of the routes, in the plan', 'distance', 'km', (s) => s.route_meters / 1000),
  planned_km: r(
    'Per route, planned',
    'The average distance of routes that are done and whose positions are known, in the plan',
    'distance',
    'km',
    (s) => share(s.planned_meters / 1000, s.measured_routes),
  ),
  actual_km: r(
    'Per route, actual',
    'The average distance of the same routes, from the positions of their drivers until the last stop, and back as planned',
    'distance',
    'km',
    (s) => share(s.actual_meters / 1000, s.measured_routes),
    'down',
  ),
  empty_share: r(
    'Empty',
    'Of the kilometers, how many were without load',
    'distance',
    'share',
    (s) => share(s.empty_meters, s.route_meters),
    'down',
  ),
  routes: r('Routes', 'Routes that were driven', 'fleet', 'count', (s) => s.routes),
  vehicles: r('Vehicles used', 'Different vehicles that drove', 'fleet', 'count', (s) => s.vehicles),
  load_share: r(
    'Load',
    'How full vehicles were at their fullest, of what they may carry, by weight, volume or pieces, whichever is more',
    'fleet',
    'share',
    (s) => share(s.load_permille / 1000, s.loaded_routes),
    'up',
  ),
  stops_per_route: r(
    'Stops per route',
    'Attempts for each route',
    'fleet',
    'count',
    (s) => share(s.attempts, s.routes),
    'up',
  ),
  eta_within_rate: m(
    'Arrival ranges that held',
    'Of the ranges told 10 minutes to 2 hours before, how many held the arrival. 80% should',
    'recipients',
    'share',
    'eta_told',
    (s) => share(s.eta_within, s.eta_said),
    'up',
  ),
  eta_error_minutes: m(
    'Arrival off by',
    'How far the middle of these ranges was from the arrival, on average',
    'recipients',
    'minutes',
    'eta_told',
    (s) => share(minutes(s.eta_error_seconds), s.eta_said),
    'down',
  ),
  rating: m(
    'Rating',
    'The average of the stars that recipients gave',
    'recipients',
    'stars',
    'rated',
    (s) => share(s.stars, s.rated),
    'up',
  ),
  rated: m('Rated', 'How many recipients gave stars', 'recipients', 'count', 'rated', (s) => s.rated),
  low: m('Low ratings', 'How many recipients gave 1 or 2 stars', 'recipients', 'count', 'low', (s) => s.low, 'down'),
  messages: m(
    'Messages',
    'Texts, emails and notifications that were sent to recipients',
    'recipients',
    'count',
    'messaged',
    (s) => s.messages,
  ),
  co2_kg: m(
    'CO₂',
    'Kilograms of CO₂ for the planned kilometers, by type of vehicle',
    'emissions',
    'kg',
    'all',
    (s) => s.co2_grams / 1000,
    'down',
  ),
  co2_kg_per_delivery: m(
    'CO₂ per delivery',
    'The same, for each delivery that succeeded',
    'emissions',
    'kg',
    'delivered',
    (s) => share(s.co2_grams / 1000, s.delivered),
    'down',
  ),
} as const satisfies Record<string, Measure>

export type MeasureName = keyof typeof measures
export const measureNames = Object.keys(measures) as MeasureName[]

/** Numbers that people read. Null where there is nothing to tell, such as a rate of nothing. */
export type MeasureValues = Record<MeasureName, number | null>

/** @param hasRoutes whether the sums are of whole routes */
export const valuesOf = (sums: Sums, hasRoutes: boolean): MeasureValues =>
  Object.fromEntries(
    measureNames.map((name) => {
      const measure: Measure = measures[name]
      return [name, measure.ofRoutes && !hasRoutes ? null : rounded(measure.of(sums))]
    }),
  ) as MeasureValues

/** What deliveries cost in one currency, and where it comes from, in its smallest unit. */
export type Costs = {
  currency: string
  distance: number
  time: number
  stops: number
  fixed: number
  messages: number
  total: number
  /** Null if nothing was delivered whose cost is known. */
  per_delivery: number | null
  /** How many were delivered whose cost is known. */
  deliveries: number
}

/** One entry for each currency: they are never added up. */
export function costsOf({ money }: Sums): Costs[] {
  return money
    .map(({ currency, costed, cost_distance, cost_time, cost_stops, cost_fixed, cost_messages }) => {
      const total = cost_distance + cost_time + cost_stops + cost_fixed + cost_messages
      return {
        currency,
        distance: Math.round(cost_distance),
        time: Math.round(cost_time),
        stops: Math.round(cost_stops),
        fixed: Math.round(cost_fixed),
        messages: Math.round(cost_messages),
        total: Math.round(total),
        per_delivery: rounded(share(total, costed)),
        deliveries: costed,
      }
    })
    .filter(({ total, deliveries }) => total || deliveries)
    .toSorted((a, b) => b.deliveries - a.deliveries || a.currency.localeCompare(b.currency))
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 10_000) / 10_000)

/** One of deliveries. */
function m(
  label: string,
  say: string,
  group: MeasureGroup,
  unit: MeasureUnit,
  behind: ShownBehind,
  of: Measure['of'],
  better?: 'up' | 'down',
): Measure {
  return { label, say, group, unit, behind, of, ...(better && { better }) }
}

/** One of whole routes. */
function r(
  label: string,
  say: string,
  group: MeasureGroup,
  unit: MeasureUnit,
  of: Measure['of'],
  better?: 'up' | 'down',
): Measure {
  return { ...m(label, say, group, unit, 'all', of, better), ofRoutes: true }
}

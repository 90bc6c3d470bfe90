import type { Selectable } from 'kysely'
import type { CommonChange, CommonFix, VroomOutput } from '#solver/index.ts'
import { changesFor, sayGroupFix } from '#domain/why/group-fix.ts'
import { isDoubtful, type LocationSource } from '#domain/address/position.ts'
import { flagsAmong, sharedPoints } from '#domain/address/red-flags.ts'
import type { Location } from '#domain/geo.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { OtherPlace } from '#domain/schema/order.ts'
import type {
  DoubtfulStop,
  GroupFix,
  PlanProgress,
  Route,
  RouteOutline,
  Stop,
  Unassigned,
  UnassignedGroup,
} from '#domain/schema/plan.ts'
import type { RouteTable, StopTable } from '../../db/tables/plans.ts'
import type { DayDelivery, DayDriver, DaySettings } from '#domain/plan/day.ts'
import { placeKey } from '#domain/travel/place-key.ts'
import { asStored, chosenPlace } from '#domain/problem/at-place.ts'
import { whyNowhere } from '#domain/why/every-place.ts'
import { whySetAside } from '#domain/why/set-aside.ts'
import { smallestFix } from '#domain/why/smallest-fix.ts'
import type { DayProblem } from '#domain/problem/day-problem.ts'
import { nobodyWorks, whyUnassigned } from '#domain/why/unassigned.ts'
import type { WhyUnassigned } from '#domain/why/why.ts'

export const interrupted = 'Planning was interrupted. Press Optimize again.'
export const notCalculated =
  'The routes could not be calculated. Press Optimize again. If this keeps happening, tell the operator of the server.'

/** Rings when a member cancels or finishes a plan on this server. */
export const planBell = (id: string) => `plan ${id}`

type StopRow = {
  delivery_id: string | null
  lat: number | null
  lng: number | null
  delivery_lat: number | null
  delivery_lng: number | null
  address_key: string | null
  location_source: LocationSource | null
  location_confidence: number | null
  location_provider: string | null
  location_kind: string | null
}

const noTrust = { location_source: null, location_confidence: null, location_provider: null, location_kind: null }

/** How far each stop's position is to be trusted: as its delivery's, unless that has moved since. */
export function trustOf(stops: StopRow[], depots: Location[]) {
  const shared = sharedPoints(
    stops.flatMap(({ delivery_id, lat, lng, address_key }) =>
      delivery_id && lat !== null && lng !== null ? [{ location: { lat, lng }, addressKey: address_key ?? '' }] : [],
    ),
  )
  return (stop: StopRow) => {
    const { lat, lng } = stop
    const isThere = lat !== null && lng !== null && stop.delivery_lat === lat && stop.delivery_lng === lng
    if (!stop.delivery_id || !isThere) return { ...noTrust, location_flags: [] }
    const { location_source, location_confidence, location_provider, location_kind } = stop
    const location_flags = flagsAmong({ delivery_location: { lat, lng }, location_source }, depots, shared)
    return { location_source, location_confidence, location_provider, location_kind, location_flags }
  }
}

/** A stop's row with what it shows of its delivery, which a stop at a depot has none of. */
type StopOfDelivery = Omit<Selectable<StopTable>, 'route_id' | 'workspace_id'> &
  StopRow & {
    delivery_number: number | null
    delivery_status: Stop['delivery_status']
    delivery_kind: Delivery['kind'] | null
    window_start: string | null
    window_end: string | null
    pickup_window_start: string | null
    pickup_window_end: string | null
    place_name: string | null
    other_places: OtherPlace[] | null
  }

/** A stop as the API shows it. Where goods are picked up, its window is the pickup's. */
export function toStop(stop: StopOfDelivery, trust: ReturnType<typeof trustOf>): Stop {
  const isHandover = stop.kind === 'pickup' && stop.delivery_kind !== 'return' // A return is picked up where others are delivered.
  // The delivery follows once the plan is approved.
  const chosen = chosenPlace(stop, stop.other_places)
  const [window] = chosen ? chosen.windows : [{ start: stop.window_start, end: stop.window_end }]
  return {
    id: stop.id,
    kind: stop.kind,
    sequence: stop.sequence,
    delivery_id: stop.delivery_id,
    delivery_number: stop.delivery_number,
    delivery_status: stop.delivery_status,
    name: stop.name,
    address: stop.address,
    place_name: isHandover ? null : stop.other_place === null ? stop.place_name : (chosen?.name ?? null),
    location: stop.lat === null || stop.lng === null ? null : { lat: stop.lat, lng: stop.lng },
    ...trust(stop),
    window_start: isHandover ? stop.pickup_window_start : (window?.start ?? null),
    window_end: isHandover ? stop.pickup_window_end : (window?.end ?? null),
    arrival_at: stop.arrival_at,
    departure_at: stop.departure_at,
    waiting_seconds: stop.waiting_seconds,
    setup_seconds: stop.setup_seconds,
    service_seconds: stop.service_seconds,
    early_seconds: stop.early_seconds,
    late_seconds: stop.late_seconds,
    distance_km: stop.distance_km,
    load_kg: stop.load_kg,
    load_l: stop.load_l,
    load_units: stop.load_units,
    locked: stop.locked,
    promised_at: stop.promised_at,
  }
}

/** The stops of a route that somebody should look at before it is driven. */
export function doubtfulStops({ id, driver_name, stops }: Pick<Route, 'id' | 'driver_name' | 'stops'>): DoubtfulStop[] {
  return stops.flatMap((stop) => {
    if (!stop.delivery_id || !isDoubtful(stop)) return []
    return [{ route_id: id, driver_name, sequence: stop.sequence, delivery_id: stop.delivery_id }]
  })
}

/** How a dispatcher knows a place: by the deliveries that happen there. */
export function namesOfPlaces({ deliveries }: Pick<DayProblem<DayDelivery, DayDriver>, 'deliveries'>) {
  const names = new Map<number, string>()
  for (const { number, location, pickup } of deliveries.values()) {
    if (location) names.set(placeKey([location.lng, location.lat]), `delivery ${number}`)
    if (pickup?.location)
      names.set(placeKey([pickup.location.lng, pickup.location.lat]), `the pickup of delivery ${number}`)
  }
  return (place: number) => names.get(place)
}

type History = PlanProgress['history']

/** Adds a point to the cost chart. A full chart drops every second point, but never the first. */
export function addPoint(history: History, point: History[number], most = 100): History {
  const kept = history.length < most ? history : history.filter((_, index) => index % 2 === 0)
  return [...kept, point]
}

/** Stored routes with the order of their stops, as the event log tells them. */
export function outlinesOf(routes: Selectable<RouteTable>[], stops: Selectable<StopTable>[]): RouteOutline[] {
  const stopsOf = Map.groupBy(stops, (stop) => stop.route_id)
  return routes
    .toSorted((a, b) => a.position - b.position)
    .map(({ workspace_id: _, position: __, ...route }) => ({
      ...route,
      stops: (stopsOf.get(route.id) ?? [])
        .toSorted((a, b) => a.position - b.position)
        .map((stop) => ({
          id: stop.id,
          kind: stop.kind,
          sequence: stop.sequence,
          delivery_id: stop.delivery_id,
          arrival_at: stop.arrival_at,
          departure_at: stop.departure_at,
          waiting_seconds: stop.waiting_seconds,
          setup_seconds: stop.setup_seconds,
          service_seconds: stop.service_seconds,
          early_seconds: stop.early_seconds,
          late_seconds: stop.late_seconds,
          distance_km: stop.distance_km,
          load_kg: stop.load_kg,
          load_l: stop.load_l,
          load_units: stop.load_units,
          locked: stop.locked,
          promised_at: stop.promised_at,
        })),
    }))
}

/** An unassigned delivery, why, and what would help it if it were the only one. */
export type LeftOut = { delivery: DayDelivery; why: WhyUnassigned; fix: GroupFix | undefined }

/** The unassigned deliveries, each with its reason, by number. */
export function leftOut(
  day: string,
  { time_zone }: DaySettings,
  planned: DayProblem<DayDelivery, DayDriver>,
  solution: VroomOutput | null,
): LeftOut[] {
  const left = solution
    ? atEveryPlace(
        onlyOnce(solution.unassigned).map(({ id, reason, fix }) => ({
          delivery: planned.deliveries.get(id)!,
          why: whyUnassigned(id, reason, planned, day, time_zone),
          fix: fix && smallestFix(id, fix, planned, day, time_zone),
        })),
      )
    : firstPlaces([...planned.deliveries.values()]).map((delivery) => ({ delivery, why: nobodyWorks, fix: undefined }))
  const aside = planned.setAside.map(({ delivery, code }) => ({
    delivery,
    why: whySetAside(code, delivery),
    fix: undefined,
  }))
  return [...left, ...aside].toSorted((a, b) => a.delivery.number - b.delivery.number)
}

/** Each delivery once, as it is stored. Where one may go to several places, each of them says why nobody comes. */
function atEveryPlace(all: LeftOut[]): LeftOut[] {
  return [...Map.groupBy(all, ({ delivery }) => delivery.id).values()].map((places) => {
    const named = places.map(({ delivery, ...rest }) => ({
      name: delivery.place_name ?? delivery.delivery_address,
      ...rest,
    }))
    return { delivery: asStored(places[0]!.delivery), ...whyNowhere(named) }
  })
}

const firstPlaces = (deliveries: DayDelivery[]) => [
  ...new Map(deliveries.map((delivery) => [delivery.id, asStored(delivery)])).values(),
]

/** The solver names both ends of a shipment. */
function onlyOnce<Each extends { id: number }>(unassigned: readonly Each[]): Each[] {
  return [...new Map(unassigned.map((each) => [each.id, each])).values()]
}

/** The unassigned deliveries by reason, the largest group first. `fixes` has what helps groups of several. */
export function toGroups(all: LeftOut[], fixes: Map<string, GroupFix>): UnassignedGroup[] {
  return groupsOf(all)
    .map(({ key, members }): UnassignedGroup => {
      const [{ why, fix }] = members as [LeftOut]
      const isAlone = members.length === 1
      return {
        reason_code: why.code,
        reason: isAlone ? why.sentence : why.shared,
        count: members.length,
        delivery_ids: members.map(({ delivery }) => delivery.id),
        fix: (isAlone ? fix : fixes.get(key)) ?? null,
      }
    })
    .toSorted((a, b) => b.count - a.count)
}

/** Deliveries that are left out for the same reason, in order of appearance. */
export function groupsOf(all: LeftOut[]): { key: string; members: LeftOut[] }[] {
  const groups = Map.groupBy(all, ({ why }) => `${why.code} ${why.shared}`)
  return [...groups].map(([key, members]) => ({ key, members }))
}

/** A group for which a change can be tried: its jobs, and what a dispatcher could change for them. */
type GroupToFix = { key: string; members: LeftOut[]; jobs: number[]; changes: CommonChange[] }

/** The groups of several deliveries for which a change can be tried. */
export function groupsToFix(all: LeftOut[], planned: DayProblem<DayDelivery, DayDriver>): GroupToFix[] {
  // Of one that may go to several places, the first.
  const jobOf = new Map([...planned.deliveries].toReversed().map(([job, { id }]) => [id, job]))
  return groupsOf(all).flatMap(({ key, members }) => {
    const jobs = members.flatMap(({ delivery }) => jobOf.get(delivery.id) ?? [])
    const changes = changesFor(members[0]!.why.code, jobs.length, planned)
    return jobs.length > 1 && changes.length > 0 ? [{ key, members, jobs, changes }] : []
  })
}

/** What the solver found for these groups, in words, by their keys. */
export function sayFixes(
  groups: GroupToFix[],
  found: (CommonFix | undefined)[],
  planned: DayProblem<DayDelivery, DayDriver>,
  day: string,
  zone: string,
): Map<string, GroupFix> {
  return new Map(
    groups.flatMap(({ key, members }, i) => {
      const deliveries = members.map(({ delivery }) => delivery)
      return found[i] ? [[key, sayGroupFix(found[i], deliveries, planned, day, zone)] as const] : []
    }),
  )
}

/** What would help a delivery is only said where nothing else is left out for the same reason. */
export function toUnassigned(all: LeftOut[]): Unassigned[] {
  const alone = new Set(groupsOf(all).flatMap(({ members }) => (members.length === 1 ? members : [])))
  return all.map((each) => ({
    delivery_id: each.delivery.id,
    delivery_number: each.delivery.number,
    delivery_address: each.delivery.delivery_address,
    recipient_name: each.delivery.recipient_name,
    location: each.delivery.location,
    reason_code: each.why.code,
    reason: each.why.sentence,
    ...(each.fix && alone.has(each) && { fix: each.fix.sentence }),
  }))
}

/** The groups of a plan that was stored without: by reason, and nothing would be tried for them now. */
export function groupsByReason(unassigned: Unassigned[]): UnassignedGroup[] {
  const groups = Map.groupBy(unassigned, ({ reason_code, reason }) => `${reason_code} ${reason}`)
  return [...groups.values()]
    .map((members) => ({
      reason_code: members[0]!.reason_code,
      reason: members[0]!.reason,
      count: members.length,
      delivery_ids: members.map(({ delivery_id }) => delivery_id),
      fix: null,
    }))
    .toSorted((a, b) => b.count - a.count)
}

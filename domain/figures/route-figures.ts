import { costPartsOf, payOf, type CostParts } from './costs.ts'
import type { RawRoute, RawStop } from './raw.ts'

/** What a stop adds to its route: its own leg, and its part of what belongs to no stop, such as the way back. */
export type StopShare = { meters: number; cost: CostParts | null }

/** What a route says of its stops, and of itself. */
export type RouteFigures = {
  route_meters: number
  empty_meters: number
  planned_seconds: number
  /** Null until all of it is done. */
  actual_seconds: number | null
  load_permille: number | null
  /** How much later than planned the driver left; null if nobody knows. */
  start_seconds: number | null
}

export function routeFiguresOf(route: RawRoute): RouteFigures {
  const { stops } = route
  const planned = stops[0]?.departure_at ?? route.starts_at
  const departures = stops.flatMap(({ departed_at }) => departed_at ?? [])
  const left = departures.length ? Math.min(...departures) : null
  const doors = stops.filter(({ isDoor }) => isDoor)
  const isDone = doors.length > 0 && doors.every(({ done_at }) => done_at !== null)
  const lastDone = isDone ? Math.max(...doors.map(({ done_at }) => done_at!)) : null
  const wayBack = Math.max(0, route.ends_at - Math.max(...doors.map(({ departure_at }) => departure_at)))
  return {
    route_meters: Math.round(route.distance_km * 1000),
    empty_meters: Math.round(emptyKm(stops) * 1000),
    planned_seconds: seconds(route.ends_at - planned),
    actual_seconds: lastDone === null || left === null ? null : seconds(Math.max(0, lastDone + wayBack - left)),
    load_permille: loadOf(route),
    start_seconds: left === null ? null : seconds(left - planned),
  }
}

const seconds = (milliseconds: number) => Math.round(milliseconds / 1000)

/**
 * How far a route was driven: what positions say until its last stop, and back as planned. Null before it is done, when it
 * cannot be compared with the plan.
 */
export function drivenMeters({ stops, distance_km }: Pick<RawRoute, 'stops' | 'distance_km'>, measured: number | null) {
  const doors = stops.filter(({ isDoor }) => isDoor)
  if (measured === null || !doors.length || doors.some(({ done_at }) => done_at === null)) return null
  const wayBack = Math.max(0, distance_km - Math.max(...doors.map((door) => door.distance_km)))
  return measured + Math.round(wayBack * 1000)
}

/** Kilometers with nothing on board, counted in deliveries, since not all have a weight. */
function emptyKm(stops: readonly RawStop[]): number {
  let empty = 0
  let onBoard = loadedAt(stops, 0)
  for (const [index, stop] of stops.entries()) {
    const before = stops[index - 1]
    if (before && onBoard === 0) empty += Math.max(0, stop.distance_km - before.distance_km)
    if (stop.kind === 'reload') onBoard = loadedAt(stops, index + 1)
    else if (stop.kind === 'delivery') onBoard = Math.max(0, onBoard - 1)
    else if (stop.kind === 'pickup') onBoard++
  }
  return empty
}

/** How many deliveries are loaded for the trip that begins there. What is picked up on the way is not. */
function loadedAt(stops: readonly RawStop[], from: number): number {
  const next = stops.findIndex(({ kind }, index) => index >= from && kind === 'reload')
  const trip = stops.slice(from, next === -1 ? undefined : next)
  const picked = new Set(trip.filter(({ kind }) => kind === 'pickup').map(({ delivery_id }) => delivery_id))
  return trip.filter(({ kind, delivery_id }) => kind === 'delivery' && !picked.has(delivery_id)).length
}

/** How full the vehicle was at its fullest, in thousandths, by what it has least room for. Null without limits. */
function loadOf({ capacities, loads }: RawRoute): number | null {
  const shares = capacities.flatMap((capacity, kind) => (capacity ? [loads[kind]! / capacity] : []))
  return shares.length ? Math.round(Math.max(...shares) * 1000) : null
}

/** What each stop at a door adds to the route, by its ID. They add up to all of it. */
export function sharesOf(route: RawRoute): Map<string, StopShare> {
  const { stops } = route
  const doors = stops.filter(({ isDoor }) => isDoor)
  if (!doors.length) return new Map()
  const pay = payOf(route)
  const own = new Map(doors.map((stop) => [stop.id, ownOf(stop, stops, pay)]))
  const sum = (pick: (each: Own) => number) => [...own.values()].reduce((all, each) => all + pick(each), 0)
  const restKm = Math.max(0, route.distance_km - sum(({ km }) => km))
  const whole = route.driving_seconds + route.service_seconds + route.waiting_seconds
  const restSeconds = Math.max(0, whole - sum((each) => each.seconds))
  const restPay = pay.reduce((all, each) => all + each, 0) - sum((each) => each.pay)
  const parts = costPartsOf(route)
  const count = doors.length
  const [allKm, allSeconds] = [sum(({ km }) => km) + restKm, sum((each) => each.seconds) + restSeconds]
  const allPay = sum((each) => each.pay) + restPay
  const portion = (part: number, all: number) => (all > 0 ? part / all : 1 / count)
  return new Map(
    [...own].map(([id, { km, seconds: taken, pay: paid }]) => {
      const ofKm = km + restKm / count
      const ofSeconds = taken + restSeconds / count
      const cost = parts && {
        distance: parts.distance * portion(ofKm, allKm),
        time: parts.time * portion(ofSeconds, allSeconds),
        stops: parts.stops * portion(paid + restPay / count, allPay),
        fixed: parts.fixed / count,
      }
      return [id, { meters: Math.round(ofKm * 1000), cost }]
    }),
  )
}

type Own = { km: number; seconds: number; pay: number }

function ownOf(stop: RawStop, stops: readonly RawStop[], pays: readonly number[]): Own {
  const index = stops.indexOf(stop)
  const [before, pay] = [stops[index - 1], pays[index]!]
  if (!before) return { km: 0, seconds: stop.service_seconds + stop.waiting_seconds, pay }
  const km = Math.max(0, stop.distance_km - before.distance_km)
  const drive = Math.max(0, seconds(stop.arrival_at - before.departure_at))
  return { km, seconds: drive + stop.service_seconds + stop.waiting_seconds, pay }
}

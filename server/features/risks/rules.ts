import type { StopEta } from '#domain/schema/eta.ts'
import { riskReasons, type RiskReason, type RouteRisk, type StopAtRisk } from '#domain/schema/plan-risk.ts'

/** A route with something left to do, and what may be in its way. */
export type DrivenRoute = {
  id: string
  driver_id: string
  driver_name: string
  vehicle_id: string | null
  starts_at: string
  /** Whether its driver still works for the workspace. */
  is_active: boolean
  open_stops: number
  has_begun: boolean
  /** Why its vehicle may not drive. */
  blocked: string | null
  /** Null if the driver does not work that day. */
  shift_ends_at: string | null
  /** Since when it is expected to be late. */
  since: string | null
}

type Known = {
  etas: readonly StopEta[]
  routes: readonly DrivenRoute[]
  numberOf: ReadonlyMap<string, number>
  /** What is late by less is no risk, in seconds. */
  limit: number
  now: Date
}

/** The routes that are at risk, the gravest first. */
export function risksOf({ etas, routes, ...known }: Known): RouteRisk[] {
  const etasOf = Map.groupBy(etas, ({ route_id }) => route_id)
  const found = routes.flatMap((route) => riskOf(route, etasOf.get(route.id) ?? [], known) ?? [])
  const rank = ({ reason }: RouteRisk) => Math.min(2, riskReasons.indexOf(reason))
  return found.toSorted((a, b) => rank(a) - rank(b) || b.late_seconds - a.late_seconds)
}

type Etas = readonly StopEta[]
type Rules = Pick<Known, 'numberOf' | 'limit' | 'now'>

function riskOf(route: DrivenRoute, etas: Etas, rules: Rules): RouteRisk | null {
  const stops = etas.flatMap((eta) => stopAtRisk(eta, rules))
  const shift = overtime(route, etas, rules)
  const late_seconds = Math.max(0, shift?.late_seconds ?? 0, ...stops.map((stop) => stop.late_seconds))
  const reason = reasonOf(route, etas, { ...rules, late_seconds })
  if (!reason) return null
  const { id: route_id, driver_id, driver_name, vehicle_id, open_stops, since } = route
  const sentence = sayReason(reason, route, etas)
  const driven = { route_id, driver_id, driver_name, vehicle_id, open_stops }
  return { ...driven, reason, sentence, since, late_seconds, stops, shift }
}

function stopAtRisk(eta: StopEta, { numberOf, limit }: Rules): StopAtRisk[] {
  const { stop_id, delivery_id, due_at, p50_at: expected_at, late_seconds } = eta
  if (delivery_id === null || due_at === null || late_seconds === null || late_seconds <= limit) return []
  return [{ stop_id, delivery_id, number: numberOf.get(delivery_id) ?? 0, due_at, expected_at, late_seconds }]
}

function overtime({ shift_ends_at: ends_at }: DrivenRoute, etas: Etas, { limit }: Rules): RouteRisk['shift'] {
  const expected_at = etas.map(({ p50_at }) => p50_at).reduce((last, at) => (at > last ? at : last), '')
  if (!ends_at || !expected_at) return null
  const late_seconds = Math.round((Date.parse(expected_at) - Date.parse(ends_at)) / 1000)
  return late_seconds > limit ? { ends_at, expected_at, late_seconds } : null
}

/** Later than planned, in seconds. */
const behind = ({ p50_at, planned_at }: StopEta) => (Date.parse(p50_at) - Date.parse(planned_at)) / 1000

function reasonOf(
  route: DrivenRoute,
  etas: Etas,
  { late_seconds, now }: Rules & { late_seconds: number },
): RiskReason | null {
  if (!route.is_active) return 'driver_inactive'
  if (route.blocked) return 'vehicle_blocked'
  if (late_seconds === 0) return null
  const [next] = etas
  if (next?.basis === 'plan' && Date.parse(route.starts_at) < now.getTime()) return 'not_started'
  const [first, last] = [next ? behind(next) : 0, etas.length ? behind(etas.at(-1)!) : 0]
  // Most of it is not the road's doing.
  if (Math.max(first, last) < late_seconds / 2) return 'planned_late'
  return first >= last / 2 ? 'behind' : 'slow'
}

const minutes = (seconds: number) => `${Math.max(1, Math.round(seconds / 60))} min`

function sayReason(reason: RiskReason, { driver_name: name, blocked }: DrivenRoute, etas: Etas): string {
  const [first, last] = [etas[0], etas.at(-1)]
  switch (reason) {
    case 'driver_inactive':
      return `${name} is not an active driver any more.`
    case 'vehicle_blocked':
      return blocked!
    case 'not_started':
      return `${name} has not set out yet.`
    case 'planned_late':
      return 'It was planned too late.'
    case 'behind':
      return `${name} is ${minutes(first ? behind(first) : 0)} behind the plan.`
    case 'slow':
      return `${name} needs longer than planned, and will be ${minutes(last ? behind(last) : 0)} behind at the end.`
  }
}

import type { DayDelivery, DayDriver } from '#domain/plan/day.ts'
import { toRoutes } from '#domain/plan/to-routes.ts'
import { totalsOf } from '#domain/plan/totals.ts'
import type { DayProblem } from '#domain/problem/day-problem.ts'
import { startLater } from '#domain/problem/what-if.ts'
import { changedDay } from '#domain/rehearsal/changed-day.ts'
import { rehearsedDay, type PlannedRoute } from '#domain/rehearsal/of-routes.ts'
import { percentile } from '#domain/rehearsal/distribution.ts'
import { fewestDelays, type Past } from '#domain/rehearsal/past.ts'
import { measuresOf, riskyStopsOf, routeEndsOf } from '#domain/rehearsal/summary.ts'
import type { RehearsedDay } from '#domain/rehearsal/day.ts'
import type { Tally } from '#domain/rehearsal/tally.ts'
import type { RehearsalChange, RehearsalSource, RehearsedVariant } from '#domain/schema/rehearsal.ts'
import type { VroomOutput } from '#solver/index.ts'
import { earliestDeparture } from '#domain/start-of-day.ts'
import { timeOf } from '#domain/time.ts'
import { toProblem } from '#domain/to-problem.ts'
import type { PlanToChange } from '../changeable-plans/queries.ts'

/** Rings when somebody cancels a rehearsal on this server. */
export const rehearsalBell = (id: string) => `rehearsal ${id}`

/** A day as it is rehearsed, and what it plans. */
export type Variant = { day: RehearsedDay; plan: NonNullable<RehearsedVariant['plan']>; note: string | null }

/** What was asked for, with what planning it again needs to know. */
export type Change = RehearsalChange & { ordersUntilCutOff: number; seed: number }

/** The plan as it is. */
export function asPlanned(read: PlanToChange): Variant {
  const routes = read.routes.map(({ route, stops }) => ({ ...route, stops }))
  return { ...variantOf(read, read.deliveries, routes, read.unassigned.length), note: null }
}

/** When orders are taken until: what a wave says, or else when the plan was made. */
export const cutOffOf = ({ plan }: PlanToChange): Date => new Date(plan.orders_until ?? plan.created_at)

/** The day with a change, as a problem to be solved. What was done already is planned again as if it was not. */
export function changedProblem(read: PlanToChange, change: Change): DayProblem<DayDelivery, DayDriver> {
  const left = new Set(read.unassigned.map(({ delivery_id }) => delivery_id))
  const on = new Set(read.routes.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id)))
  const changed = changedDay(
    {
      drivers: [...read.drivers.values()].map((driver) => ({ ...driver, busy_until: busyUntil(read, driver.id) })),
      deliveries: [...read.deliveries.values()].filter(
        ({ id, status }) => status !== 'cancelled' && (on.has(id) || left.has(id)),
      ),
      stopsOf: (id) => stopsOf(read, id),
      ...change,
    },
    change,
  )
  const departure = departureOf(read, change)
  const planned = toProblem(read.day, read.settings, changed.drivers, changed.deliveries, departure)
  startLater(planned.problem.vehicles, change.start_later_minutes ?? 0)
  const slower = 1 + (change.slower_traffic_percent ?? 0) / 100
  if (slower !== 1) {
    for (const vehicle of planned.problem.vehicles) vehicle.speed_factor = (vehicle.speed_factor ?? 1) / slower
  }
  return planned
}

function busyUntil({ busy }: PlanToChange, driverId: string): string | null {
  const ends = busy.filter(({ driver_id }) => driver_id === driverId).map(({ ends_at }) => ends_at)
  return ends.toSorted().at(-1) ?? null
}

const stopsOf = ({ routes }: PlanToChange, driverId: string) =>
  routes.filter(({ route }) => route.driver_id === driverId).reduce((sum, { stops }) => sum + stops.length, 0)

/** Nobody leaves before orders are taken no more and vehicles are loaded. */
function departureOf(read: PlanToChange, { cut_off_later_minutes: minutes }: RehearsalChange): Date | undefined {
  if (minutes === undefined) return undefined
  const cutOff = new Date(cutOffOf(read).getTime() + minutes * 60_000)
  return earliestDeparture(cutOff, read.settings.get_ready_minutes)
}

/** What the engine made of a changed day. */
export function asSolved(
  read: PlanToChange,
  planned: DayProblem<DayDelivery, DayDriver>,
  solution: Pick<VroomOutput, 'routes'>,
  change: Change,
): Variant {
  const routes = toRoutes(read.day, read.settings, planned, solution)
  const deliveries = new Map([...planned.deliveries.values()].map((delivery) => [delivery.id, delivery]))
  const driven = new Set(routes.flatMap(({ stops }) => stops.flatMap(({ delivery_id }) => delivery_id ?? [])))
  const unassigned = planned.setAside.length + [...deliveries.keys()].filter((id) => !driven.has(id)).length
  return { ...variantOf(read, deliveries, routes, unassigned), note: noteOf(read, change) }
}

type Row = PlannedRoute & Parameters<typeof totalsOf>[0][number]

function variantOf(
  { day, settings, drivers, inactive }: PlanToChange,
  deliveries: ReadonlyMap<string, DayDelivery>,
  routes: readonly Row[],
  unassigned: number,
) {
  const totals = totalsOf(routes, unassigned)
  return {
    day: rehearsedDay({ day, settings, drivers: new Map([...inactive, ...drivers]), deliveries }, routes),
    plan: {
      routes: totals.routes,
      deliveries: totals.deliveries,
      unassigned,
      driving_seconds: Math.round(totals.driving_seconds),
      distance_km: totals.distance_km,
    },
  }
}

/** What the later cut-off came to, in words. */
function noteOf(read: PlanToChange, { cut_off_later_minutes: minutes, ordersUntilCutOff: orders }: Change) {
  if (minutes === undefined) return null
  const zone = read.settings.time_zone
  const cutOff = cutOffOf(read)
  const from = timeOf(cutOff, zone)
  const to = timeOf(new Date(cutOff.getTime() + minutes * 60_000), zone)
  const more = orders === 1 ? '1 more order' : `${orders} more orders`
  return `${more}, as many as came between ${from} and ${to} on an average day of the last 4 weeks.`
}

/** What drawn days say of a variant. */
export function toVariant(
  { name, change }: Pick<RehearsedVariant, 'name' | 'change'>,
  { day, plan, note }: Variant,
  tally: Tally,
): RehearsedVariant {
  return {
    name,
    change,
    note,
    plan,
    measures: measuresOf(day, tally),
    routes: routeEndsOf(day, tally),
    risky: riskyStopsOf(day, tally),
  }
}

/** A what-if of which nothing could be planned. */
export const withoutPlan = (
  { name, change }: Pick<RehearsedVariant, 'name' | 'change'>,
  note: string,
): RehearsedVariant => ({ name, change, note, plan: null, measures: null, routes: [], risky: [] })

/** From so many observations on, what is usual hardly counts. */
const plenty = 200

/** What days were drawn from, in words. */
export function sourcesOf({ model, commonTraffic, delays, attempts }: Past): RehearsalSource[] {
  const times = (observations: number) => observations.toLocaleString('en-US')
  const basisOf = (observations: number, enough = plenty) =>
    observations === 0 ? 'usual' : observations < enough ? 'mixed' : 'own'
  const drives = model.drive.spread.observations
  const services = model.service.spread.observations
  const sorted = delays.all
  const minutes = (share: number) => Math.round(percentile(sorted, share) / 60)
  const share = (of: number) => `${Math.round(of * 1000) / 10}%`
  const absent = attempts.absentByHour.reduce((sum, each) => sum + each, 0) / attempts.absentByHour.length
  return [
    {
      part: 'drives',
      observations: drives,
      basis: basisOf(drives),
      sentence: `How long drives take compared with the plan, by driver, area and hour: ${times(drives)} drives.`,
    },
    {
      part: 'traffic',
      observations: commonTraffic.hours,
      basis: basisOf(commonTraffic.hours, 100),
      sentence: `Traffic that all drivers have in common: ${share(commonTraffic.share)} of what drives differ by chance, from ${times(commonTraffic.hours)} hours with several drivers on the road.`,
    },
    {
      part: 'service',
      observations: services,
      basis: basisOf(services),
      sentence: `How long stops take compared with the plan: ${times(services)} stops.`,
    },
    {
      part: 'start',
      observations: delays.observations,
      basis: delays.observations < fewestDelays.all ? 'usual' : 'own',
      sentence: `Drivers set out ${minutes(0.1)} to ${minutes(0.9)} minutes after the planned time on 8 of 10 days: ${times(delays.observations)} starts.`,
    },
    {
      part: 'attempts',
      observations: attempts.observations,
      basis: basisOf(attempts.observations),
      sentence: `Nobody is there at ${share(absent)} of the stops, and ${share(attempts.otherwise)} fail otherwise: ${times(attempts.observations)} attempts.`,
    },
  ]
}

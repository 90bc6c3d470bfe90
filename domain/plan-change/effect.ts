import type { PlanEffect } from '../schema/plan-change.ts'
import type { StopKind } from '../schema/plan.ts'
import { isVisit } from '../stop-kinds.ts'

/** A stop with its times, and how late it is. */
export type JudgedStop = {
  kind: StopKind
  delivery_id: string | null
  arrival_at: string
  promised_at: string | null
  /** After its window has ended; 0 in time. */
  late_seconds: number
}

export type JudgedRoute = {
  cost: number | null
  distance_km: number
  driving_seconds: number
  stops: readonly JudgedStop[]
}

/** An arrival this much later than promised keeps the promise no more, unless the workspace says otherwise. */
export const promiseMinutes = 15

type Told = { numberOf: (deliveryId: string) => number; tolerance?: number | null | undefined }

/** What the routes cost, drive and are late after a change, less before. */
export function effectOf(before: readonly JudgedRoute[], after: readonly JudgedRoute[], told: Told): PlanEffect {
  const difference = (pick: (route: JudgedRoute) => number) => sum(after, pick) - sum(before, pick)
  const hasCost = [...before, ...after].some(({ cost }) => cost !== null)
  return {
    cost: hasCost ? Math.round(difference(({ cost }) => cost ?? 0)) : null,
    distance_km: Math.round(difference(({ distance_km }) => distance_km) * 1000) / 1000,
    driving_seconds: Math.round(difference(({ driving_seconds }) => driving_seconds)),
    late_seconds: Math.round(difference(({ stops }) => sum(stops, ({ late_seconds }) => late_seconds))),
    late_stops: difference(({ stops }) => stops.filter(({ late_seconds }) => late_seconds > 0).length),
    promises: brokenPromises(before, after, told),
    recipients: recipientsToTell(before, after, told),
  }
}

/** Whose driver would come at quite another time than they were told, or not at all. */
function recipientsToTell(
  before: readonly JudgedRoute[],
  after: readonly JudgedRoute[],
  told: Told,
): PlanEffect['recipients'] {
  const tolerance = (told.tolerance ?? promiseMinutes) * 60_000
  const broken = new Set(brokenPromises(before, after, told).map(({ delivery_id }) => delivery_id))
  const arrivals = new Map(visitsOf(after).map((stop) => [keyOf(stop), stop.arrival_at]))
  return visitsOf(before).flatMap((stop) => {
    // Nobody was told anything of a plan that was not dispatched.
    if (!stop.promised_at) return []
    const id = stop.delivery_id!
    const will_at = arrivals.get(keyOf(stop)) ?? null
    const hasMoved = will_at === null || Math.abs(Date.parse(will_at) - Date.parse(stop.arrival_at)) > tolerance
    if (!hasMoved && !broken.has(id)) return []
    return [{ delivery_id: id, number: told.numberOf(id), was_at: stop.arrival_at, will_at }]
  })
}

function brokenPromises(
  before: readonly JudgedRoute[],
  after: readonly JudgedRoute[],
  { numberOf, tolerance }: Told,
): PlanEffect['promises'] {
  const isBroken = (promised: string, arrival: string) =>
    Date.parse(arrival) - Date.parse(promised) > (tolerance ?? promiseMinutes) * 60_000
  const arrivals = new Map(visitsOf(after).map((stop) => [keyOf(stop), stop.arrival_at]))
  return visitsOf(before).flatMap((stop) => {
    if (!stop.promised_at) return []
    const arrival_at = arrivals.get(keyOf(stop)) ?? null
    if (arrival_at !== null && !isBroken(stop.promised_at, arrival_at)) return []
    if (arrival_at !== null && isBroken(stop.promised_at, stop.arrival_at) && arrival_at <= stop.arrival_at) return []
    const { promised_at, delivery_id } = stop
    return [{ delivery_id: delivery_id!, number: numberOf(delivery_id!), promised_at, arrival_at }]
  })
}

const visitsOf = (routes: readonly JudgedRoute[]) => routes.flatMap(({ stops }) => stops.filter(isVisit))
const keyOf = ({ kind, delivery_id }: JudgedStop) => `${kind} ${delivery_id}`

function sum<T>(all: readonly T[], pick: (each: T) => number): number {
  return all.reduce((total, each) => total + pick(each), 0)
}

import type { VroomBreak, VroomInput, VroomRoute, VroomStep, VroomVehicle, VroomViolation } from '../../json/vroom.ts'
import type { Allowances } from '../allowances.ts'
import { arcs, type Job, type Place } from '../jobs.ts'
import { missingBefore, type PrecedenceRules } from '../precedence.ts'
import { inFront } from '../stack.ts'
import { metAboard } from '../aboard.ts'
import { placesOf } from '../goods.ts'
import { lessUrgentBefore, namesOf } from '../urgency.ts'
import { isDueAfter, timeRules, type Shares } from '../time.ts'
import { tripsOf } from './stops.ts'

/** What a route is checked against. */
export type RouteContext = {
  problem: VroomInput
  precedence: PrecedenceRules
  vehicle: VroomVehicle
  route: VroomRoute
  /** By type and id. */
  jobs: Map<string, Job>
  allowed: Allowances
  say: (message: string) => void
}

/** A route followed step by step: where the vehicle is, what it carries, and the sums so far. */
export type Walk = RouteContext & ReturnType<typeof startWalk>

/** Places a vehicle at the beginning of its route, loaded for its first trip. */
export function startWalk({ problem, precedence, vehicle, route, jobs, allowed, say }: RouteContext) {
  const start: Place = { index: vehicle.start_index, coordinates: vehicle.start }
  const end: Place = { index: vehicle.end_index, coordinates: vehicle.end }
  const dimensions = vehicle.capacity?.length ?? 0
  const none = () => Array.from({ length: dimensions }, () => 0)
  const trips = tripsOf(route, jobs, dimensions, allowed)
  const lastDone = [...allowed.locks.values()].findLastIndex(({ lock }) => lock === 'done')
  const breaks = new Map((vehicle.breaks ?? []).map((rest) => [rest.id, rest]))
  const mayMissBreaks = allowed.names.length > 0 && route.violations.some(({ cause }) => cause === 'missing_break')
  const missing = { isBreakMissing: false }
  const [shiftFrom, shiftTo] = vehicle.time_window ?? [0, Infinity]
  return {
    between: arcs(problem, vehicle),
    start,
    end,
    shiftFrom,
    shiftTo,
    trips,
    lastDone,
    /** How many done steps are still ahead. */
    doneLeft: lastDone + 1,
    breaks,
    /** Breaks with windows that have not been taken yet. */
    pauses: new Map<number, VroomBreak>([...breaks].filter(([, rest]) => !isDueAfter(rest))),
    mayMissBreaks,
    missing,
    clock: timeRules(vehicle, (message) => {
      missing.isBreakMissing = true
      if (!mayMissBreaks) say(message)
    }),
    here: exists(start) ? start : (undefined as Place | undefined),
    leftAt: undefined as number | undefined,
    seconds: 0,
    meters:
      problem.matrices && !problem.matrices[vehicle.profile ?? 'car']?.distances
        ? undefined
        : (0 as number | undefined),
    /** The cost of driving so far. */
    priced: 0,
    load: [...trips[0].loaded],
    /** What shipments have put on board. */
    aboard: none(),
    delivered: none(),
    collected: none(),
    violations: [] as VroomViolation[],
    shares: { stops: 0, units: 0, waiting: 0, early: 0, late: 0, overtime: 0, compactness: 0 } as Shares,
    /** The longest service at this address so far, if jobs share it. */
    longestService: 0,
    /** When the vehicle left with this trip's goods, and with what it picked up of each shipment. */
    loadedAt: route.steps[0]?.arrival ?? 0,
    pickedUpAt: new Map<number, number>(),
    comesTooEarly: (step: string) => missingBefore(precedence, route, step).length > 0,
    inFront: vehicle.last_in_first_out ? inFront(jobs, placesOf(route, jobs)) : new Map<string, string[]>(),
    lessUrgent: vehicle.urgent_first ? lessUrgentBefore(jobs, namesOf(route, jobs)) : new Map<string, string[]>(),
    met: metAboard(problem, vehicle, jobs, placesOf(route, jobs)),
    rested: 0,
    reloads: 0,
    /** Meters when this trip began. */
    tripFrom: 0,
    sums: { setup: 0, service: 0, waiting: 0, priority: 0, planned: 0 },
  }
}

/** Drives to a place and adds up seconds, meters and cost; returns the seconds. */
export function driveTo(walk: Walk, place: Place): number {
  const arc = walk.between(walk.here ?? place, place, walk.leftAt ?? 0)
  walk.seconds += arc.seconds
  walk.meters = arc.meters === undefined || walk.meters === undefined ? undefined : walk.meters + arc.meters
  walk.priced += arc.cost
  walk.here = place
  return arc.seconds
}

/** Reports a figure that differs from the recomputed one. */
export function same({ say }: RouteContext, what: string, told: unknown, found: unknown): void {
  if (JSON.stringify(told) !== JSON.stringify(found))
    say(`${what} is ${JSON.stringify(told)}, but should be ${JSON.stringify(found)}`)
}

/** Compares a step's duration and distance with the sums so far. */
export function sameWay(walk: Walk, label: string, step: VroomStep): void {
  same(walk, `duration at ${label}`, step.duration, walk.seconds)
  if (step.distance !== undefined || walk.meters !== undefined)
    same(walk, `distance at ${label}`, step.distance, walk.meters)
}

/** Reports a load above the allowed capacity. */
export function checkLoad({ load, allowed, say }: Walk): void {
  load.forEach((amount, d) => {
    if (amount > allowed.capacity[d]) say(`load ${amount} is over capacity ${allowed.capacity[d]}`)
  })
}

/** The violation of a load above the vehicle's own capacity. */
export function overload({ load, vehicle }: Walk): VroomViolation[] {
  return load.some((amount, d) => amount > vehicle.capacity![d]) ? [{ cause: 'load' }] : []
}

/** The violation of a moment after a limit. */
export function lateAt(time: number, limit: number): VroomViolation[] {
  return time > limit ? [{ cause: 'delay', duration: time - limit }] : []
}

/** Whether the vehicle has this start or end. */
export function exists(place: Place): boolean {
  return place.index !== undefined || place.coordinates !== undefined
}

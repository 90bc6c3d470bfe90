import { driveWithBreaks } from './timing/breaks.ts'
import { driveBreaksWithRides, driveWithRides, ridesOn } from './timing/rides.ts'
import { balancePrice, measureRoute } from './balance.ts'
import { secondsFromMiddle } from './compactness.ts'
import { isForgiven, meetingsIn } from '../model/aboard.ts'
import { beginningOf } from '../model/locked-routes.ts'
import { overtimeCost } from '../model/overtime.ts'
import { isMoved } from '../model/previous.ts'
import type { Problem, VehicleType } from '../model/problem.ts'
import { isStacked } from '../model/stack.ts'
import { isUrgentFirst } from '../model/urgency.ts'
import { isScheduled, makeScheduler } from './timing/schedule.ts'
import { earliestFinish } from './timing/quick-timing.ts'
import { earliestDeparture } from './trips/trip-loading.ts'
import { makeSplitter } from './trips/trip-splitter.ts'

/**
 * What a route costs beyond its arcs and the vehicle's use, in search units; Infinity if it cannot be driven. Jobs
 * are numbers in driving order; a shipment may have its pickup only. A cost of `limit` or more may be returned as
 * Infinity.
 */
export type Judge = (vehicle: number, jobs: readonly number[], limit?: number) => number

/**
 * Judges routes as a whole by what the cached checks of `route-state.ts` cannot express: the sum of the terms that a
 * vehicle type needs. A route without jobs costs nothing. Compactness is left out where it is kept in caches.
 */
export function makeJudge(problem: Problem, isCompactnessKept = false): Judge {
  const terms = problem.types.map((type) => {
    if (!type.isJudged) return []
    const own = termsFor(problem, type)
    return problem.offMiddleCost > 0 && !isCompactnessKept ? [compactnessOf(problem), ...own] : own
  })
  return (vehicle, jobs, limit = Infinity) => {
    if (jobs.length === 0) return 0
    let extra = 0
    for (const term of terms[problem.typeOf[vehicle]]) {
      extra += term(vehicle, jobs, limit - extra)
      if (extra === Infinity) return Infinity
    }
    return extra
  }
}

function compactnessOf(problem: Problem): Judge {
  return (vehicle, jobs) => secondsFromMiddle(problem, vehicle, jobs) * problem.offMiddleCost
}

/** The terms of a vehicle type, the cheapest to compute first. */
function termsFor(problem: Problem, type: VehicleType): Judge[] {
  const terms: Judge[] = []
  const { previous, costScale } = problem
  const { balance } = problem.input
  if (previous && previous.costPerMoved > 0) {
    const price = previous.costPerMoved * costScale
    terms.push((vehicle, jobs) => jobs.reduce((sum, job) => sum + (isMoved(previous, job, vehicle) ? price : 0), 0))
  }
  if (type.lastInFirstOut) terms.push((_, jobs) => (isStacked(problem.jobList, type, jobs) ? 0 : Infinity))
  if (type.urgentFirst) terms.push((_, jobs) => (isUrgentFirst(problem, type, jobs) ? 0 : Infinity))
  const aboard = problem.groups?.aboard ?? []
  if (aboard.length > 0 && !type.reload)
    terms.push((vehicle, jobs) => {
      const met = meetingsIn(problem.jobList, aboard, vehicle, jobs)
      return met.every((each) => isForgiven(each, type.metAboard)) ? 0 : Infinity
    })
  const mayBeScheduled = type.hasTiming || problem.hasSoftWindows
  const hasRides = problem.hasRides && !type.reload
  if (type.hasBreaks || mayBeScheduled || balance || hasRides || type.overtime) {
    const schedule = makeScheduler(problem)
    terms.push((vehicle, jobs, limit) => {
      const scheduled =
        mayBeScheduled && isScheduled(problem, type, jobs) ? (schedule(vehicle, jobs, limit) ?? null) : undefined
      if (scheduled === null) return Infinity
      if (!scheduled && !type.reload && !canBeDriven(problem, vehicle, jobs)) return Infinity
      const extra = scheduled?.extra ?? plainOvertime(problem, vehicle, jobs)
      if (!balance) return extra
      return extra + balancePrice(balance, measureRoute(problem, balance.of, vehicle, jobs, scheduled)) * costScale
    })
  }
  if (type.reload || problem.hasReleases) {
    const split = makeSplitter(problem)
    terms.push((vehicle, jobs, limit) => {
      // A vehicle that has left has everything it brings on board.
      if (beginningOf(problem, vehicle)) return 0
      return split(vehicle, jobs, limit)?.extra ?? Infinity
    })
  }
  return terms
}

/** Whether breaks and what depends on the time are all that the routes of a type are judged by. */
export function isJudgedByTime(problem: Problem, type: VehicleType): boolean {
  return (
    type.isJudged &&
    !problem.previous?.costPerMoved &&
    !type.lastInFirstOut &&
    !type.urgentFirst &&
    !problem.groups?.aboard?.length &&
    !problem.input.balance &&
    !problem.hasRides &&
    !problem.hasReleases &&
    !type.reload
  )
}

/** What overtime costs on a route that is not scheduled; Infinity if that misses a window. */
function plainOvertime(problem: Problem, vehicle: number, jobs: readonly number[]): number {
  const { overtime } = problem.types[problem.typeOf[vehicle]]
  return overtime ? overtimeCost(overtime, earliestFinish(problem, vehicle, jobs)) : 0
}

/** Whether a route that is not scheduled keeps its breaks and its rides. */
function canBeDriven(problem: Problem, vehicle: number, jobs: readonly number[]): boolean {
  const { hasBreaks } = problem.types[problem.typeOf[vehicle]]
  const rides = ridesOn(problem, vehicle, jobs)
  if (rides.length === 0)
    return !hasBreaks || Boolean(driveWithBreaks(problem, vehicle, jobs, earliestDeparture(problem, vehicle, jobs)))
  return Boolean((hasBreaks ? driveBreaksWithRides : driveWithRides)(problem, vehicle, jobs, rides))
}

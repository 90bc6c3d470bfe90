import { driveWithBreaks } from './breaks.ts'
import type { Problem, VehicleType } from './problem.ts'
import { isScheduled, makeScheduler } from './schedule.ts'
import { earliestDeparture, splitIntoTrips } from './trips.ts'

/**
 * What a route costs beyond its arcs and the vehicle's use, in search units; Infinity where it cannot be driven. Jobs
 * are numbers in driving order, and of a shipment there may be its pickup alone.
 */
export type Judge = (vehicle: number, jobs: readonly number[]) => number

/**
 * Judges routes as a whole by what the cached checks of route-state.ts know nothing of: the sum of the terms that a
 * vehicle's type needs. A route without jobs costs nothing.
 */
export function makeJudge(problem: Problem): Judge {
  const terms = problem.types.map((type) => (type.isJudged ? termsFor(problem, type) : []))
  return (vehicle, jobs) => {
    if (jobs.length === 0) return 0
    let extra = 0
    for (const term of terms[problem.typeOf[vehicle]!]!) {
      extra += term(vehicle, jobs)
      if (extra === Infinity) return Infinity
    }
    return extra
  }
}

/** What applies to a type of vehicle, the cheapest to work out first. */
function termsFor(problem: Problem, type: VehicleType): Judge[] {
  const terms: Judge[] = []
  if (type.hasBreaks || type.hasTiming || problem.hasSoftWindows) {
    const schedule = makeScheduler(problem)
    terms.push((vehicle, jobs) => {
      if (isScheduled(problem, type, jobs)) return schedule(vehicle, jobs)?.extra ?? Infinity
      if (!type.hasBreaks) return 0
      return driveWithBreaks(problem, vehicle, jobs, earliestDeparture(problem, vehicle, jobs)) ? 0 : Infinity
    })
  }
  if (type.reload || problem.hasReleases)
    terms.push((vehicle, jobs) => splitIntoTrips(problem, vehicle, jobs)?.extra ?? Infinity)
  return terms
}

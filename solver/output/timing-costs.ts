import type { Problem } from '../model/problem.ts'
import type { Timetable } from '../route/timing/timetable.ts'
import type { VroomStep, VroomTimingCosts } from '../json/vroom.ts'

/** A route with its timetable. */
export type Times = {
  vehicle: number
  jobs: number[]
  times: Timetable
}

/** The seconds by which work begins too early or too late, if that costs anything. */
export function earlyOrLate(problem: Problem, job: number, begin: number): Pick<VroomStep, 'earliness' | 'lateness'> {
  const { softFrom, softTo, earlyCost, lateCost, locks } = problem
  // Done steps can be neither.
  if (locks?.isDone[job]) return {}
  if (earlyCost[job] > 0 && begin < softFrom[job]) return { earliness: softFrom[job] - begin }
  if (lateCost[job] > 0 && begin > softTo[job]) return { lateness: begin - softTo[job] }
  return {}
}

/**
 * What waiting, earliness and lateness cost on these routes, in VROOM's units; empty if the problem has no such
 * price.
 */
export function timingCosts(problem: Problem, routes: Times[]): VroomTimingCosts {
  const { types, typeOf, earlyCost, lateCost, costScale } = problem
  let [waiting, early, late] = [0, 0, 0]
  for (const { vehicle, jobs, times } of routes) {
    const { waitingCost } = types[typeOf[vehicle]]
    for (const seconds of times.waitings) waiting += seconds * waitingCost
    for (const pause of times.pauses) waiting += pause.waiting * waitingCost
    jobs.forEach((job, i) => {
      const { earliness = 0, lateness = 0 } = earlyOrLate(problem, job, times.arrivals[i] + times.waitings[i])
      early += earliness * earlyCost[job]
      late += lateness * lateCost[job]
    })
  }
  return {
    ...(types.some(({ waitingCost }) => waitingCost > 0) && { waiting_cost: Math.round(waiting / costScale) }),
    ...(problem.hasSoftWindows &&
      earlyCost.some((cost) => cost > 0) && { earliness_cost: Math.round(early / costScale) }),
    ...(problem.hasSoftWindows && lateCost.some((cost) => cost > 0) && { lateness_cost: Math.round(late / costScale) }),
  }
}

import { secondsFromMiddle } from '../route/compactness.ts'
import { overtimeCost } from '../model/overtime.ts'
import type { Problem } from '../model/problem.ts'
import type { Timetable } from '../route/timing/timetable.ts'
import type { VroomCostShares, VroomStep } from '../json/vroom.ts'

/** A route with what its cost depends on besides driving. */
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
 * What stops, handing over, waiting, earliness, lateness, overtime and jobs away from the middle cost on these routes, in VROOM's
 * units; without those for which the problem has no price.
 */
export function costShares(problem: Problem, routes: Times[], round = Math.round): VroomCostShares {
  const { types, typeOf, earlyCost, lateCost, offMiddleCost, costScale } = problem
  let [waiting, early, late, over, offMiddle] = [0, 0, 0, 0, 0]
  for (const { vehicle, jobs, times } of routes) {
    const { waitingCost, overtime } = types[typeOf[vehicle]]
    over += overtimeCost(overtime, times.finish)
    if (offMiddleCost > 0) offMiddle += secondsFromMiddle(problem, vehicle, jobs) * offMiddleCost
    for (const seconds of times.waitings) waiting += seconds * waitingCost
    for (const pause of times.pauses) waiting += pause.waiting * waitingCost
    jobs.forEach((job, i) => {
      const { earliness = 0, lateness = 0 } = earlyOrLate(problem, job, times.arrivals[i] + times.waitings[i])
      early += earliness * earlyCost[job]
      late += lateness * lateCost[job]
    })
  }
  return {
    ...jobShares(problem, routes, round),
    ...(types.some(({ waitingCost }) => waitingCost > 0) && { waiting_cost: round(waiting / costScale) }),
    ...(problem.hasSoftWindows && earlyCost.some((cost) => cost > 0) && { earliness_cost: round(early / costScale) }),
    ...(problem.hasSoftWindows && lateCost.some((cost) => cost > 0) && { lateness_cost: round(late / costScale) }),
    ...(types.some(({ overtime }) => overtime) && { overtime_cost: round(over / costScale) }),
    ...(offMiddleCost > 0 && { compactness_cost: round(offMiddle / costScale) }),
  }
}

/** A route whose jobs are served in order, with the visits to depots in between. */
type Served = { vehicle: number; jobs: readonly number[]; times?: Pick<Timetable, 'reloads'> }

/** What these routes pay for visits to addresses and for what is handed over there. */
export function jobShares(
  problem: Problem,
  routes: readonly Served[],
  round = Math.round,
): Pick<VroomCostShares, 'stop_cost' | 'unit_cost'> {
  const { types, typeOf, costScale, travel } = problem
  let [stops, units] = [0, 0]
  for (const { vehicle, jobs, times } of routes) {
    const { start, stopCost, unitCosts } = types[typeOf[vehicle]]
    const depots = new Map(times?.reloads.map(({ trip }) => [trip.from, trip.depot]))
    jobs.forEach((job, i) => {
      const before = depots.get(i) ?? (i === 0 ? start : jobs[i - 1])
      if (travel.address[before] !== travel.address[job]) stops += stopCost
      units += unitCosts?.[job] ?? 0
    })
  }
  return {
    ...(types.some(({ stopCost }) => stopCost > 0) && { stop_cost: round(stops / costScale) }),
    ...(types.some(({ unitCosts }) => unitCosts) && { unit_cost: round(units / costScale) }),
  }
}

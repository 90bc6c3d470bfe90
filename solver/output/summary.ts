import { countsElsewhere } from '../model/choices.ts'
import type { Problem } from '../model/problem.ts'
import { summed } from './violations.ts'
import type { VroomCostShares, VroomRoute, VroomSummary } from '../json/vroom.ts'

/** What the summary needs beyond the routes. */
type Whole = {
  /** In search units. */
  scaledCost: number
  shares: VroomCostShares
  moved?: number
  computing: { loading: number; solving: number }
}

/** Adds up the routes of a plan and the jobs that are left out. Of several jobs of which one is enough, one prize counts. */
export function summaryOf(
  problem: Pick<Problem, 'jobList' | 'costScale' | 'dimensions' | 'hasPrizes'> & { groups?: Problem['groups'] },
  routes: readonly VroomRoute[],
  planned: Uint8Array,
  { scaledCost, shares, moved, computing }: Whole,
): VroomSummary {
  const sum = (pick: (route: VroomRoute) => number) => routes.reduce((total, route) => total + pick(route), 0)
  const left = problem.jobList.filter((_, j) => planned[j] === 0)
  const missed = problem.jobList.reduce((total, { prize = 0 }, j) => {
    const counts = planned[j] === 0 && !countsElsewhere(problem.groups?.choices, j)
    return counts ? total + prize : total
  }, 0)
  return {
    cost: Math.round(scaledCost / problem.costScale),
    routes: routes.length,
    unassigned: left.length,
    setup: sum((route) => route.setup),
    service: sum((route) => route.service),
    duration: sum((route) => route.duration),
    waiting_time: sum((route) => route.waiting_time),
    ...shares,
    priority: sum((route) => route.priority),
    ...(problem.hasPrizes && { missed_prizes: missed }),
    ...(moved !== undefined && { moved }),
    ...(routes.some((route) => route.distance === undefined) ? {} : { distance: sum((route) => route.distance!) }),
    delivery: sumAmounts(
      problem,
      routes.map((route) => route.delivery),
    ),
    pickup: sumAmounts(
      problem,
      routes.map((route) => route.pickup),
    ),
    violations: summed(routes.flatMap((route) => route.violations)),
    computing_times: computing,
  }
}

/** Sums by quantity. */
export function sumAmounts(problem: Pick<Problem, 'dimensions'>, amounts: number[][]): number[] {
  const sums = Array.from({ length: problem.dimensions }, () => 0)
  for (const amount of amounts) amount.forEach((value, d) => (sums[d] += value))
  return sums
}

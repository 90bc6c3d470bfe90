import type { Journal } from '../route/journal.ts'
import type { Recreate } from '../search/ruin-recreate/recreate.ts'
import type { RouteState } from '../route/route-state.ts'
import type { Solution } from '../route/solution.ts'

/** This many rounds are enough to settle a route. */
const mostRounds = 3

/** Small changes around a new order, undone unless they improve the plan. */
export function makeRepair(solution: Solution, state: RouteState, journal: Journal, recreate: Recreate) {
  const { problem, routeOf, used } = solution
  const { pair, locks, groups, jobList } = problem

  return { makeRoom, settle }

  /** Makes room for an order that fits nowhere by moving another job: the cheapest such exchange. */
  function makeRoom(order: number) {
    // Jobs in a group that stays together cannot move alone.
    if (groups && groups.bundleOf[order] >= 0) return
    let best = -1
    let bestCost = Infinity
    const penalty = solution.penalty
    for (const vehicle of used.items.slice(0, used.length)) {
      for (const job of solution.jobsOf(vehicle)) {
        if (!isFree(job)) continue
        if (exchange(job, order) && solution.penalty < penalty && solution.cost < bestCost) {
          best = job
          bestCost = solution.cost
        }
        journal.rollback()
      }
    }
    if (best >= 0) exchange(best, order)
  }

  /** Removes a job, inserts the order, then reinserts the job; returns whether both fit. */
  function exchange(job: number, order: number): boolean {
    const vehicle = routeOf[job]
    journal.begin()
    if (!takeOut(job)) return false
    recreate.onlyOn(order, vehicle)
    if (routeOf[order] < 0) return false
    recreate.only(job)
    return routeOf[job] >= 0
  }

  /** Moves each job of a route to its cheapest position until nothing improves. */
  function settle(vehicle: number) {
    for (let round = 0, isBetter = true; isBetter && round < mostRounds; round++) {
      isBetter = false
      for (const job of solution.jobsOf(vehicle)) {
        if (!isFree(job)) continue
        const { cost, penalty } = solution
        journal.begin()
        if (takeOut(job)) recreate.only(job)
        if (solution.penalty > penalty || solution.cost >= cost || routeOf[job] < 0) journal.rollback()
        else isBetter = true
      }
    }
  }

  /** Whether a job may move on its own; the pickup of a shipment stands for both ends. */
  function isFree(job: number): boolean {
    return !locks?.isLocked[job] && jobList[job].type !== 'delivery' && (groups?.bundleOf[job] ?? -1) < 0
  }

  function takeOut(job: number): boolean {
    const vehicle = routeOf[job]
    journal.remove(job)
    if (pair[job] >= 0) journal.remove(pair[job])
    return state.refresh(vehicle)
  }
}

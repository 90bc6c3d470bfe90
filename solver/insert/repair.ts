import type { Journal } from '../route/journal.ts'
import type { Recreate } from '../search/ruin-recreate/recreate.ts'
import type { RouteState } from '../route/route-state.ts'
import type { Solution } from '../route/solution.ts'

/** So many rounds over a route are enough to settle it. */
const mostRounds = 3

/** Small changes around one new order, each undone unless the plan is better for it. */
export function makeRepair(solution: Solution, state: RouteState, journal: Journal, recreate: Recreate) {
  const { problem, routeOf, used } = solution
  const { pair, locks, groups, jobList } = problem

  return { makeRoom, settle }

  /** Finds a place for an order that has none, by giving another job a new place: the cheapest such exchange. */
  function makeRoom(order: number) {
    // What goes together with others is not to be placed alone.
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

  /** Takes a job out, places the order, and then the job again; whether both have a place. */
  function exchange(job: number, order: number): boolean {
    const vehicle = routeOf[job]
    journal.begin()
    if (!takeOut(job)) return false
    recreate.onlyOn(order, vehicle)
    if (routeOf[order] < 0) return false
    recreate.only(job)
    return routeOf[job] >= 0
  }

  /** Gives each job of a route the place that is cheapest now, until nothing is gained. */
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

  /** Whether a job may be moved by itself: the pickup of a shipment speaks for both ends. */
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

import type { Problem } from './problem.ts'

/** The last node of a route's fixed head; the start if nothing is fixed. */
export function anchorOf({ locks, jobCount }: Problem, vehicle: number): number {
  const route = locks?.routes[vehicle]
  return route && route.head > 0 ? route.jobs[route.head - 1] : jobCount + 2 * vehicle
}

/** Where and when the open part of a route begins, and when the vehicle left. */
export type Beginning = {
  /** How many jobs are done. */
  done: number
  node: number
  leavesAt: number
  awaySince: number
}

/** Where the open part of a vehicle's route begins; nothing if no step is done. */
export function beginningOf({ locks, types, typeOf }: Problem, vehicle: number): Beginning | undefined {
  const route = locks?.routes[vehicle]
  if (!route || route.done === 0) return undefined
  const { history, jobs, done } = route
  const leavesAt = Math.max(types[typeOf[vehicle]].shiftFrom, history.left[done - 1])
  return { done, node: jobs[done - 1], leavesAt, awaySince: history.departure }
}

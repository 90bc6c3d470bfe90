import type { Problem } from './problem.ts'

/** The last node of a route that has its place for good: its start where nothing has. */
export function anchorOf({ locks, jobCount }: Problem, vehicle: number): number {
  const route = locks?.routes[vehicle]
  return route && route.head > 0 ? route.jobs[route.head - 1] : jobCount + 2 * vehicle
}

/** Where and when the part of a route begins that is not done, and since when the vehicle is away. */
export type Beginning = {
  /** How many jobs are done. */
  done: number
  node: number
  leavesAt: number
  awaySince: number
}

/** The beginning of what is left to plan of a vehicle's route; nothing where nothing is done. */
export function beginningOf({ locks, types, typeOf }: Problem, vehicle: number): Beginning | undefined {
  const route = locks?.routes[vehicle]
  if (!route || route.done === 0) return undefined
  const { history, jobs, done } = route
  const leavesAt = Math.max(types[typeOf[vehicle]].shiftFrom, history.left[done - 1])
  return { done, node: jobs[done - 1], leavesAt, awaySince: history.departure }
}

import type { SearchParts } from './assemble.ts'
import { insertGiven, insertLocked } from './given.ts'
import { handOver } from './savings/hand-over.ts'
import { mergeRoutes } from './savings/savings.ts'
import type { PlannedRoute } from '../json/options.ts'
import { Snapshot } from '../route/snapshot.ts'

/** Makes the first plan: what is given and still fits, then every other job where it costs least. */
export function construct(parts: SearchParts, given: readonly PlannedRoute[], isOver: () => boolean): Snapshot {
  const { solution, state, recreate } = parts
  clearRoutes(parts)
  insertGiven(given, solution, state)
  recreate.first(isOver)
  return new Snapshot(solution)
}

/**
 * Makes the first plan of a large problem from the routes of savings, and inserts what these leave out.
 */
export function constructBySavings(parts: SearchParts, isOver: () => boolean): Snapshot {
  const { solution, state, recreate, neighbors } = parts
  clearRoutes(parts)
  handOver(mergeRoutes(solution.problem, neighbors, isOver), solution, state)
  recreate.first(isOver)
  return new Snapshot(solution)
}

/**
 * Replaces the first plan as the start of annealing by one with far more routes, because routes are easier to close than
 * to open. The first plan stays if the new one leaves out more.
 */
export function scatter(parts: SearchParts, first: Snapshot): void {
  const { solution, state, recreate, isOver } = parts
  clearRoutes(parts)
  recreate.first(isOver, true)
  if (solution.penalty > first.penalty) first.restore(solution, state)
}

/** Leaves only locked jobs on the routes. */
export function clearRoutes({ solution, state, journal }: SearchParts): void {
  solution.clear()
  for (let v = 0; v < solution.problem.vehicleCount; v++) state.refresh(v)
  insertLocked(solution, state)
  journal.begin()
}

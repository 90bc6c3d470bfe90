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
 * Replaces the first plan by one from the routes of savings, with what these leave out inserted where it costs least. Returns
 * whether that is better; otherwise the first plan stays.
 */
export function takeSavings(parts: SearchParts, first: Snapshot): boolean {
  const { solution, state, recreate, neighbors, journal, isOver } = parts
  clearRoutes(parts)
  handOver(mergeRoutes(solution.problem, neighbors, isOver), solution, state)
  journal.begin()
  recreate.first(isOver)
  const isBetter = first.isWorseThan(solution)
  if (isBetter) first.take(solution)
  else first.restore(solution, state)
  journal.begin()
  return isBetter
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

import type { Problem } from './problem.ts'

/** The cost of one route in search units, from its arcs. */
export function routeCost(problem: Problem, vehicle: number, jobs: readonly number[]): number {
  const type = problem.types[problem.typeOf[vehicle]]
  let cost = type.fixedCost
  let from = type.start
  for (const to of [...jobs, type.end]) {
    cost += type.costs[from * problem.pointCount + to]
    from = to
  }
  return cost
}

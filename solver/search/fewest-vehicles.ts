import type { Problem } from '../model/problem.ts'

/** How many vehicles all jobs take at the least, as far as loads, numbers of jobs and locks say. */
export function fewestVehicles({ types, jobCount, dimensions, delivery, pickup, pair, locks }: Problem): number {
  let fewest = locks ? locks.routes.filter((route) => route !== undefined).length : 1
  const needs = (amount: number, most: number) => {
    if (amount > 0) fewest = Math.max(fewest, Math.ceil(amount / most))
  }
  needs(jobCount, Math.max(...types.map(({ maxTasks }) => maxTasks)))
  for (let d = 0; d < dimensions; d++) {
    const capacity = Math.max(...types.map((type) => (type.reload ? Infinity : type.capacity[d])))
    for (const amounts of [delivery, pickup]) {
      let sum = 0
      // Shipments come on board and leave on the way.
      for (let job = 0; job < jobCount; job++) if (pair[job] < 0) sum += amounts[job * dimensions + d]
      needs(sum, capacity)
    }
  }
  return fewest
}

import { type Neighbors, wayCosts } from '../../model/neighbors.ts'
import type { Problem } from '../../model/problem.ts'

/** Ways by near jobs may save this share of the direct ways, as rounded distances do. */
const mostSaved = 0.01

/**
 * Whether a plan that costs too much while jobs are still out will cost too much with them: insertions make it no cheaper. That
 * takes a plan without prizes and without costs of the route as a whole, and ways that keep the triangle inequality, by and large.
 */
export function insertionsCost(problem: Problem, { width, list }: Neighbors): boolean {
  if (problem.hasPrizes || problem.isJudged) return false
  if (width < 2) return true
  const wayCost = wayCosts(problem)
  let direct = 0
  let saved = 0
  for (let job = 0; job < problem.jobCount; job++) {
    const from = list[job * width]
    const to = list[job * width + 1]
    const way = wayCost(from, to)
    direct += way
    saved += Math.max(0, way - wayCost(from, job) - wayCost(job, to))
  }
  return saved <= mostSaved * direct
}

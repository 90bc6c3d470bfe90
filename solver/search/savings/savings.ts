import { familiesOf } from './family.ts'
import { handles } from '../../model/constraints.ts'
import { alone, flipped, merged, type MergedRoute } from './merged-route.ts'
import type { Neighbors } from '../../model/neighbors.ts'
import type { Problem } from '../../model/problem.ts'

/** From this many jobs on, annealing does not get far enough from a greedy plan. */
const fewestJobs = 5000
/** Savings know how many vehicles there are only in the end: a fleet of many types with few vehicles each is not for them. */
const mostTypes = 16
/** How many pairs are joined between two looks at the clock. */
const pairsPerLook = 1024

/** Whether a first plan by savings is worth its time. */
export function savingsPay(problem: Problem): boolean {
  return problem.jobCount >= fewestJobs && savingsStart(problem)
}

/** Whether a plan may start from savings: they take all constraints into account that a finished route is not checked for. */
export function savingsStart(problem: Problem): boolean {
  return problem.types.length <= mostTypes && handles('a start from savings', problem)
}

/** Whether savings take all constraints into account. */
export function savingsKnow(problem: Problem): boolean {
  return problem.types.length <= mostTypes && handles('savings', problem)
}

/**
 * The savings of Clarke and Wright (1964), "Scheduling of vehicles from a central depot to a number of delivery points": each
 * job has a route of its own, and the two ends that save most when one follows the other are joined, as long as some vehicle
 * can drive the whole. Only near jobs follow each other. Routes are turned around where windows allow it.
 */
export function mergeRoutes(problem: Problem, neighbors: Neighbors, isOver: () => boolean): MergedRoute[] {
  const { jobCount } = problem
  const families = familiesOf(problem)
  const routes: (MergedRoute | undefined)[] = []
  for (let job = 0; job < jobCount; job++) {
    let best: MergedRoute | undefined
    for (const family of families) {
      const route = alone(problem, family, job)
      if (route && (!best || route.price < best.price)) best = route
    }
    routes.push(best)
  }
  const { from, to, order } = sortedPairs(problem, neighbors, routes, isOver)
  /** The number of each job's route. */
  const home = Int32Array.from({ length: jobCount }, (_, job) => job)
  for (let i = 0; i < order.length; i++) {
    if (i % pairsPerLook === pairsPerLook - 1 && isOver()) break
    const a = home[from[order[i]]]
    const b = home[to[order[i]]]
    if (a === b) continue
    const first = endingWith(routes[a]!, from[order[i]])
    const second = first && startingWith(routes[b]!, to[order[i]])
    const both = second && merged(problem, first, second)
    if (!both || both.price >= first.price + second.price) continue
    routes[a] = both
    routes[b] = undefined
    for (const job of second.jobs) home[job] = a
  }
  return routes.filter((route) => route !== undefined)
}

/** Pairs of near jobs, each still alone on its route; those that save most come first. */
function sortedPairs(
  problem: Problem,
  { width, list }: Neighbors,
  routes: readonly (MergedRoute | undefined)[],
  isOver: () => boolean,
) {
  const { jobCount } = problem
  const from = new Int32Array(jobCount * width)
  const to = new Int32Array(jobCount * width)
  const saved = new Float64Array(jobCount * width)
  let count = 0
  for (let a = 0; a < jobCount && !isOver(); a++) {
    const first = routes[a]
    if (!first) continue
    for (let k = 0; k < width; k++) {
      const b = list[a * width + k]
      const second = routes[b]
      if (!second || (b < a && isNear(b, a))) continue
      const both = merged(problem, first, second)
      if (!both) continue
      const gain = first.price + second.price - both.price
      if (gain <= 0) continue
      from[count] = a
      to[count] = b
      saved[count++] = gain
    }
  }
  const order = Int32Array.from({ length: count }, (_, i) => i).sort((a, b) => saved[b] - saved[a] || a - b)
  return { from, to, order }

  function isNear(a: number, b: number) {
    for (let k = 0; k < width; k++) if (list[a * width + k] === b) return true
    return false
  }
}

/** The route turned so that it ends with a job; undefined if the job is in its middle. */
function endingWith(route: MergedRoute, job: number): MergedRoute | undefined {
  if (route.jobs.at(-1) === job) return route
  return route.jobs[0] === job ? flipped(route) : undefined
}

function startingWith(route: MergedRoute, job: number): MergedRoute | undefined {
  if (route.jobs[0] === job) return route
  return route.jobs.at(-1) === job ? flipped(route) : undefined
}

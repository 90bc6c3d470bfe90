import { PlaceTree } from './place-tree.ts'
import type { Problem } from './problem.ts'

/** The nearest other jobs of each job, nearest first: `list[job * width .. job * width + width - 1]`. */
export type Neighbors = {
  width: number
  list: Int32Array
}

/** What unavoidable waiting and lateness between two jobs weigh, compared with driving. */
const waitingWeight = 0.2
const latenessWeight = 1
/** How many nearest jobs measure the density. */
const fewCandidates = 3

/**
 * Finds the jobs that are close in cost and time (Vidal et al., 2013); the cheaper direction counts, and then the lower number. With
 * coordinates, only those are looked at that are near enough to cost less than what was found.
 */
export function findNeighbors(problem: Problem, atMost: number): Neighbors {
  const { jobCount, pointCount, types, earliest, latest, hasWindows } = problem
  const width = Math.max(0, Math.min(atMost, jobCount - 1))
  const list = new Int32Array(jobCount * width)
  if (width === 0) return { width, list }
  const { durations, service } = types[0]
  const wayCost = wayCosts(problem)
  const scale = costPerSecond(problem)
  const keys = new Float64Array(width)

  const oneWay = (a: number, b: number) => {
    const cost = wayCost(a, b)
    if (!hasWindows) return cost
    const travel = service[a] + durations[a * pointCount + b]
    const waiting = earliest[b] - travel - latest[a]
    const lateness = earliest[a] + travel - latest[b]
    const seconds = (waiting > 0 ? waiting * waitingWeight : 0) + (lateness > 0 ? lateness * latenessWeight : 0)
    return cost + seconds * scale
  }

  let a = 0
  let count = 0
  const consider = (b: number) => {
    if (b === a) return
    const there = oneWay(a, b)
    const back = oneWay(b, a)
    const key = there < back ? there : back
    const offset = a * width
    const isBehind = (k: number) => keys[k] > key || (keys[k] === key && list[offset + k] > b)
    if (count === width && !isBehind(width - 1)) return
    let slot = count < width ? count++ : width - 1
    for (; slot > 0 && isBehind(slot - 1); slot--) {
      keys[slot] = keys[slot - 1]
      list[offset + slot] = list[offset + slot - 1]
    }
    keys[slot] = key
    list[offset + slot] = b
  }
  const { leastCost } = types[0]
  const points = problem.travel.sphere?.points
  const tree = points && leastCost && new PlaceTree(points.slice(0, jobCount) as number[][])
  for (; a < jobCount; a++) {
    count = 0
    if (tree) tree.visit(a, (line) => count < width || leastCost(line) <= keys[width - 1], consider)
    else for (let b = 0; b < jobCount; b++) consider(b)
  }
  return { width, list }
}

/** The cost of an arc for the first type, without what it pays for the stop and for what is handed over there. */
export function wayCosts({ types, pointCount, travel: { address } }: Problem): (a: number, b: number) => number {
  const { costs, stopCost, unitCosts } = types[0]
  if (stopCost === 0 && !unitCosts) return (a, b) => costs[a * pointCount + b]
  return (a, b) => costs[a * pointCount + b] - (unitCosts?.[b] ?? 0) - (address[a] === address[b] ? 0 : stopCost)
}

/** The average cost from a job to its few nearest jobs: the density, regardless of the distance to the depot. */
export function spacing(problem: Problem, { width, list }: Neighbors): number {
  const { jobCount } = problem
  const wayCost = wayCosts(problem)
  const few = Math.min(fewCandidates, width)
  let sum = 0
  for (let job = 0; job < jobCount; job++) {
    for (let k = 0; k < few; k++) sum += wayCost(job, list[job * width + k])
  }
  return few === 0 ? 0 : sum / (jobCount * few)
}

/** Search cost per second of driving, estimated from a few arcs, to weigh time against cost. */
export function costPerSecond(problem: Problem): number {
  const { jobCount, pointCount, types } = problem
  const { durations } = types[0]
  const wayCost = wayCosts(problem)
  let cost = 0
  let seconds = 0
  // Jobs with near numbers are near each other, or even at one place.
  const step = Math.ceil(jobCount / 100)
  for (let j = step; j < jobCount; j += step) {
    cost += wayCost(j - step, j)
    seconds += durations[(j - step) * pointCount + j]
  }
  return seconds > 0 ? cost / seconds : 1
}

import { wayCosts } from '../../model/neighbors.ts'
import type { Problem } from '../../model/problem.ts'
import type { Random } from '../../math/random.ts'

/** Outweighs every key of an order. */
const dominant = 1e13
/** Longer queues are sorted by the runtime, shorter ones by insertion. */
const longQueue = 60

type Order = {
  weight: number
  /** Smallest first; none for a random order. */
  key?: Float64Array
}

/**
 * Makes a function that sorts the first `count` jobs into a random order of insertion (SISR draws one of several). Jobs
 * of higher `urgency` come first, if given.
 */
export function makeSort(problem: Problem, random: Random) {
  const { jobCount, priority, hasPriority } = problem
  const orders = makeOrders(problem)
  const totalWeight = orders.reduce((sum, order) => sum + order.weight, 0)
  const rank = new Float64Array(jobCount)

  return (jobs: Int32Array, count: number, urgency?: Float64Array): void => {
    const { key } = drawOrder()
    // If the most urgent always came first, several lesser jobs could never outweigh it.
    const byPriority = hasPriority && random.below(2) === 0
    for (let i = 0; i < count; i++) {
      const job = jobs[i]
      const own = key ? key[job] : random.bits()
      rank[job] = byPriority ? own - priority[job] * dominant : own
      if (urgency) rank[job] -= urgency[job] * dominant
    }
    if (count > longQueue) {
      jobs.subarray(0, count).sort((a, b) => rank[a] - rank[b] || a - b)
      return
    }
    for (let i = 1; i < count; i++) {
      const job = jobs[i]
      const own = rank[job]
      let slot = i
      for (; slot > 0 && rank[jobs[slot - 1]] > own; slot--) jobs[slot] = jobs[slot - 1]
      jobs[slot] = job
    }
  }

  function drawOrder(): Order {
    let ticket = random.below(totalWeight)
    let order = orders[0]
    for (const candidate of orders) {
      order = candidate
      ticket -= candidate.weight
      if (ticket < 0) break
    }
    return order
  }
}

/**
 * The orders of SISR with its weights (Christiaens and Vanden Berghe 2020): random, farthest, closest, largest demand; with
 * windows also shortest window, earliest, latest.
 */
function makeOrders(problem: Problem): Order[] {
  const { jobCount, dimensions, delivery, pickup, types } = problem
  const { capacity } = types[0]
  const far = distancesToDepot(problem)
  const by = (key: (job: number) => number) => Float64Array.from({ length: jobCount }, (_, job) => key(job))
  const demand = by((job) => {
    let share = 0
    for (let d = 0; d < dimensions; d++)
      share += (delivery[job * dimensions + d] + pickup[job * dimensions + d]) / (capacity[d] || 1)
    return -share
  })
  const orders: Order[] = [{ weight: 4 }, { weight: 2, key: far.map((cost) => -cost) }, { weight: 1, key: far }]
  if (dimensions > 0) orders.push({ weight: 4, key: demand })
  if (problem.hasWindows) {
    const { earliest, latest } = problem
    const bounded = (seconds: number) => Math.min(seconds, 1e12)
    orders.push({ weight: 2, key: by((job) => bounded(latest[job] - earliest[job])) })
    orders.push({ weight: 2, key: earliest })
    orders.push({ weight: 2, key: by((job) => -bounded(latest[job])) })
  }
  return orders
}

/** Search cost from where the first vehicle starts, or else ends, to each job. */
export function distancesToDepot(problem: Problem): Float64Array {
  const { jobCount, types, pointCount } = problem
  const { start, end } = types[0]
  const wayCost = wayCosts(problem)
  const from = start < pointCount - 1 ? start : end
  return Float64Array.from({ length: jobCount }, (_, job) => wayCost(from, job))
}

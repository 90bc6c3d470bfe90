import type { PenalizedRoutes } from './routes/penalized-routes.ts'

/** The three cheapest places of each job in one route, given by the node before, and after which move they were found. */
export type Places = {
  foundAt: Int32Array
  behind: Int32Array
  cost: Float64Array
}

/** Remembers where each job would go in each route: three places, since the job that makes room takes two with it. */
export class CheapestPlaces {
  private readonly routes: PenalizedRoutes
  private readonly byRoute: (Places | undefined)[] = []

  constructor(routes: PenalizedRoutes) {
    this.routes = routes
  }

  forget(): void {
    for (const places of this.byRoute) places?.foundAt.fill(-1)
  }

  of(v: number): Places {
    const { jobCount } = this.routes.problem
    return (this.byRoute[v] ??= {
      foundAt: new Int32Array(jobCount).fill(-1),
      behind: new Int32Array(3 * jobCount),
      cost: new Float64Array(3 * jobCount),
    })
  }

  /** Finds a job's places in a route again if the route has changed since. */
  update(job: number, v: number, { foundAt, behind, cost }: Places): void {
    if (foundAt[job] >= this.routes.changedAt[v]) return
    foundAt[job] = this.routes.moves
    const { jobCount, point, pointCount } = this.routes.problem
    const { next } = this.routes.linked
    const { costs, costsInto } = this.routes.typeOfRoute[v]
    const row = job * pointCount
    const end = jobCount + 2 * v + 1
    let a = -1
    let b = -1
    let c = -1
    let costA = Infinity
    let costB = Infinity
    let costC = Infinity
    for (let node = end - 1; node !== end; node = next[node]) {
      const from = point[node]
      const to = point[next[node]]
      const change = costsInto[row + from] + costs[row + to] - costs[from * pointCount + to]
      if (change >= costC) continue
      if (change >= costB) {
        c = node
        costC = change
        continue
      }
      c = b
      costC = costB
      if (change >= costA) {
        b = node
        costB = change
        continue
      }
      b = a
      costB = costA
      a = node
      costA = change
    }
    behind[3 * job] = a
    behind[3 * job + 1] = b
    behind[3 * job + 2] = c
    cost[3 * job] = costA
    cost[3 * job + 1] = costB
    cost[3 * job + 2] = costC
  }
}

/**
 * The place that a job takes in a route that gives away the job `lost`, which follows `before`; -1 where taking that job's
 * own place, which costs `instead`, is no dearer.
 */
export function choosePlace(
  { behind, cost }: Places,
  job: number,
  lost: number,
  before: number,
  instead: number,
): number {
  for (let place = 3 * job; place < 3 * job + 3; place++) {
    if (behind[place] < 0 || cost[place] >= instead) return -1
    if (behind[place] !== lost && behind[place] !== before) return place
  }
  return -1
}

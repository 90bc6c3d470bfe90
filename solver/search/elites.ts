import type { Random } from '../math/random.ts'
import type { RouteState } from '../route/route-state.ts'
import type { Snapshot } from '../route/snapshot.ts'
import type { Solution } from '../route/solution.ts'

/** A few good and different plans, and new plans made from their routes. */
export class Elites {
  private readonly most: number
  private readonly random: Random
  private readonly plans: Snapshot[] = []

  constructor(most: number, random: Random) {
    this.most = most
    this.random = random
  }

  get isFull(): boolean {
    return this.plans.length === this.most
  }

  /** Adds a plan unless it is there already. If there are too many then, the worst one goes. */
  add(plan: Snapshot): void {
    if (this.plans.some(({ cost, penalty }) => cost === plan.cost && penalty === plan.penalty)) return
    this.plans.push(plan)
    this.plans.sort((a, b) => a.penalty - b.penalty || a.cost - b.cost)
    if (this.plans.length > this.most) this.plans.pop()
  }

  /** Turns the solution into a child of two plans: half the routes of one, and what is left of the routes of the other. */
  cross(solution: Solution, state: RouteState): void {
    const { random, plans } = this
    const a = random.below(plans.length)
    const b = (a + 1 + random.below(Math.max(1, plans.length - 1))) % plans.length
    solution.clear()
    const { vehicleCount } = solution.problem
    const firstOfOther = random.below(vehicleCount)
    for (let v = 0; v < vehicleCount; v++) {
      if (random.below(2) === 0) refill(v, plans[a].route(v))
    }
    for (let i = 0; i < vehicleCount; i++) {
      const v = (firstOfOther + i) % vehicleCount
      const left = plans[b].route(v).filter((job) => solution.absent.has(job))
      if (2 * left.length < plans[b].route(v).length || left.length === 0) continue
      const spare = solution.spare[solution.problem.typeOf[v]]
      if (spare.length > 0) refill(spare.items[spare.length - 1], left)
    }
    for (let v = 0; v < vehicleCount; v++) state.refresh(v)

    function refill(vehicle: number, jobs: number[]) {
      let after = solution.startNode(vehicle)
      const added = jobs.filter((job) => solution.routeOf[job] < 0)
      for (const job of jobs) {
        if (solution.routeOf[job] < 0) solution.insert(job, after, vehicle)
        after = job
      }
      if (state.refresh(vehicle)) return
      for (const job of added) solution.remove(job)
    }
  }
}

import type { Problem, VehicleType } from '../../../model/problem.ts'
import { JobSequence } from './job-sequence.ts'
import { LinkedRoutes } from './linked-routes.ts'
import { Loads } from './loads.ts'
import { RouteLimits } from './route-limits.ts'
import { type Lateness, TimeWarp } from './time-warp.ts'

/** Changes smaller than this are rounding noise of fractional penalties. */
export const nothing = 0.01

/** What a second of time warp or over a limit costs, and overload by an average job, in search units. */
export type Penalties = {
  warp: number
  load: number
}

export type MoveName =
  | 'relocate'
  | 'relocate to front'
  | 'or-opt'
  | 'or-opt reversed'
  | 'swap'
  | 'swap two for one'
  | 'swap two for two'
  | '2-opt'
  | '2-opt*'
  | '2-opt* at front'
  | '2-opt* reversed'
  | '2-opt* mixed'
  | '2-opt* mixed at front'
  | 'swap*'
  | 'change vehicle'

/** Routes that may be late or overloaded at a price, with what it takes to evaluate moves quickly. */
export class PenalizedRoutes {
  penalties: Penalties = { warp: 1, load: 1 }
  readonly problem: Problem
  readonly linked: LinkedRoutes
  readonly loads: Loads
  readonly warp: Lateness
  /** Whether routes can be late at all. */
  readonly timed: boolean
  readonly typeOfRoute: VehicleType[]
  /** 1 for each vehicle whose routes cost the same in both directions. */
  readonly isReversible: Uint8Array
  /** Present penalties of each route. */
  readonly penalty: Float64Array
  /** How many moves have been made, and which of them changed each route last. */
  moves = 0
  readonly changedAt: Int32Array
  /** Routes with the same number came from one plan in which no move gained. */
  private readonly planOf: Uint8Array
  /** The order of jobs being evaluated. */
  readonly sequence: JobSequence
  /** Told of each move, the change of cost and penalties that it promised, and its routes. */
  onMove: ((move: MoveName, change: number, ru: number, rv: number) => void) | undefined

  constructor(problem: Problem) {
    const { vehicleCount, jobCount, types, typeOf, point } = problem
    this.problem = problem
    this.typeOfRoute = Array.from(typeOf, (type) => types[type])
    this.linked = new LinkedRoutes(problem)
    this.loads = new Loads(problem, this.typeOfRoute, this.linked)
    const isLimited = types.some((type) => type.limited)
    this.timed = problem.timed || isLimited
    this.warp = new (isLimited ? RouteLimits : TimeWarp)(problem, this.typeOfRoute, this.linked)
    this.isReversible = Uint8Array.from(this.typeOfRoute, ({ costs, costsInto }, v) =>
      !this.timed && costs === costsInto && point[jobCount + 2 * v] === point[jobCount + 2 * v + 1] ? 1 : 0,
    )
    this.penalty = new Float64Array(vehicleCount)
    this.changedAt = new Int32Array(vehicleCount)
    this.planOf = new Uint8Array(vehicleCount)
    this.sequence = new JobSequence(jobCount, this.linked)
  }

  /** Loads routes, given as the follower of each node. */
  take(next: Int32Array): void {
    this.linked.take(next)
    for (let v = 0; v < this.problem.vehicleCount; v++) this.update(v)
  }

  /**
   * Starts to count moves. Given which routes came from a plan in which no move gained, counts those with 0, which came from none, as
   * changed by move 1, and the others as unchanged.
   */
  begin(planOf?: Uint8Array): void {
    for (let v = 0; v < this.problem.vehicleCount; v++) this.penalty[v] = this.penaltyOf(v)
    this.moves = planOf ? 1 : 0
    this.changedAt.fill(0)
    this.planOf.fill(0)
    if (!planOf) return
    this.planOf.set(planOf)
    planOf.forEach((plan, v) => (this.changedAt[v] = plan === 0 ? 1 : 0))
  }

  /** Whether moves between two routes, or inside one, were tried after that many moves, and neither route has changed since. */
  isTried(ru: number, rv: number, tested: number): boolean {
    const { changedAt, planOf } = this
    return changedAt[ru] <= tested && changedAt[rv] <= tested && (tested > 0 || planOf[ru] === planOf[rv])
  }

  /** A move between two routes gains if its change of cost and the penalties afterwards add up to less than this. */
  limitOf(ru: number, rv: number): number {
    return this.penalty[ru] + this.penalty[rv] - nothing
  }

  /** The same inside a route, where only time warp can change: the jobs stay, and so does the load. */
  limitWithin(r: number): number {
    return this.warpPenaltyOf(r) - nothing
  }

  /** Cost of driving, without penalties. */
  cost(): number {
    let cost = 0
    for (let v = 0; v < this.problem.vehicleCount; v++) cost += this.costOf(v)
    return cost
  }

  /** Seconds of time warp and over limits, and overload in average jobs. */
  violations(): { warp: number; load: number } {
    let warp = 0
    let load = 0
    for (let v = 0; v < this.problem.vehicleCount; v++) {
      if (this.linked.size[v] === 0) continue
      warp += this.warp.ofRoute(v)
      load += this.loads.overload(v)
    }
    return { warp, load }
  }

  costOf(v: number): number {
    const { jobCount, point, pointCount } = this.problem
    const { next, size } = this.linked
    if (size[v] === 0) return 0
    const { costs, fixedCost } = this.typeOfRoute[v]
    let cost = fixedCost
    const end = jobCount + 2 * v + 1
    for (let node = end - 1; node !== end; node = next[node])
      cost += costs[point[node] * pointCount + point[next[node]]]
    return cost
  }

  /** Present penalties of a route. */
  penaltyOf(v: number): number {
    if (this.linked.size[v] === 0) return 0
    return this.warpPenaltyOf(v) + this.loads.overload(v) * this.penalties.load
  }

  warpPenaltyOf(v: number): number {
    return this.warp.ofRoute(v) * this.penalties.warp
  }

  /** Penalty for load once a route has gained two jobs and lost two; a depot stands for no job. */
  loadPenalty(v: number, gained: number, gained2: number, lost: number, lost2: number): number {
    return this.loads.overloadWith(v, gained, gained2, lost, lost2) * this.penalties.load
  }

  /** Penalty for time warp when vehicle v serves a sequence of jobs after a, then b and all behind it. */
  warpPenalty(v: number, a: number, sequence: JobSequence, b: number): number {
    return this.timed ? this.warp.through(v, a, sequence, b) * this.penalties.warp : 0
  }

  /** Brings two routes, or one, up to date after a move, and reports the change that the move promised. */
  made(move: MoveName, change: number, ru: number, rv: number): true {
    this.changed(ru)
    if (rv !== ru) this.changed(rv, this.moves)
    this.onMove?.(move, change, ru, rv)
    return true
  }

  /** Brings a route up to date after its `next` has changed, as a move does. */
  changed(v: number, move = ++this.moves): void {
    this.changedAt[v] = move
    this.update(v)
    this.penalty[v] = this.penaltyOf(v)
  }

  /** Brings a route up to date after its `next` has changed. */
  update(v: number): void {
    this.linked.update(v)
    this.loads.update(v)
    if (this.timed) this.warp.update(v)
  }
}

import type { Problem, VehicleType } from '../../../model/problem.ts'
import { JobSequence } from './job-sequence.ts'
import { LinkedRoutes } from './linked-routes.ts'
import { Loads } from './loads.ts'
import { RouteLimits } from './route-limits.ts'
import { type Lateness, TimeWarp } from './time-warp.ts'

/** Changes smaller than this are noise of fractional penalties. */
export const nothing = 0.01

/** What a second of warp, or beyond a limit, and an average job's worth of overload cost, in search units. */
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
  | '2-opt* mixed'
  | '2-opt* mixed at front'
  | 'swap*'
  | 'change vehicle'

/** Routes that may be late or overloaded at a price, and what is remembered of them so that moves are judged quickly. */
export class PenalizedRoutes {
  penalties: Penalties = { warp: 1, load: 1 }
  readonly problem: Problem
  readonly linked: LinkedRoutes
  readonly loads: Loads
  readonly warp: Lateness
  /** Whether routes can be late at all. */
  readonly timed: boolean
  readonly typeOfRoute: VehicleType[]
  /** Penalties of each route as it is. */
  readonly penalty: Float64Array
  /** How many moves were made, and after which of them each route was as it is now. */
  moves = 0
  readonly changedAt: Int32Array
  /** Room for the jobs whose order is being judged. */
  readonly sequence: JobSequence
  /** Told of each move, and by how much it was to change the sum of cost and penalties. */
  onMove: ((move: MoveName, change: number, ru: number, rv: number) => void) | undefined

  constructor(problem: Problem) {
    const { vehicleCount, jobCount, types, typeOf } = problem
    this.problem = problem
    this.typeOfRoute = Array.from(typeOf, (type) => types[type])
    this.linked = new LinkedRoutes(problem)
    this.loads = new Loads(problem, this.typeOfRoute, this.linked)
    const isLimited = types.some((type) => type.limited)
    this.timed = problem.timed || isLimited
    this.warp = new (isLimited ? RouteLimits : TimeWarp)(problem, this.typeOfRoute, this.linked)
    this.penalty = new Float64Array(vehicleCount)
    this.changedAt = new Int32Array(vehicleCount)
    this.sequence = new JobSequence(jobCount, this.linked)
  }

  /** Takes over routes given as each node's follower. */
  take(next: Int32Array): void {
    this.linked.take(next)
    for (let v = 0; v < this.problem.vehicleCount; v++) this.update(v)
  }

  /** Begins to count moves; told which routes changed, these count as changed by a move and the others as untouched. */
  begin(changedRoutes?: Uint8Array): void {
    for (let v = 0; v < this.problem.vehicleCount; v++) this.penalty[v] = this.penaltyOf(v)
    this.moves = changedRoutes ? 1 : 0
    if (changedRoutes) this.changedAt.set(changedRoutes)
    else this.changedAt.fill(0)
  }

  /** A move between two routes gains where its change of cost and the penalties afterwards are less than this. */
  limitOf(ru: number, rv: number): number {
    return this.penalty[ru] + this.penalty[rv] - nothing
  }

  /** The same inside a route, where only warp can change: its jobs stay, and so does its load. */
  limitWithin(r: number): number {
    return this.warpPenaltyOf(r) - nothing
  }

  /** Cost of driving, without penalties. */
  cost(): number {
    let cost = 0
    for (let v = 0; v < this.problem.vehicleCount; v++) cost += this.costOf(v)
    return cost
  }

  /** Seconds of warp and beyond limits, and average jobs of overload. */
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

  /** Penalties of a route as it is. */
  penaltyOf(v: number): number {
    if (this.linked.size[v] === 0) return 0
    return this.warpPenaltyOf(v) + this.loads.overload(v) * this.penalties.load
  }

  warpPenaltyOf(v: number): number {
    return this.warp.ofRoute(v) * this.penalties.warp
  }

  /** Penalty for load once a route has gained two nodes and lost two; a depot stands for none. */
  loadPenalty(v: number, gained: number, gained2: number, lost: number, lost2: number): number {
    return this.loads.overloadWith(v, gained, gained2, lost, lost2) * this.penalties.load
  }

  /** Penalty for warp when vehicle v serves a sequence of jobs after a, then b and all behind it. */
  warpPenalty(v: number, a: number, sequence: JobSequence, b: number): number {
    return this.timed ? this.warp.through(v, a, sequence, b) * this.penalties.warp : 0
  }

  /** Takes note of a move that was made between two routes, or within one, and of what it was to change. */
  made(move: MoveName, change: number, ru: number, rv: number): true {
    this.changedAt[ru] = this.changedAt[rv] = ++this.moves
    for (let v = ru; ; v = rv) {
      this.update(v)
      this.penalty[v] = this.penaltyOf(v)
      if (v === rv) break
    }
    this.onMove?.(move, change, ru, rv)
    return true
  }

  /** Recomputes what is remembered of a route after its `next` has changed. */
  update(v: number): void {
    this.linked.update(v)
    this.loads.update(v)
    if (this.timed) this.warp.update(v)
  }
}

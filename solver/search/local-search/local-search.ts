import type { Neighbors } from '../../model/neighbors.ts'
import type { Problem } from '../../model/problem.ts'
import type { Random } from '../../math/random.ts'
import { between } from './between.ts'
import { insertCheapest } from './insertion.ts'
import { PenalizedRoutes, type Penalties } from './penalized-routes.ts'
import { SwapStar } from './swap-star.ts'
import { toSpare } from './to-spare.ts'
import { Vehicles } from './vehicles.ts'
import { within } from './within.ts'

/** Each job is moved to, or exchanged with, so many nearest jobs. */
const nearestCount = 20
/** After so many jobs it is asked whether to stop: every few milliseconds. */
const stopAskedEvery = 256

/**
 * Improves routes, which may be late or overloaded at a price, by moves of few jobs between near places until none gains
 * any more: the local search of Vidal (2022), "Hybrid genetic search for the CVRP: open-source implementation and SWAP*
 * neighborhood". For problems to which `localSearchApplies`. Absent jobs stay absent.
 */
export class LocalSearch {
  /** What moves are judged on; its `onMove` is told of each. */
  readonly routes: PenalizedRoutes
  private readonly neighbors: Neighbors
  private readonly random: Random
  private readonly swapStar: SwapStar
  private readonly vehicles: Vehicles
  private readonly order: Int32Array
  /** How many moves had been made when each job was last tried. */
  private readonly testedAt: Int32Array

  constructor(problem: Problem, neighbors: Neighbors, random: Random) {
    this.routes = new PenalizedRoutes(problem)
    this.neighbors = neighbors
    this.random = random
    this.swapStar = new SwapStar(this.routes, neighbors)
    this.vehicles = new Vehicles(this.routes)
    this.order = Int32Array.from({ length: problem.jobCount }, (_, job) => job)
    this.testedAt = new Int32Array(problem.jobCount)
  }

  get penalties(): Penalties {
    return this.routes.penalties
  }

  set penalties(penalties: Penalties) {
    this.routes.penalties = penalties
  }

  /** The follower of each node. */
  get next(): Int32Array {
    return this.routes.links.next
  }

  /** The vehicle of each job, or -1. */
  get routeOf(): Int32Array {
    return this.routes.links.routeOf
  }

  /** Takes over routes given as each node's follower. */
  take(next: Int32Array): void {
    this.routes.take(next)
  }

  /** Puts an absent job where it costs least, penalties included; its vehicle, or -1 where no vehicle can serve it. */
  insert(job: number): number {
    return insertCheapest(this.routes, this.neighbors, job)
  }

  /** Cost of driving, in search units, without penalties. */
  cost(): number {
    return this.routes.cost()
  }

  /** Seconds of warp and beyond limits, and average jobs of overload, in all routes: both 0 for a plan that can be driven. */
  violations(): { warp: number; load: number } {
    return this.routes.violations()
  }

  /** 1 for each vehicle whose route is late or overloaded. */
  violated(): Uint8Array {
    const { problem } = this.routes
    return Uint8Array.from({ length: problem.vehicleCount }, (_, v) => (this.routes.penaltyOf(v) > 0 ? 1 : 0))
  }

  /**
   * Improves until nothing gains, or until told to stop; told which routes changed since it last ran, it tries only what
   * they take part in.
   */
  run(changedRoutes?: Uint8Array, stop = never): void {
    const { routes, swapStar, vehicles } = this
    this.random.shuffle(this.order)
    routes.begin(changedRoutes)
    // Changed routes count as changed by a first move, before which all had been tried.
    this.testedAt.fill(changedRoutes ? 0 : -1)
    swapStar.begin(changedRoutes !== undefined)
    vehicles.begin(changedRoutes !== undefined)
    for (let round = 0, moves = -1; (round < 2 || routes.moves > moves) && !stop(); round++) {
      moves = routes.moves
      this.tryJobs(round > 0, stop)
      swapStar.run(stop)
      vehicles.run(stop)
    }
  }

  /** Tries each job with its nearest; spare vehicles come last, once those on the road have been improved. */
  private tryJobs(withSpare: boolean, stop: () => boolean) {
    const { routes, order, testedAt } = this
    const { changedAt } = routes
    const { routeOf } = routes.links
    const { width, list } = this.neighbors
    const nearest = Math.min(nearestCount, width)
    for (let i = 0; i < order.length; i++) {
      if (i % stopAskedEvery === stopAskedEvery - 1 && stop()) return
      const u = order[i]
      if (routeOf[u] < 0) continue
      const tested = testedAt[u]
      testedAt[u] = routes.moves
      for (let k = 0; k < nearest; k++) {
        const v = list[u * width + k]
        const ru = routeOf[u]
        const rv = routeOf[v]
        if (rv < 0 || (changedAt[ru] <= tested && changedAt[rv] <= tested)) continue
        if (ru === rv) within(routes, u, v, ru)
        else between(routes, u, v, ru, rv)
      }
      if (withSpare && changedAt[routeOf[u]] > tested) toSpare(routes, u)
    }
  }
}

const never = () => false

import type { Neighbors } from '../../model/neighbors.ts'
import type { Problem } from '../../model/problem.ts'
import type { Random } from '../../math/random.ts'
import { ChangeVehicle } from './change-vehicle.ts'
import { findCheapestPlace, insertCheapest } from './insert.ts'
import type { Move } from './move.ts'
import { NodePair } from './node-pair.ts'
import { orOpt, orOptReversed } from './or-opt.ts'
import { relocate, relocateToFront } from './relocate.ts'
import { nothing, PenalizedRoutes, type Penalties } from './routes/penalized-routes.ts'
import { swap, swapTwoForOne, swapTwoForTwo } from './swap.ts'
import { SwapStar } from './swap-star.ts'
import type { Touched } from './touched.ts'
import { twoOpt } from './two-opt.ts'
import { twoOptStarReversed } from './two-opt-star-reversed.ts'
import { twoOptStarMixed, twoOptStarMixedAtFront } from './two-opt-star-mixed.ts'
import { twoOptStar, twoOptStarAtFront } from './two-opt-star.ts'

/** Each job is tried with this many of its nearest jobs. */
const nearestCount = 20
/** Where only touched jobs are tried, with this many. */
const nearestOfTouched = 50
/** The search asks whether to stop after this many jobs, which is every few milliseconds. */
const stopAskedEvery = 256

/**
 * Improves routes, which may be late or overloaded at a price, until no move gains: the local search of Vidal (2022), "Hybrid
 * genetic search for the CVRP: open-source implementation and SWAP* neighborhood". Each round tries the small moves on each
 * job and its nearest jobs, then SWAP* on near routes, then other vehicles for whole routes. For problems that
 * it `handles`. Absent jobs stay absent.
 */
export class LocalSearch {
  /** The routes and what they cost; `onMove` is told of each move. */
  readonly routes: PenalizedRoutes
  private readonly neighbors: Neighbors
  private readonly random: Random
  private readonly swapStar: SwapStar
  private readonly changeVehicle: ChangeVehicle
  private readonly pair: NodePair
  private readonly order: Int32Array
  /** How many moves had been made when each job was last tried. */
  private readonly testedAt: Int32Array
  /** Told of what each move touches. */
  private touched: Touched | undefined

  constructor(problem: Problem, neighbors: Neighbors, random: Random) {
    this.routes = new PenalizedRoutes(problem)
    this.neighbors = neighbors
    this.random = random
    this.pair = new NodePair(this.routes)
    this.swapStar = new SwapStar(this.routes, neighbors)
    this.changeVehicle = new ChangeVehicle(this.routes)
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
    return this.routes.linked.next
  }

  /** The vehicle of each job, or -1. */
  get routeOf(): Int32Array {
    return this.routes.linked.routeOf
  }

  /** Loads routes, given as the follower of each node. */
  take(next: Int32Array): void {
    this.routes.take(next)
  }

  /** Inserts an absent job where it costs least, penalties included. Returns its vehicle, or -1 where none can serve it. */
  insert(job: number): number {
    return insertCheapest(this.routes, this.neighbors, job)
  }

  /** The node behind which an absent job costs least, penalties included, or -1 where no vehicle can serve it. */
  placeFor(job: number): number {
    return findCheapestPlace(this.routes, this.neighbors, job)
  }

  /** Cost of driving, in search units, without penalties. */
  cost(): number {
    return this.routes.cost()
  }

  /** Seconds of time warp and over limits, and overload in average jobs, of all routes; both 0 for a feasible plan. */
  violations(): { warp: number; load: number } {
    return this.routes.violations()
  }

  /** 1 for each vehicle whose route is neither late nor overloaded. */
  feasible(): Uint8Array {
    const { problem } = this.routes
    return Uint8Array.from({ length: problem.vehicleCount }, (_, v) => (this.routes.penaltyOf(v) > 0 ? 0 : 1))
  }

  /**
   * Runs until no move gains, or until told to stop. Told which routes came from a plan in which no move gained, by a number for
   * each such plan and 0 for none, it tries no moves between routes from the same one.
   */
  run(planOf?: Uint8Array, stop = never): void {
    const { routes, swapStar, changeVehicle } = this
    this.random.shuffle(this.order)
    routes.begin(planOf)
    // Other routes count as changed by move 1, and everything as tried before it.
    this.testedAt.fill(planOf ? 0 : -1)
    swapStar.begin(planOf !== undefined)
    changeVehicle.begin(planOf !== undefined)
    for (let round = 0, moves = -1; (round < 2 || routes.moves > moves) && !stop(); round++) {
      moves = routes.moves
      this.tryJobs(round > 0, stop)
      swapStar.run(stop)
      changeVehicle.run(stop)
    }
  }

  /**
   * Tries only the moves of jobs that were touched, and of those that the moves touch in turn, until none gains. Costs no
   * more where a plan is large. Whoever changes routes between two such runs tells `routes` of it. A run that goes on from the
   * last one tries only what has changed since, and vehicles without jobs at once.
   */
  runAround(touched: Touched, goesOn = false): void {
    const { routes, testedAt } = this
    const nearest = Math.min(nearestOfTouched, this.neighbors.width)
    if (!goesOn) for (let i = 0; i < touched.jobCount; i++) testedAt[touched.jobs[i]] = -1
    this.touched = touched
    for (let round = 0, moves = -1; round < 2 || routes.moves > moves; round++) {
      moves = routes.moves
      for (let i = 0; i < touched.jobCount; i++) this.tryJob(touched.jobs[i], nearest, goesOn || round > 0)
    }
    this.touched = undefined
  }

  /** Tries the moves of each job with its nearest jobs; vehicles without jobs come last, and only from the second round. */
  private tryJobs(withSpare: boolean, stop: () => boolean) {
    const { order } = this
    const { routeOf } = this.routes.linked
    const nearest = Math.min(nearestCount, this.neighbors.width)
    for (let i = 0; i < order.length; i++) {
      if (i % stopAskedEvery === stopAskedEvery - 1 && stop()) return
      if (routeOf[order[i]] >= 0) this.tryJob(order[i], nearest, withSpare)
    }
  }

  /** Tries the moves of a job u with its nearest jobs v if one of their routes has changed since. */
  private tryJob(u: number, nearest: number, withSpare: boolean) {
    const { routes, testedAt, pair } = this
    const { changedAt } = routes
    const { routeOf } = routes.linked
    const { width, list } = this.neighbors
    const tested = testedAt[u]
    testedAt[u] = routes.moves
    let isSet = false
    for (let k = 0; k < nearest; k++) {
      const v = list[u * width + k]
      const ru = routeOf[u]
      const rv = routeOf[v]
      if (rv < 0 || routes.isTried(ru, rv, tested)) continue
      if (!isSet) pair.setU(u)
      pair.setV(v)
      isSet = !(ru === rv ? this.tryWithin() : this.tryBetween())
    }
    if (withSpare && changedAt[routeOf[u]] > tested) this.trySpareVehicles(u)
  }

  /** Makes the first move inside the route of u and v that gains. Returns whether one did. */
  private tryWithin(): boolean {
    const { pair } = this
    const { costs, limit } = pair
    costs.sumWithin(pair)
    if (costs.relocate < limit && this.make(relocate, relocate.evaluate(pair))) return true
    if (costs.orOpt < limit && this.make(orOpt, orOpt.evaluate(pair))) return true
    if (costs.orOptReversed < limit && this.make(orOptReversed, orOptReversed.evaluate(pair))) return true
    if (costs.swap < limit && this.make(swap, swap.evaluate(pair))) return true
    return costs.twoOpt < limit && this.make(twoOpt, twoOpt.evaluate(pair))
  }

  /** Makes the first move between the routes of u and v that gains. Returns whether one did. */
  private tryBetween(): boolean {
    const { pair } = this
    const { costs, limit } = pair
    costs.sumBetween(pair)
    if (costs.relocate < limit && this.make(relocate, relocate.evaluate(pair))) return true
    if (costs.relocateToFront < limit && this.make(relocateToFront, relocateToFront.evaluate(pair))) return true
    if (costs.orOpt < limit && this.make(orOpt, orOpt.evaluate(pair))) return true
    if (costs.orOptReversed < limit && this.make(orOptReversed, orOptReversed.evaluate(pair))) return true
    if (costs.swap < limit && this.make(swap, swap.evaluate(pair))) return true
    if (costs.swapTwoForOne < limit && this.make(swapTwoForOne, swapTwoForOne.evaluate(pair))) return true
    if (costs.swapTwoForTwo < limit && this.make(swapTwoForTwo, swapTwoForTwo.evaluate(pair))) return true
    const { typeOfRoute } = this.routes
    if (typeOfRoute[pair.ru] !== typeOfRoute[pair.rv]) {
      if (this.make(twoOptStarMixed, twoOptStarMixed.evaluate(pair))) return true
      return pair.q >= pair.none && this.make(twoOptStarMixedAtFront, twoOptStarMixedAtFront.evaluate(pair))
    }
    if (costs.twoOptStar < limit && this.make(twoOptStar, twoOptStar.evaluate(pair))) return true
    if (costs.twoOptStarReversed < limit && this.make(twoOptStarReversed, twoOptStarReversed.evaluate(pair)))
      return true
    return costs.twoOptStarAtFront < limit && this.make(twoOptStarAtFront, twoOptStarAtFront.evaluate(pair))
  }

  /** Sends u alone, or all that follows it, out with a vehicle without jobs of each type, if that gains. */
  private trySpareVehicles(u: number) {
    const { routes, pair } = this
    const { jobCount, types } = routes.problem
    const { routeOf, size } = routes.linked
    if (size[routeOf[u]] === 1) return
    pair.setU(u)
    for (let type = 0; type < types.length; type++) {
      const spare = routes.linked.spareVehicle(type)
      if (spare < 0) continue
      pair.setV(jobCount + 2 * spare)
      if (this.trySpareVehicle()) pair.setU(u)
    }
  }

  private trySpareVehicle(): boolean {
    const { pair } = this
    const { costs, limit } = pair
    const { typeOfRoute } = this.routes
    costs.sumSpare(pair)
    if (costs.relocate < limit && this.make(relocate, relocate.evaluate(pair))) return true
    if (typeOfRoute[pair.ru] !== typeOfRoute[pair.rv]) return this.make(twoOptStarMixed, twoOptStarMixed.evaluate(pair))
    return costs.twoOptStar < limit && this.make(twoOptStar, twoOptStar.evaluate(pair))
  }

  /** Makes a move of the pair if its value says that it gains. */
  private make(move: Move, value: number): boolean {
    const { pair, routes } = this
    if (value >= pair.limit) return false
    if (this.touched) this.touch(this.touched)
    move.apply(pair)
    return routes.made(move.name, value - pair.limit - nothing, pair.ru, pair.rv)
  }

  /** Tells of the routes of the pair and the jobs around it, which are tried again. */
  private touch(touched: Touched) {
    const { u, p, x, xx, v, q, y, ru, rv } = this.pair
    touched.addRoute(ru)
    touched.addRoute(rv)
    for (const node of [u, p, x, xx, v, q, y]) if (touched.addJob(node)) this.testedAt[node] = -1
  }
}

const never = () => false

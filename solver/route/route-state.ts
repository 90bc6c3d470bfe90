import { Compactness } from './compactness.ts'
import { isJudgedByTime, type Judge, makeJudge } from './judge.ts'
import type { LockedRoute } from '../model/locks.ts'
import { type Problem, type VehicleType, windowAtOrAfter, windowAtOrBefore } from '../model/problem.ts'
import type { Solution } from './solution.ts'
import { Replay } from './timing/replay.ts'
import { RideSlack } from './ride-slack.ts'
import { ShiftLimit } from './shift-limit.ts'
import { arrivalOf, departureOf } from '../model/traffic.ts'
import { isSimple, TripLabels } from './trips/trip-labels.ts'

/** A job behind a node of a route, and the other end of a shipment behind another or the same one. */
export type Added = {
  job: number
  after: number
  delivery?: number
  deliveryAfter?: number
}

/** Caches along each route, so that inserting another job can be checked in constant time. */
export class RouteState {
  readonly problem: Problem
  readonly solution: Solution
  private readonly judge: Judge
  /** The earliest departure from each node. */
  readonly departure: Float64Array
  /** The latest start of work at each node that keeps the rest of the route in time. */
  readonly latestStart: Float64Array
  /** The latest end of work at each node. */
  readonly latestEnd: Float64Array
  readonly travel: Float64Array
  readonly distance: Float64Array
  /** The highest load from the start to each node, inclusive, and from the node to the end. */
  readonly peakBefore: Float64Array
  readonly peakAfter: Float64Array
  /** Only if a type makes several trips that can be cached. */
  readonly trips: TripLabels | undefined
  private readonly hasLabels: boolean[]
  /** Only if a type's longest shift can be cached. */
  readonly shifts: ShiftLimit | undefined
  /** Only if a type has breaks, or costs that depend on the time. */
  private readonly replay: Replay | undefined
  /** By type, whether replaying a route says all that it costs extra. */
  private readonly isReplayed: boolean[]
  /** Only if goods may be on board for a limited time. */
  readonly rides: RideSlack | undefined
  /** Only if jobs away from the middle of their route have a price. */
  readonly compactness: Compactness | undefined
  /** The load when leaving a node; only if there are pickups. */
  readonly load: Float64Array

  /** The place of each node on its route; only if something must come before something else. */
  private readonly rank: Int32Array

  /** A version per route: it changes whenever the route does, and returns after a rollback. */
  readonly version: Float64Array
  private versions = 0

  constructor(solution: Solution) {
    const { nodeCount, vehicleCount, dimensions, hasPickup } = solution.problem
    this.problem = solution.problem
    this.solution = solution
    this.judge = makeJudge(solution.problem, true)
    this.departure = new Float64Array(nodeCount)
    this.latestStart = new Float64Array(nodeCount)
    this.latestEnd = new Float64Array(nodeCount)
    this.version = new Float64Array(vehicleCount)
    this.travel = new Float64Array(vehicleCount)
    this.distance = new Float64Array(vehicleCount)
    this.peakBefore = new Float64Array(hasPickup ? nodeCount * dimensions : 0)
    this.peakAfter = new Float64Array(hasPickup ? nodeCount * dimensions : 0)
    this.load = new Float64Array(hasPickup ? nodeCount * dimensions : 0)
    this.rank = new Int32Array(solution.problem.precedence ? nodeCount : 0)
    this.hasLabels = solution.problem.types.map((type) => isSimple(solution.problem, type))
    if (this.hasLabels.includes(true)) this.trips = new TripLabels(solution, this.departure, this.latestStart)
    if (solution.problem.types.some((type) => type.limitsShift)) this.shifts = new ShiftLimit(solution)
    const replay = new Replay(solution, this.latestStart)
    const { types } = solution.problem
    if (types.some((_, type) => replay.covers(type))) this.replay = replay
    this.isReplayed = types.map((type, t) => replay.isExact(t) && isJudgedByTime(solution.problem, type))
    if (solution.problem.hasRides) this.rides = new RideSlack(solution)
    if (solution.problem.offMiddleCost > 0) this.compactness = new Compactness(solution, this.version)
    for (let v = 0; v < vehicleCount; v++) this.refresh(v)
  }

  /** Recomputes a changed route; false if it cannot be driven as it is. */
  refresh(vehicle: number): boolean {
    const { problem } = this
    this.version[vehicle] = ++this.versions
    const isOrdered = problem.precedence === undefined || this.refreshOrder(vehicle)
    if (this.hasLabels[problem.typeOf[vehicle]])
      return this.refreshExtra(vehicle, this.trips!.refresh(vehicle)) && isOrdered
    const possible = this.refreshCaches(vehicle) && isOrdered
    return problem.types[problem.typeOf[vehicle]].isJudged ? this.refreshExtra(vehicle) && possible : possible
  }

  /** Numbers the nodes of a route; false if something comes before what it has to follow. */
  private refreshOrder(vehicle: number): boolean {
    const { jobCount, precedence } = this.problem
    const { next, routeOf } = this.solution
    const { rank } = this
    const start = this.solution.startNode(vehicle)
    let place = 0
    rank[start] = place
    for (let j = next[start]; j < jobCount; j = next[j]) rank[j] = ++place
    let isOrdered = true
    for (let j = next[start]; j < jobCount; j = next[j])
      for (const other of precedence!.before[j])
        if (routeOf[other] === vehicle && rank[other] > rank[j]) isOrdered = false
    return isOrdered
  }

  /**
   * Recomputes a route that was restored to a version with the extra cost `extra`, which becomes part of the
   * solution's cost again.
   */
  restore(vehicle: number, extra: number, version: number): void {
    this.version[vehicle] = version
    if (this.problem.precedence !== undefined) this.refreshOrder(vehicle)
    if (this.hasLabels[this.problem.typeOf[vehicle]]) this.trips!.restore(vehicle, extra)
    else this.refreshCaches(vehicle)
    if (this.replay?.covers(this.problem.typeOf[vehicle])) this.replay.refresh(vehicle)
    this.compactness?.forget(vehicle)
    this.solution.extra[vehicle] = extra
  }

  private refreshCaches(vehicle: number): boolean {
    const { problem } = this
    this.rides?.refresh(vehicle)
    if (problem.hasPickup) this.refreshLoads(vehicle)
    let possible = true
    if (problem.types[problem.typeOf[vehicle]].limited) possible = this.refreshLengths(vehicle)
    if (problem.timed) possible = this.refreshTimes(vehicle) && possible
    return possible
  }

  /**
   * Judges a route again; false, with no extra cost, if it cannot be driven. If only trips are judged, their labels
   * are enough, unless they dropped the only feasible way.
   */
  private refreshExtra(vehicle: number, byTrips = Infinity, changedBehind = -1): boolean {
    const { solution, problem } = this
    const { isJudgedByTrips, isJudgedByCompactness } = problem.types[problem.typeOf[vehicle]]
    const isKnown = byTrips < Infinity && isJudgedByTrips
    const isFree = isJudgedByCompactness
    const type = problem.typeOf[vehicle]
    if (this.replay?.covers(type)) this.replay.refresh(vehicle, changedBehind)
    const quick = isKnown ? byTrips : isFree ? 0 : this.isReplayed[type] ? this.replay!.cost(vehicle) : undefined
    const judged = quick ?? this.judge(vehicle, solution.jobsOf(vehicle))
    const extra = judged === Infinity ? 0 : judged + (this.compactness?.cost(vehicle) ?? 0)
    solution.cost += extra - solution.extra[vehicle]
    solution.extra[vehicle] = extra
    return judged !== Infinity
  }

  private refreshLoads(vehicle: number) {
    const { dimensions, delivery, pickup, jobCount } = this.problem
    const { next, prev, delivered } = this.solution
    const { peakBefore, peakAfter, load: loads } = this
    const start = this.solution.startNode(vehicle)
    for (let d = 0; d < dimensions; d++) {
      const total = delivered[vehicle * dimensions + d]
      let load = total
      let peak = total
      peakBefore[start * dimensions + d] = load
      loads[start * dimensions + d] = load
      for (let j = next[start]; j < jobCount; j = next[j]) {
        load += pickup[j * dimensions + d] - delivery[j * dimensions + d]
        if (load > peak) peak = load
        peakBefore[j * dimensions + d] = peak
        peakAfter[j * dimensions + d] = load
        loads[j * dimensions + d] = load
      }
      peak = load
      for (let j = prev[start + 1]; j < jobCount; j = prev[j]) {
        if (peakAfter[j * dimensions + d] > peak) peak = peakAfter[j * dimensions + d]
        peakAfter[j * dimensions + d] = peak
      }
      peakAfter[start * dimensions + d] = peak > total ? peak : total
    }
  }

  private refreshLengths(vehicle: number): boolean {
    const { problem, solution } = this
    const type = problem.types[problem.typeOf[vehicle]]
    let travel = 0
    let distance = 0
    const end = solution.endNode(vehicle)
    if (solution.size[vehicle] > 0) {
      for (let node = end - 1; node !== end; node = solution.next[node]) {
        const arc = problem.point[node] * problem.pointCount + problem.point[solution.next[node]]
        travel += type.durations[arc]
        if (type.distances) distance += type.distances[arc]
      }
    }
    this.travel[vehicle] = travel
    this.distance[vehicle] = distance
    const isShort = !type.limitsShift || this.shifts!.refresh(vehicle, type)
    return isShort && travel <= type.maxTravel && distance <= type.maxDistance
  }

  private refreshTimes(vehicle: number): boolean {
    const { reload } = this.problem.types[this.problem.typeOf[vehicle]]
    if (reload) return this.forgetTimes(vehicle)
    const start = this.solution.startNode(vehicle)
    const { shiftFrom, shiftTo } = this.problem.types[this.problem.typeOf[vehicle]]
    this.departure[start] = shiftFrom
    this.latestStart[start + 1] = shiftTo
    const locked = this.problem.locks?.routes[vehicle]
    const from = locked && locked.done > 0 ? this.repeatHistory(locked, shiftFrom) : start
    const possible = this.passForward(from, vehicle, false)
    this.passBackward(start + 1, vehicle, false)
    if (locked) this.closeHead(locked)
    return possible
  }

  /** Sets the recorded departures of done steps; returns the last one. */
  private repeatHistory({ jobs, done, history }: LockedRoute, shiftFrom: number): number {
    for (let i = 0; i < done; i++) this.departure[jobs[i]] = Math.max(shiftFrom, history.left[i])
    return jobs[done - 1]
  }

  /** Makes every position before or inside a locked head too late. */
  private closeHead({ jobs, head }: LockedRoute) {
    for (let i = 0; i < head; i++) {
      this.latestStart[jobs[i]] = -Infinity
      this.latestEnd[jobs[i]] = -Infinity
    }
  }

  /** Routes of several trips are judged as a whole; until then, nothing counts as too late. */
  private forgetTimes(vehicle: number): boolean {
    const { next } = this.solution
    const end = this.solution.endNode(vehicle)
    for (let node = end - 1; node !== end; node = next[node]) {
      this.departure[node] = -Infinity
      this.latestStart[next[node]] = Infinity
    }
    return true
  }

  /** Recomputes departures after a node, optionally only until nothing changes; false if a window is missed. */
  private passForward(node: number, vehicle: number, untilSame: boolean): boolean {
    const { problem, departure } = this
    const { point, pointCount, jobCount, hasSeveralWindows, hasSetup, earliest, latest } = problem
    const { next } = this.solution
    const type = problem.types[problem.typeOf[vehicle]]
    const { durationsInto, shiftTo, service, traffic } = type
    let possible = true
    let from = node
    let time = departure[from]
    let j = next[from]
    for (; j < jobCount; j = next[j]) {
      const arrival = traffic ? this.arrives(from, time, j, type) : time + durationsInto[j * pointCount + point[from]]
      let begin: number
      if (hasSeveralWindows) begin = windowAtOrAfter(problem, j, arrival)
      else begin = arrival > earliest[j] ? arrival : earliest[j]
      if (begin > latest[j]) possible = false
      time = begin + (hasSetup ? this.work(from, j, type) : service[j])
      if (untilSame && departure[j] === time) return possible
      departure[j] = time
      from = j
    }
    if (from >= jobCount) return possible
    return this.arrives(from, time, j, type) <= shiftTo && possible
  }

  /** Recomputes latest starts before a node, optionally only until nothing changes. */
  private passBackward(node: number, vehicle: number, untilSame: boolean) {
    const { problem, latestStart, latestEnd } = this
    const { point, pointCount, jobCount, hasSeveralWindows, hasSetup, latest } = problem
    const { prev } = this.solution
    const type = problem.types[problem.typeOf[vehicle]]
    const { durations, plainDurations, service, traffic } = type
    let to = node
    let time = latestStart[to]
    for (let j = prev[to]; j < jobCount; j = prev[j]) {
      const arc = j * pointCount + point[to]
      const over = traffic ? departureOf(traffic(arc), plainDurations[arc], time) : time - durations[arc]
      latestEnd[j] = over
      const begin = over - (hasSetup ? this.work(prev[j], j, type) : service[j])
      if (hasSeveralWindows) time = windowAtOrBefore(problem, j, begin)
      else time = begin < latest[j] ? begin : latest[j]
      if (untilSame && latestStart[j] === time) return
      latestStart[j] = time
      to = j
    }
  }

  /** Recomputes what the insertion of a job changed. */
  inserted(job: number, vehicle: number): void {
    const { problem } = this
    const type = problem.types[problem.typeOf[vehicle]]
    const before = this.version[vehicle]
    this.version[vehicle] = ++this.versions
    this.compactness?.inserted(job, vehicle, before)
    if (problem.precedence !== undefined) this.refreshOrder(vehicle)
    if (this.hasLabels[problem.typeOf[vehicle]]) {
      this.refreshExtra(vehicle, this.trips!.inserted(job, vehicle))
      return
    }
    this.rides?.refresh(vehicle)
    if (problem.hasPickup) this.refreshLoads(vehicle)
    if (type.limited) this.refreshLengths(vehicle)
    if (problem.timed) this.refreshTimesAround(job, vehicle)
    if (type.isJudged) this.refreshExtra(vehicle, Infinity, this.solution.prev[job])
  }

  private refreshTimesAround(job: number, vehicle: number) {
    const { problem } = this
    if (problem.hasSetup || problem.types[problem.typeOf[vehicle]].reload || problem.locks) {
      this.refreshTimes(vehicle)
      return
    }
    const { next, prev } = this.solution
    // Values from when the job was last planned are stale.
    this.departure[job] = NaN
    this.latestStart[job] = NaN
    this.passForward(prev[job], vehicle, true)
    this.passBackward(next[job], vehicle, true)
  }

  /** Setup and service at a job; setup only counts if the vehicle comes from another address. */
  work(from: number, job: number, { service, setup }: VehicleType): number {
    const { problem } = this
    if (!problem.hasSetup) return service[job]
    const { address } = problem.travel
    const moved = address[problem.point[from]] !== address[job]
    return service[job] + (moved ? setup[job] : 0)
  }

  /**
   * By how much a route's extra cost grows with one more job or shipment, in search units. Infinity if the route cannot be
   * driven then, or may cost `limit` more. Only for types that are judged, and where everything else allows the job.
   */
  extraWith(vehicle: number, added: Added, limit = Infinity): number {
    const { problem, compactness, solution } = this
    const growth = compactness ? compactness.growth(vehicle, added.job, added.delivery) : 0
    if (growth >= limit) return Infinity
    if (problem.types[problem.typeOf[vehicle]].isJudgedByCompactness) return growth
    const judged = solution.extra[vehicle] - (compactness ? compactness.cost(vehicle) : 0)
    const most = limit - growth + judged
    const type = problem.typeOf[vehicle]
    if (this.replay?.covers(type) && added.delivery === undefined) {
      const replayed = this.replay.with(vehicle, added.job, added.after, most)
      if (replayed === Infinity) return Infinity
      if (replayed !== undefined && this.isReplayed[type]) return replayed - judged + growth
    }
    return this.judge(vehicle, this.jobsWith(vehicle, added), most) - judged + growth
  }

  /** The jobs of a route with one more job or shipment. */
  jobsWith(vehicle: number, { job, after, delivery = -1, deliveryAfter = -1 }: Added): number[] {
    const { problem, solution } = this
    const jobs: number[] = []
    for (let node = solution.startNode(vehicle); node !== solution.endNode(vehicle); node = solution.next[node]) {
      if (node < problem.jobCount) jobs.push(node)
      if (node === after) jobs.push(job)
      if (node === deliveryAfter) jobs.push(delivery)
    }
    return jobs
  }

  /** Whether a job behind this node follows all that must come before it, and leads all that must come after it. */
  keepsOrder(job: number, after: number, vehicle: number): boolean {
    const { precedence } = this.problem
    if (precedence === undefined) return true
    const { routeOf } = this.solution
    const { rank } = this
    for (const other of precedence.before[job])
      if (routeOf[other] === vehicle && rank[other] > rank[after]) return false
    for (const other of precedence.after[job])
      if (routeOf[other] === vehicle && rank[other] <= rank[after]) return false
    return true
  }

  /** Whether windows and shifts allow a job between two neighbors. */
  fitsInTime(job: number, after: number, before: number, vehicle: number): boolean {
    const { problem, departure, latestStart } = this
    const type = problem.types[problem.typeOf[vehicle]]
    if (!problem.timed || type.reload) return true
    const { point, pointCount, jobCount } = problem
    const { durations, durationsInto, traffic } = type
    let begin = departure[after] + durationsInto[job * pointCount + point[after]]
    if (traffic) begin = this.arrives(after, departure[after], job, type)
    if (problem.hasSeveralWindows) begin = windowAtOrAfter(problem, job, begin)
    else if (begin < problem.earliest[job]) begin = problem.earliest[job]
    if (begin > problem.latest[job]) return false
    const left = begin + (problem.hasSetup ? this.work(after, job, type) : type.service[job])
    const arrival = traffic ? this.arrives(job, left, before, type) : left + durations[job * pointCount + point[before]]
    if (!problem.hasSetup) return arrival <= latestStart[before]
    if (before >= jobCount || type.setup[before] === 0) return arrival <= latestStart[before]
    // The new predecessor may add or remove the setup of the next job.
    return arrival <= windowAtOrBefore(problem, before, this.latestEnd[before] - this.work(job, before, type))
  }

  /**
   * Whether a route is in time if work at `from` ends at `time` and `node` follows with everything after it. Once a
   * departure is no later than before, the rest is in time.
   */
  staysInTime(from: number, time: number, node: number, vehicle: number): boolean {
    const { problem, departure } = this
    const type = problem.types[problem.typeOf[vehicle]]
    if (!problem.timed || type.reload) return true
    for (; node < problem.jobCount; node = this.solution.next[node]) {
      time = this.leaves(from, time, node, type)
      if (time === Infinity) return false
      if (time <= departure[node]) return true
      from = node
    }
    return this.arrives(from, time, node, type) <= type.shiftTo
  }

  /** When a drive from one node to another ends that begins at a moment. */
  private arrives(from: number, time: number, to: number, { durations, plainDurations, traffic }: VehicleType): number {
    const { point, pointCount } = this.problem
    const arc = point[from] * pointCount + point[to]
    return traffic ? arrivalOf(traffic(arc), plainDurations[arc], time) : time + durations[arc]
  }

  /** When work at a job ends after leaving `from` at `time`; Infinity if that is too late. */
  leaves(from: number, time: number, job: number, type: VehicleType): number {
    const { problem } = this
    return windowAtOrAfter(problem, job, this.arrives(from, time, job, type)) + this.work(from, job, type)
  }

  /** Whether a job's amounts fit after the node `after`. */
  fitsInLoad(job: number, after: number, vehicle: number): boolean {
    const { dimensions, delivery, pickup, hasPickup, types, typeOf } = this.problem
    const { capacity, reload } = types[typeOf[vehicle]]
    // Each trip has to fit, which is judged with the whole route.
    if (reload) return true
    for (let d = 0; d < dimensions; d++) {
      const amount = delivery[job * dimensions + d]
      if (!hasPickup) {
        if (this.solution.delivered[vehicle * dimensions + d] + amount > capacity[d]) return false
        continue
      }
      if (this.peakBefore[after * dimensions + d] + amount > capacity[d]) return false
      // After the job, the load grows by its pickup; at `after` itself, this is an upper bound.
      if (this.loadAfter(after, d) + pickup[job * dimensions + d] > capacity[d]) return false
    }
    return true
  }

  /** The highest load at or after a node. */
  private loadAfter(node: number, d: number): number {
    return this.peakAfter[node * this.problem.dimensions + d]
  }

  /** Whether limits on shift, travel time and distance allow a job between two neighbors. */
  fitsInLength(job: number, after: number, before: number, vehicle: number): boolean {
    const { point, pointCount, types, typeOf } = this.problem
    const type = types[typeOf[vehicle]]
    if (type.limitsShift && !this.shifts!.fits(job, after, before, type)) return false
    const { durations, distances, maxTravel, maxDistance } = type
    const there = point[after] * pointCount + job
    const back = job * pointCount + point[before]
    const direct = point[after] * pointCount + point[before]
    const empty = this.solution.size[vehicle] === 0
    const travel = durations[there] + durations[back] - (empty ? 0 : durations[direct])
    if (this.travel[vehicle] + travel > maxTravel) return false
    if (!distances) return true
    return this.distance[vehicle] + distances[there] + distances[back] - (empty ? 0 : distances[direct]) <= maxDistance
  }
}

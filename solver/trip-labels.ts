import type { Problem, VehicleType } from './problem.ts'
import type { Solution } from './solution.ts'

/** So many ways to have done the first jobs, or to do the last ones, are remembered at each place. */
const MOST = 8

/**
 * What is remembered along routes of several trips, so that an insertion only looks at the trip that it falls into. At
 * each node: the ways of having come to a depot behind it, by path cost and time, and the ways of going on from a depot
 * to it, by path cost and latest time. Of each kind none is worse than another in both. For types that `isSimple` holds.
 */
export class TripLabels {
  /** Ways of being at a depot with a node and all before it done. */
  readonly ready: Ways
  /** Ways of going on from a depot with a node and all behind it to do; `time` is the latest arrival at the depot. */
  readonly onward: Ways
  /** What the whole route costs along its path; Infinity where there is none. */
  readonly total: Float64Array
  private readonly problem: Problem
  private readonly solution: Solution
  private readonly departure: Float64Array
  private readonly latestStart: Float64Array
  private readonly peak: Float64Array
  private readonly carried: Float64Array

  constructor(solution: Solution, departure: Float64Array, latestStart: Float64Array) {
    const { problem } = solution
    this.problem = problem
    this.solution = solution
    this.departure = departure
    this.latestStart = latestStart
    this.ready = new Ways(problem.nodeCount)
    this.onward = new Ways(problem.nodeCount)
    this.total = new Float64Array(problem.vehicleCount)
    this.peak = new Float64Array(problem.dimensions)
    this.carried = new Float64Array(problem.dimensions)
    for (let v = 0; v < problem.vehicleCount; v++) {
      const type = problem.types[problem.typeOf[v]!]!
      this.ready.add(solution.startNode(v), 0, type.shiftFrom, type.start)
      this.onward.add(solution.endNode(v), 0, -type.shiftTo, type.end)
    }
  }

  /** Works out a whole route, or what one more job behind and before it changed; what it costs beyond its direct arcs. */
  refresh(vehicle: number, job = -1): number {
    const { solution, problem } = this
    const start = solution.startNode(vehicle)
    this.departure[start] = problem.types[problem.typeOf[vehicle]!]!.shiftFrom
    this.latestStart[start + 1] = problem.types[problem.typeOf[vehicle]!]!.shiftTo
    if (solution.size[vehicle] === 0) return (this.total[vehicle] = 0)
    this.passForward(vehicle, job < 0 ? solution.next[start]! : job)
    this.passBackward(vehicle, job < 0 ? solution.prev[start + 1]! : job)
    let direct = 0
    for (let node = start; node !== start + 1; node = solution.next[node]!) direct += solution.arc[node]!
    return this.total[vehicle]! - direct
  }

  private passForward(vehicle: number, first: number) {
    const { problem, solution, ready, departure, peak, carried } = this
    const { jobCount, point, pointCount, release, earliest, latest } = problem
    const { next, prev } = solution
    const type = problem.types[problem.typeOf[vehicle]!]!
    const { costs, durations, capacity, shiftTo } = type
    const { points, service: loading } = type.reload!
    this.total[vehicle] = Infinity
    for (let last = first; last < jobCount; last = next[last]!) {
      const isEnd = next[last]! >= jobCount
      ready.clear(last)
      departure[last] = Infinity
      peak.fill(0)
      carried.fill(0)
      let released = 0
      // From leaving the trip's first job to leaving its last one: path cost, seconds, earliest end, latest beginning.
      let path = 0
      let seconds = 0
      let soonest = -Infinity
      let deadline = Infinity
      for (let from = last; ;) {
        if (!putInFront(problem, from, peak, carried, capacity)) break
        if (release[from]! > released) released = release[from]!
        const before = prev[from]!
        const wait = before < jobCount ? loading : 0
        for (let w = before * MOST; w < before * MOST + ready.count[before]!; w++) {
          const depot = ready.depot[w]!
          const arrived = ready.time[w]! > released ? ready.time[w]! : released
          let begin = arrived + wait + durations[depot * pointCount + from]!
          if (begin < earliest[from]!) begin = earliest[from]!
          if (begin > latest[from]!) continue
          const left = begin + workAt(problem, type, depot, from)
          if (left > deadline) continue
          const over = left + seconds > soonest ? left + seconds : soonest
          if (over < departure[last]!) departure[last] = over
          const cost = ready.cost[w]! + costs[depot * pointCount + from]! + path
          for (const to of points)
            ready.add(last, cost + costs[last * pointCount + to]!, over + durations[last * pointCount + to]!, to)
          if (!isEnd) continue
          const home = last * pointCount + point[next[last]!]!
          if (over + durations[home]! <= shiftTo && cost + costs[home]! < this.total[vehicle]!)
            this.total[vehicle] = cost + costs[home]!
        }
        if (before >= jobCount) break
        const work = workAt(problem, type, before, from)
        if (earliest[from]! + work > deadline) break
        const travel = durations[before * pointCount + from]!
        const ends = earliest[from]! + work + seconds
        if (ends > soonest) soonest = ends
        deadline = Math.min(latest[from]!, deadline - work) - travel
        seconds += travel + work
        path += costs[before * pointCount + from]!
        from = before
      }
    }
  }

  private passBackward(vehicle: number, last: number) {
    const { problem, solution, onward, latestStart, peak, carried } = this
    const { jobCount, pointCount, release, earliest, latest } = problem
    const { next, prev } = solution
    const type = problem.types[problem.typeOf[vehicle]!]!
    const { costs, durations, capacity, service } = type
    const { points, service: loading } = type.reload!
    for (let first = last; first < jobCount; first = prev[first]!) {
      onward.clear(first)
      latestStart[first] = -Infinity
      peak.fill(0)
      carried.fill(0)
      let released = 0
      // From leaving the trip's first job to leaving its last one, as above.
      let path = 0
      let seconds = 0
      let soonest = -Infinity
      let deadline = Infinity
      for (let to = first; ;) {
        if (!putBehind(problem, to, peak, carried, capacity)) break
        if (release[to]! > released) released = release[to]!
        const behind = next[to]!
        for (let w = behind * MOST; w < behind * MOST + onward.count[behind]!; w++) {
          const back = to * pointCount + onward.depot[w]!
          const over = -onward.time[w]! - durations[back]!
          if (soonest > over) continue
          const left = over - seconds < deadline ? over - seconds : deadline
          const begin = left - service[first]! < latest[first]! ? left - service[first]! : latest[first]!
          if (begin < earliest[first]!) continue
          if (begin > latestStart[first]!) latestStart[first] = begin
          const cost = path + costs[back]! + onward.cost[w]!
          for (const depot of points) {
            const work = workAt(problem, type, depot, first)
            const begins = left - work < latest[first]! ? left - work : latest[first]!
            if (begins < earliest[first]!) continue
            const arrival = begins - durations[depot * pointCount + first]! - loading
            if (released <= arrival) onward.add(first, cost + costs[depot * pointCount + first]!, -arrival, depot)
          }
        }
        if (behind >= jobCount) break
        const work = workAt(problem, type, to, behind)
        const travel = durations[to * pointCount + behind]!
        if (soonest + travel > latest[behind]!) break
        deadline = Math.min(deadline, latest[behind]! - travel - seconds)
        soonest = Math.max(soonest + travel, earliest[behind]!) + work
        seconds += travel + work
        path += costs[to * pointCount + behind]!
        to = behind
      }
    }
  }
}

/** Up to MOST ways at each node, from `node * MOST` on. Less is better, in cost as in time. */
export class Ways {
  readonly count: Int32Array
  readonly cost: Float64Array
  readonly time: Float64Array
  readonly depot: Int32Array

  constructor(nodeCount: number) {
    this.count = new Int32Array(nodeCount)
    this.cost = new Float64Array(nodeCount * MOST)
    this.time = new Float64Array(nodeCount * MOST)
    this.depot = new Int32Array(nodeCount * MOST)
  }

  /** Where the ways at a node begin. */
  from(node: number): number {
    return node * MOST
  }

  clear(node: number): void {
    this.count[node] = 0
  }

  /** Adds a way unless one from the same depot is as good; where there are too many, the dearest goes. */
  add(node: number, cost: number, time: number, depot: number): void {
    const begin = node * MOST
    let kept = begin
    const end = begin + this.count[node]!
    for (let w = begin; w < end; w++) {
      const isSame = this.depot[w] === depot
      if (isSame && this.cost[w]! <= cost && this.time[w]! <= time) return
      if (isSame && this.cost[w]! >= cost && this.time[w]! >= time) continue
      this.put(kept++, this.cost[w]!, this.time[w]!, this.depot[w]!)
    }
    if (kept === begin + MOST) {
      let dearest = begin
      for (let w = begin; w < kept; w++) if (this.cost[w]! > this.cost[dearest]!) dearest = w
      if (this.cost[dearest]! > cost) this.put(dearest, cost, time, depot)
      return
    }
    this.put(kept, cost, time, depot)
    this.count[node] = kept + 1 - begin
  }

  private put(w: number, cost: number, time: number, depot: number) {
    this.cost[w] = cost
    this.time[w] = time
    this.depot[w] = depot
  }
}

/** Whether a type's trips can be remembered: one window for each job, no shipments, no limits beyond its shift. */
export function isSimple(problem: Problem, { reload, maxTravel, maxDistance }: VehicleType): boolean {
  if (!reload || problem.hasSeveralWindows || problem.hasPairs) return false
  return reload.maxTrips === Infinity && maxTravel === Infinity && maxDistance === Infinity
}

/**
 * Adds a job in front of a part of a trip: `peak` is the most that this part has on board, `carried` all that it delivers.
 * False when that is too much.
 */
export function putInFront(
  { dimensions, delivery, pickup }: Problem,
  job: number,
  peak: Float64Array,
  carried: Float64Array,
  capacity: Float64Array,
): boolean {
  let fits = true
  for (let d = 0; d < dimensions; d++) {
    carried[d]! += delivery[job * dimensions + d]!
    const behind = peak[d]! + pickup[job * dimensions + d]!
    peak[d] = behind > carried[d]! ? behind : carried[d]!
    if (peak[d]! > capacity[d]!) fits = false
  }
  return fits
}

/** The same behind a part of a trip; here `carried` is all that it picks up. */
export function putBehind(
  { dimensions, delivery, pickup }: Problem,
  job: number,
  peak: Float64Array,
  carried: Float64Array,
  capacity: Float64Array,
): boolean {
  let fits = true
  for (let d = 0; d < dimensions; d++) {
    carried[d]! += pickup[job * dimensions + d]!
    const before = peak[d]! + delivery[job * dimensions + d]!
    peak[d] = before > carried[d]! ? before : carried[d]!
    if (peak[d]! > capacity[d]!) fits = false
  }
  return fits
}

/** Setup and service at a job after another point. */
export function workAt(
  { hasSetup, travel }: Problem,
  { service, setup }: VehicleType,
  from: number,
  job: number,
): number {
  if (!hasSetup || travel.address[from] === travel.address[job]) return service[job]!
  return service[job]! + setup[job]!
}

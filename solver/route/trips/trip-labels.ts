import { type Problem, type VehicleType } from '../../model/problem.ts'
import type { Solution } from '../solution.ts'
import {
  costField,
  latestField,
  loadsField,
  releaseField,
  secondsField,
  soonestField,
  TripParts,
} from './trip-parts.ts'
import { Ways } from './trip-ways.ts'

/**
 * One long class on purpose: split by direction, problems with several trips ran 5 to 8 % slower.
 *
 * Labels along routes of several trips, so that an insertion only looks at the two parts of the trip around it (Split of
 * Prins, 2004, from both ends). For types where `isSimple` holds; other routes are split completely, by `splitIntoTrips`.
 */
export class TripLabels {
  /** Ways to be at a depot with a node and everything before it done. */
  readonly ready: Ways
  /**
   * Ways to continue from a depot with a node and everything after it to do; `time` is the negative latest arrival
   * there.
   */
  readonly onward: Ways
  /** Trips under way when work at a node ends. Amounts: what they have picked up. */
  readonly beginnings: TripParts
  /** Trips that continue with a node, from the end of its work. Amounts: what they deliver, including the node. */
  readonly ends: TripParts
  /** The path cost of each whole route; Infinity if there is no path. */
  readonly total: Float64Array
  private readonly problem: Problem
  private readonly solution: Solution
  private readonly departure: Float64Array
  private readonly latestStart: Float64Array
  private readonly lastRelease: number
  /** The state of the neighbor that each node's labels were computed from: they hold as long as it does. */
  private readonly forward: Sources
  private readonly backward: Sources

  constructor(solution: Solution, departure: Float64Array, latestStart: Float64Array) {
    const { problem } = solution
    this.problem = problem
    this.solution = solution
    this.departure = departure
    this.latestStart = latestStart
    this.lastRelease = problem.release.reduce((a, b) => Math.max(a, b), 0)
    this.ready = new Ways(problem.nodeCount)
    this.onward = new Ways(problem.nodeCount)
    this.beginnings = new TripParts(problem.nodeCount, problem.dimensions)
    this.ends = new TripParts(problem.nodeCount, problem.dimensions)
    this.forward = new Sources(problem.nodeCount)
    this.backward = new Sources(problem.nodeCount)
    this.total = new Float64Array(problem.vehicleCount)
    for (let v = 0; v < problem.vehicleCount; v++) {
      const type = problem.types[problem.typeOf[v]]
      this.ready.add(solution.startNode(v), 0, type.shiftFrom, type.start)
      this.onward.add(solution.endNode(v), 0, -type.shiftTo, type.end)
      departure[solution.startNode(v)] = type.shiftFrom
      latestStart[solution.endNode(v)] = type.shiftTo
    }
  }

  /** Finds which labels of a changed route still hold, and returns its cost beyond direct arcs. */
  refresh(vehicle: number): number {
    const { solution, forward, backward } = this
    const { next, prev } = solution
    const start = solution.startNode(vehicle)
    if (solution.size[vehicle] === 0) return (this.total[vehicle] = 0)
    const known = forward.recall(start, start + 1, next)
    backward.recall(start + 1, start, prev)
    return this.join(known, vehicle)
  }

  /** The same for a restored route, which cost `extra` beyond its direct arcs. */
  restore(vehicle: number, extra: number): void {
    const { solution } = this
    const start = solution.startNode(vehicle)
    this.forward.recall(start, start + 1, solution.next)
    this.backward.recall(start + 1, start, solution.prev)
    this.total[vehicle] = solution.size[vehicle] === 0 ? 0 : extra + this.direct(vehicle)
  }

  /** The same after inserting a job at a prepared position. */
  inserted(job: number, vehicle: number): number {
    const { solution, forward, backward } = this
    const start = solution.startNode(vehicle)
    forward.forget(job, start + 1, solution.next)
    backward.forget(job, start, solution.prev)
    this.prepareBehind(job, vehicle)
    return this.join(job, vehicle)
  }

  /** Computes the labels up to a node and from the next node on. */
  prepare(after: number, vehicle: number): void {
    this.prepareBehind(after, vehicle)
    this.prepareBefore(this.solution.next[after], vehicle)
  }

  private prepareBehind(node: number, vehicle: number) {
    const { solution, problem, forward } = this
    if (forward.isKnown(node) || node >= problem.jobCount) return
    const type = problem.types[problem.typeOf[vehicle]]
    let first = node
    for (let before = solution.prev[node]; before < problem.jobCount && !forward.isKnown(before);) {
      first = before
      before = solution.prev[before]
    }
    for (; ; first = solution.next[first]) {
      this.passForward(first, type)
      forward.know(first, solution.prev[first])
      if (first === node) return
    }
  }

  private prepareBefore(node: number, vehicle: number) {
    const { solution, problem, backward } = this
    if (backward.isKnown(node) || node >= problem.jobCount) return
    const type = problem.types[problem.typeOf[vehicle]]
    let last = node
    for (let behind = solution.next[node]; behind < problem.jobCount && !backward.isKnown(behind);) {
      last = behind
      behind = solution.next[behind]
    }
    for (; ; last = solution.prev[last]) {
      this.passBackward(last, type)
      backward.know(last, solution.next[last])
      if (last === node) return
    }
  }

  /** Computes a route's path cost from the labels on both sides of a gap; returns its cost beyond direct arcs. */
  private join(after: number, vehicle: number): number {
    const { solution, problem, ready, onward, beginnings } = this
    const { next } = solution
    const type = problem.types[problem.typeOf[vehicle]]
    const start = solution.startNode(vehicle)
    const behind = next[after]
    this.prepareBefore(behind, vehicle)
    let least = Infinity
    if (after === start) least = this.leastFrom(behind, ready.from(start), type)
    else {
      const { stride } = beginnings
      const first = beginnings.from(after)
      for (let p = first; p < first + beginnings.count[after] * stride; p += stride)
        least = this.leastBehind(after, p, behind, type, least)
      const home = onward.from(behind)
      for (let w = ready.from(after); w < ready.from(after) + ready.count[after] && behind < problem.jobCount; w++) {
        for (let h = home; h < home + onward.count[behind]; h++) {
          if (onward.depot[h] !== ready.depot[w] || ready.time[w] > -onward.time[h]) continue
          if (ready.cost[w] + onward.cost[h] < least) least = ready.cost[w] + onward.cost[h]
        }
      }
    }
    this.total[vehicle] = least
    return least - this.direct(vehicle)
  }

  /** The cost of a route's direct arcs, without visits to depots. */
  private direct(vehicle: number): number {
    const { next, arc } = this.solution
    const start = this.solution.startNode(vehicle)
    let cost = 0
    for (let node = start; node !== start + 1; node = next[node]) cost += arc[node]
    return cost
  }

  /** The least path cost if a beginning at one node continues with the next, or goes home. */
  private leastBehind(after: number, part: number, behind: number, type: VehicleType, least: number): number {
    const { beginnings, ends, problem, onward } = this
    const { jobCount, point, pointCount, earliest, latest, dimensions } = problem
    const { figures, stride } = beginnings
    const there = after * pointCount + point[behind]
    const cost = figures[part] + type.costs[there]
    const soonest = figures[part + soonestField]
    if (behind >= jobCount) {
      const isInTime = soonest + type.durations[there] <= -onward.time[onward.from(behind)]
      return isInTime && cost < least ? cost : least
    }
    const work = workAt(problem, type, after, behind)
    const first = ends.from(behind)
    for (let e = first; e < first + ends.count[behind] * stride; e += stride) {
      if (cost + ends.figures[e] >= least) return least
      const release = ends.figures[e + releaseField]
      if (release > figures[part + latestField]) continue
      const over = Math.max(release + figures[part + secondsField], soonest)
      const begin = Math.max(over + type.durations[there], earliest[behind])
      if (begin > latest[behind] || begin + work > ends.figures[e + latestField]) continue
      let fits = true
      for (let d = 0; d < dimensions; d++) {
        const [mine, its] = [part + loadsField + d, e + loadsField + d]
        if (figures[mine] + ends.figures[its + dimensions] > type.capacity[d]) fits = false
        if (figures[mine + dimensions] + ends.figures[its] > type.capacity[d]) fits = false
      }
      if (fits) return cost + ends.figures[e]
    }
    return least
  }

  /** The least path cost of a route by the ends of its first job. */
  private leastFrom(first: number, way: number, type: VehicleType): number {
    const { ready, ends, problem } = this
    const { pointCount, earliest, latest } = problem
    const { figures, stride } = ends
    const arc = type.start * pointCount + first
    const begin = ends.from(first)
    for (let e = begin; e < begin + ends.count[first] * stride; e += stride) {
      const loaded = Math.max(ready.time[way], figures[e + releaseField])
      const work = Math.max(loaded + type.durations[arc], earliest[first])
      if (work > latest[first] || work + workAt(problem, type, type.start, first) > figures[e + latestField]) continue
      return type.costs[arc] + figures[e]
    }
    return Infinity
  }

  private passForward(node: number, type: VehicleType) {
    const { problem, solution, ready, beginnings, departure, lastRelease } = this
    const { jobCount, pointCount, release, earliest, latest, dimensions, delivery, pickup } = problem
    const { costs, durations, capacity } = type
    const { points, service: loading } = type.reload!
    const { figures, stride, made } = beginnings
    const before = solution.prev[node]
    ready.clear(node)
    beginnings.clear(node)
    departure[node] = Infinity
    // The latest release determines the loading.
    const add = (latestLoading: number, seconds: number, soonest: number) => {
      made[latestField] = latestLoading < lastRelease ? latestLoading : lastRelease
      made[secondsField] = seconds > soonest - lastRelease ? seconds : soonest - lastRelease
      made[soonestField] = soonest
      beginnings.add(node)
      if (soonest < departure[node]) departure[node] = soonest
    }
    // A new trip.
    const wait = before < jobCount ? loading : 0
    const firstWay = ready.from(before)
    for (let w = firstWay; w < firstWay + ready.count[before]; w++) {
      const depot = ready.depot[w]
      const there = wait + durations[depot * pointCount + node]
      const loaded = ready.time[w] > release[node] ? ready.time[w] : release[node]
      if (loaded + there > latest[node]) continue
      const work = workAt(problem, type, depot, node)
      for (let d = 0; d < dimensions; d++) {
        const [brought, taken] = [delivery[node * dimensions + d], pickup[node * dimensions + d]]
        made[loadsField + d] = brought > taken ? brought : taken
        made[loadsField + dimensions + d] = taken
      }
      made[costField] = ready.cost[w] + costs[depot * pointCount + node]
      const begin = loaded + there > earliest[node] ? loaded + there : earliest[node]
      add(latest[node] - there, there + work, begin + work)
    }
    // A trip that goes on.
    const firstPart = beginnings.from(before)
    const partCount = before < jobCount ? beginnings.count[before] : 0
    const travel = partCount > 0 ? durations[before * pointCount + node] : 0
    const work = partCount > 0 ? workAt(problem, type, before, node) : 0
    for (let p = firstPart; p < firstPart + partCount * stride; p += stride) {
      if (release[node] > figures[p + latestField]) continue
      const driven = release[node] + figures[p + secondsField]
      const over = driven > figures[p + soonestField] ? driven : figures[p + soonestField]
      if (over + travel > latest[node]) continue
      let fits = true
      for (let d = 0; d < dimensions; d++) {
        const taken = figures[p + loadsField + dimensions + d] + pickup[node * dimensions + d]
        const peak = figures[p + loadsField + d] + delivery[node * dimensions + d]
        made[loadsField + d] = peak > taken ? peak : taken
        made[loadsField + dimensions + d] = taken
        if (made[loadsField + d] > capacity[d]) fits = false
      }
      if (!fits) continue
      made[costField] = figures[p] + costs[before * pointCount + node]
      const begin = over + travel > earliest[node] ? over + travel : earliest[node]
      const bound = latest[node] - travel - figures[p + secondsField]
      const latestLoading = figures[p + latestField] < bound ? figures[p + latestField] : bound
      add(latestLoading, figures[p + secondsField] + travel + work, begin + work)
    }
    const first = beginnings.from(node)
    for (let p = first; p < first + beginnings.count[node] * stride; p += stride) {
      const over = figures[p + soonestField]
      for (const depot of points) {
        const arc = node * pointCount + depot
        ready.add(node, figures[p] + costs[arc], over + durations[arc], depot)
      }
    }
  }

  private passBackward(node: number, type: VehicleType) {
    const { problem, solution, onward, ends, latestStart } = this
    const { jobCount, point, pointCount, release, earliest, latest, dimensions, delivery, pickup } = problem
    const { costs, durations, capacity, service } = type
    const { points, service: loading } = type.reload!
    const { figures, stride, made } = ends
    const behind = solution.next[node]
    onward.clear(node)
    ends.clear(node)
    latestStart[node] = -Infinity
    made[soonestField] = 0
    const soonest = earliest[node] + service[node]
    // A trip that ends here.
    const firstWay = onward.from(behind)
    for (let w = firstWay; w < firstWay + onward.count[behind]; w++) {
      const arc = node * pointCount + onward.depot[w]
      made[costField] = costs[arc] + onward.cost[w]
      made[releaseField] = release[node]
      made[latestField] = -onward.time[w] - durations[arc]
      if (made[latestField] < soonest) continue
      for (let d = 0; d < dimensions; d++) {
        const [brought, taken] = [delivery[node * dimensions + d], pickup[node * dimensions + d]]
        made[loadsField + d] = brought > taken ? brought : taken
        made[loadsField + dimensions + d] = brought
      }
      ends.add(node)
    }
    // A trip that goes on.
    const there = node * pointCount + point[behind]
    const work = behind < jobCount ? workAt(problem, type, node, behind) : 0
    const firstPart = ends.from(behind)
    for (let p = firstPart; p < firstPart + ends.count[behind] * stride; p += stride) {
      const begin = figures[p + latestField] - work < latest[behind] ? figures[p + latestField] - work : latest[behind]
      made[costField] = figures[p] + costs[there]
      made[releaseField] = figures[p + releaseField] > release[node] ? figures[p + releaseField] : release[node]
      made[latestField] = begin - durations[there]
      if (begin < earliest[behind] || made[latestField] < soonest) continue
      let fits = true
      for (let d = 0; d < dimensions; d++) {
        const brought = figures[p + loadsField + dimensions + d] + delivery[node * dimensions + d]
        const peak = figures[p + loadsField + d] + pickup[node * dimensions + d]
        made[loadsField + d] = peak > brought ? peak : brought
        made[loadsField + dimensions + d] = brought
        if (made[loadsField + d] > capacity[d]) fits = false
      }
      if (fits) ends.add(node)
    }
    const first = ends.from(node)
    for (let p = first; p < first + ends.count[node] * stride; p += stride) {
      const least = figures[p + latestField] - service[node]
      const begin = least < latest[node] ? least : latest[node]
      if (begin > latestStart[node]) latestStart[node] = begin
      for (const depot of points) {
        const latestBegin = figures[p + latestField] - workAt(problem, type, depot, node)
        const begins = latestBegin < latest[node] ? latestBegin : latest[node]
        const arrival = begins - durations[depot * pointCount + node] - loading
        if (begins >= earliest[node] && figures[p + releaseField] <= arrival)
          onward.add(node, figures[p] + costs[depot * pointCount + node], -arrival, depot)
      }
    }
  }
}

/** Records the neighbor and its state that a node's labels were computed from. */
class Sources {
  private readonly source: Int32Array
  private readonly sourceVersion: Int32Array
  private readonly version: Int32Array
  private readonly known: Uint8Array
  private latest = 0

  constructor(nodeCount: number) {
    this.source = new Int32Array(nodeCount).fill(-1)
    this.sourceVersion = new Int32Array(nodeCount)
    this.version = new Int32Array(nodeCount)
    this.known = new Uint8Array(nodeCount)
  }

  isKnown(node: number): boolean {
    return this.known[node] === 1
  }

  know(node: number, source: number): void {
    this.source[node] = source
    this.sourceVersion[node] = this.version[source]
    this.version[node] = ++this.latest
    this.known[node] = 1
  }

  /** Follows a route from one end as long as labels hold; returns the last such node. */
  recall(from: number, to: number, next: Int32Array): number {
    const { source, sourceVersion, version, known } = this
    let last = from
    let node = next[from]
    for (; node !== to; node = next[node]) {
      if (source[node] !== last || sourceVersion[node] !== version[last]) break
      known[node] = 1
      last = node
    }
    this.forget(node, to, next)
    return last
  }

  /** Invalidates everything that was computed from a node. */
  forget(node: number, to: number, next: Int32Array): void {
    for (; node !== to; node = next[node]) this.known[node] = 0
  }
}

/** Whether a type's trips can have labels: one window per job, no shipments, no limits besides its shift. */
export function isSimple(problem: Problem, { reload, maxTravel, maxDistance }: VehicleType): boolean {
  if (!reload || problem.hasSeveralWindows || problem.hasPairs || problem.hasRides) return false
  if (problem.groups && problem.groups.aboard.length > 0) return false
  if (reload.maxTrips < Infinity || reload.maxDistance < Infinity) return false
  return maxTravel === Infinity && maxDistance === Infinity
}

/** Setup and service at a job after another point. */
export function workAt(
  { hasSetup, travel }: Problem,
  { service, setup }: VehicleType,
  from: number,
  job: number,
): number {
  if (!hasSetup || travel.address[from] === travel.address[job]) return service[job]
  return service[job] + setup[job]
}

import { type Problem, type VehicleType } from './problem.ts'
import type { Solution } from './solution.ts'
import { COST, LATEST, LOADS, RELEASE, SECONDS, SOONEST, TripParts } from './trip-parts.ts'
import { Ways } from './trip-ways.ts'

/**
 * What is remembered along routes of several trips, so that an insertion only looks at the two parts of the trip that it
 * falls between. For types that `isSimple` holds; other routes are split as a whole, by `splitIntoTrips`.
 */
export class TripLabels {
  /** Ways of being at a depot with a node and all before it done. */
  readonly ready: Ways
  /** Ways of going on from a depot with a node and all behind it to do; `time` is the latest arrival there, negative. */
  readonly onward: Ways
  /** Trips under way when work at a node is over. Amounts: what they have picked up. */
  readonly beginnings: TripParts
  /** Trips that go on with a node, from the end of its work. Amounts: what they deliver, with the node's own. */
  readonly ends: TripParts
  /** What the whole route costs along its path; Infinity where there is none. */
  readonly total: Float64Array
  private readonly problem: Problem
  private readonly solution: Solution
  private readonly departure: Float64Array
  private readonly latestStart: Float64Array

  constructor(solution: Solution, departure: Float64Array, latestStart: Float64Array) {
    const { problem } = solution
    this.problem = problem
    this.solution = solution
    this.departure = departure
    this.latestStart = latestStart
    this.ready = new Ways(problem.nodeCount)
    this.onward = new Ways(problem.nodeCount)
    this.beginnings = new TripParts(problem.nodeCount, problem.dimensions)
    this.ends = new TripParts(problem.nodeCount, problem.dimensions)
    this.total = new Float64Array(problem.vehicleCount)
    for (let v = 0; v < problem.vehicleCount; v++) {
      const type = problem.types[problem.typeOf[v]!]!
      this.ready.add(solution.startNode(v), 0, type.shiftFrom, type.start)
      this.onward.add(solution.endNode(v), 0, -type.shiftTo, type.end)
      departure[solution.startNode(v)] = type.shiftFrom
      latestStart[solution.endNode(v)] = type.shiftTo
    }
  }

  /** Works out a whole route, or what one more job behind and before it changed; what it costs beyond its direct arcs. */
  refresh(vehicle: number, job = -1): number {
    const { solution, problem, ready } = this
    const { next, prev, arc } = solution
    const { jobCount } = problem
    const start = solution.startNode(vehicle)
    const type = problem.types[problem.typeOf[vehicle]!]!
    if (solution.size[vehicle] === 0) return (this.total[vehicle] = 0)
    for (let node = job < 0 ? next[start]! : job; node < jobCount; node = next[node]!) this.passForward(node, type)
    for (let node = job < 0 ? prev[start + 1]! : job; node < jobCount; node = prev[node]!) this.passBackward(node, type)
    // Every way to the end of the route is one more trip from its start.
    this.total[vehicle] = this.leastFrom(next[start]!, ready.from(start), type)
    let direct = 0
    for (let node = start; node !== start + 1; node = next[node]!) direct += arc[node]!
    return this.total[vehicle]! - direct
  }

  /** The least path cost of a whole route by its first job's ends. */
  private leastFrom(first: number, way: number, type: VehicleType): number {
    const { ready, ends, problem } = this
    const { pointCount, earliest, latest } = problem
    const { figures, stride } = ends
    const arc = type.start * pointCount + first
    const begin = ends.from(first)
    for (let e = begin; e < begin + ends.count[first]! * stride; e += stride) {
      const loaded = Math.max(ready.time[way]!, figures[e + RELEASE]!)
      const work = Math.max(loaded + type.durations[arc]!, earliest[first]!)
      if (work > latest[first]! || work + workAt(problem, type, type.start, first) > figures[e + LATEST]!) continue
      return type.costs[arc]! + figures[e]!
    }
    return Infinity
  }

  private passForward(node: number, type: VehicleType) {
    const { problem, solution, ready, beginnings, departure } = this
    const { jobCount, pointCount, release, earliest, latest, dimensions, delivery, pickup } = problem
    const { costs, durations, capacity } = type
    const { points, service: loading } = type.reload!
    const { figures, stride, made } = beginnings
    const before = solution.prev[node]!
    ready.clear(node)
    beginnings.clear(node)
    departure[node] = Infinity
    // A new trip.
    const wait = before < jobCount ? loading : 0
    const firstWay = ready.from(before)
    for (let w = firstWay; w < firstWay + ready.count[before]!; w++) {
      const depot = ready.depot[w]!
      const there = wait + durations[depot * pointCount + node]!
      const work = workAt(problem, type, depot, node)
      made[COST] = ready.cost[w]! + costs[depot * pointCount + node]!
      made[RELEASE] = ready.time[w]! > release[node]! ? ready.time[w]! : release[node]!
      made[LATEST] = latest[node]! - there
      made[SECONDS] = there + work
      made[SOONEST] = earliest[node]! + work
      if (made[RELEASE]! > made[LATEST]!) continue
      for (let d = 0; d < dimensions; d++) {
        const [brought, taken] = [delivery[node * dimensions + d]!, pickup[node * dimensions + d]!]
        made[LOADS + d] = brought > taken ? brought : taken
        made[LOADS + dimensions + d] = taken
      }
      beginnings.add(node)
    }
    // A trip that goes on.
    const travel = before < jobCount ? durations[before * pointCount + node]! : 0
    const work = workAt(problem, type, before < jobCount ? before : type.start, node)
    const firstPart = beginnings.from(before)
    for (let p = firstPart; p < firstPart + beginnings.count[before]! * stride; p += stride) {
      if (figures[p + SOONEST]! + travel > latest[node]!) continue
      made[COST] = figures[p]! + costs[before * pointCount + node]!
      made[RELEASE] = figures[p + RELEASE]! > release[node]! ? figures[p + RELEASE]! : release[node]!
      const bound = latest[node]! - travel - figures[p + SECONDS]!
      made[LATEST] = figures[p + LATEST]! < bound ? figures[p + LATEST]! : bound
      made[SECONDS] = figures[p + SECONDS]! + travel + work
      const soonest = figures[p + SOONEST]! + travel
      made[SOONEST] = (soonest > earliest[node]! ? soonest : earliest[node]!) + work
      if (made[RELEASE]! > made[LATEST]!) continue
      let fits = true
      for (let d = 0; d < dimensions; d++) {
        const taken = figures[p + LOADS + dimensions + d]! + pickup[node * dimensions + d]!
        const peak = figures[p + LOADS + d]! + delivery[node * dimensions + d]!
        made[LOADS + d] = peak > taken ? peak : taken
        made[LOADS + dimensions + d] = taken
        if (made[LOADS + d]! > capacity[d]!) fits = false
      }
      if (fits) beginnings.add(node)
    }
    const first = beginnings.from(node)
    for (let p = first; p < first + beginnings.count[node]! * stride; p += stride) {
      const driven = figures[p + RELEASE]! + figures[p + SECONDS]!
      const over = driven > figures[p + SOONEST]! ? driven : figures[p + SOONEST]!
      if (over < departure[node]!) departure[node] = over
      for (const depot of points) {
        const arc = node * pointCount + depot
        ready.add(node, figures[p]! + costs[arc]!, over + durations[arc]!, depot)
      }
    }
  }

  private passBackward(node: number, type: VehicleType) {
    const { problem, solution, onward, ends, latestStart } = this
    const { jobCount, point, pointCount, release, earliest, latest, dimensions, delivery, pickup } = problem
    const { costs, durations, capacity, service } = type
    const { points, service: loading } = type.reload!
    const { figures, stride, made } = ends
    const behind = solution.next[node]!
    onward.clear(node)
    ends.clear(node)
    latestStart[node] = -Infinity
    made[SECONDS] = 0
    made[SOONEST] = 0
    const soonest = earliest[node]! + service[node]!
    // A trip that ends here.
    const firstWay = onward.from(behind)
    for (let w = firstWay; w < firstWay + onward.count[behind]!; w++) {
      const arc = node * pointCount + onward.depot[w]!
      made[COST] = costs[arc]! + onward.cost[w]!
      made[RELEASE] = release[node]!
      made[LATEST] = -onward.time[w]! - durations[arc]!
      if (made[LATEST]! < soonest) continue
      for (let d = 0; d < dimensions; d++) {
        const [brought, taken] = [delivery[node * dimensions + d]!, pickup[node * dimensions + d]!]
        made[LOADS + d] = brought > taken ? brought : taken
        made[LOADS + dimensions + d] = brought
      }
      ends.add(node)
    }
    // A trip that goes on.
    const there = node * pointCount + point[behind]!
    const work = behind < jobCount ? workAt(problem, type, node, behind) : 0
    const firstPart = ends.from(behind)
    for (let p = firstPart; p < firstPart + ends.count[behind]! * stride; p += stride) {
      const begin = figures[p + LATEST]! - work < latest[behind]! ? figures[p + LATEST]! - work : latest[behind]!
      made[COST] = figures[p]! + costs[there]!
      made[RELEASE] = figures[p + RELEASE]! > release[node]! ? figures[p + RELEASE]! : release[node]!
      made[LATEST] = begin - durations[there]!
      if (begin < earliest[behind]! || made[LATEST]! < soonest) continue
      let fits = true
      for (let d = 0; d < dimensions; d++) {
        const brought = figures[p + LOADS + dimensions + d]! + delivery[node * dimensions + d]!
        const peak = figures[p + LOADS + d]! + pickup[node * dimensions + d]!
        made[LOADS + d] = peak > brought ? peak : brought
        made[LOADS + dimensions + d] = brought
        if (made[LOADS + d]! > capacity[d]!) fits = false
      }
      if (fits) ends.add(node)
    }
    const first = ends.from(node)
    for (let p = first; p < first + ends.count[node]! * stride; p += stride) {
      const least = figures[p + LATEST]! - service[node]!
      const begin = least < latest[node]! ? least : latest[node]!
      if (begin > latestStart[node]!) latestStart[node] = begin
      for (const depot of points) {
        const latestBegin = figures[p + LATEST]! - workAt(problem, type, depot, node)
        const begins = latestBegin < latest[node]! ? latestBegin : latest[node]!
        const arrival = begins - durations[depot * pointCount + node]! - loading
        if (begins >= earliest[node]! && figures[p + RELEASE]! <= arrival)
          onward.add(node, figures[p]! + costs[depot * pointCount + node]!, -arrival, depot)
      }
    }
  }
}

/** Whether a type's trips can be remembered: one window for each job, no shipments, no limits beyond its shift. */
export function isSimple(problem: Problem, { reload, maxTravel, maxDistance }: VehicleType): boolean {
  if (!reload || problem.hasSeveralWindows || problem.hasPairs) return false
  return reload.maxTrips === Infinity && maxTravel === Infinity && maxDistance === Infinity
}

/** Setup and service at a job after another point. */
export function workAt({ hasSetup, travel }: Problem, { service, setup }: VehicleType, from: number, job: number): number {
  if (!hasSetup || travel.address[from] === travel.address[job]) return service[job]!
  return service[job]! + setup[job]!
}

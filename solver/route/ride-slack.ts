import type { Problem, VehicleType } from '../model/problem.ts'
import type { Solution } from './solution.ts'

/**
 * How much longer routes may get between their stops before goods ride for too long, even without waiting. It rules most
 * positions out in constant time; the others are judged with the whole route.
 */
export class RideSlack {
  private readonly problem: Problem
  private readonly solution: Solution
  /** Seconds of driving and service before work at each node, without waiting and setup. */
  private readonly busy: Float64Array
  /** The most seconds that may be added behind each node. */
  private readonly slack: Float64Array
  /** How many stops of a route have a longest ride. */
  private readonly limited: Int32Array

  constructor(solution: Solution) {
    this.problem = solution.problem
    this.solution = solution
    this.busy = new Float64Array(solution.problem.nodeCount)
    this.slack = new Float64Array(solution.problem.nodeCount)
    this.limited = new Int32Array(solution.problem.vehicleCount)
  }

  /** Recomputes a changed route. */
  refresh(vehicle: number): void {
    const { jobList, jobCount, types, typeOf, locks } = this.problem
    const { next, prev, routeOf } = this.solution
    const { busy, slack } = this
    const type = types[typeOf[vehicle]]
    const { maxRide } = type
    const start = this.solution.startNode(vehicle)
    this.limited[vehicle] = 0
    busy[start] = 0
    slack[start] = Infinity
    for (let job = next[start], before = start; job < jobCount; before = job, job = next[job]) {
      busy[job] = busy[before] + this.serviceOf(before, type) + this.drive(before, job, type)
      slack[job] = Infinity
    }
    for (let job = next[start]; job < jobCount; job = next[job]) {
      const most = maxRide[job]
      if (most === Infinity) continue
      this.limited[vehicle]++
      const isJob = jobList[job].type === 'job'
      const from = isJob ? start : job - 1
      if (isJob ? this.isDepartureOpen(vehicle) : routeOf[from] !== vehicle || locks?.isDone[from]) continue
      const room = most - (busy[job] - busy[from] - this.serviceOf(from, type))
      for (let node = prev[job]; ; node = prev[node]) {
        if (room < slack[node]) slack[node] = room
        if (node === from || node === start) break
      }
    }
  }

  /** Whether neither a job nor its route has a longest ride. */
  isFree(job: number, vehicle: number): boolean {
    const { types, typeOf } = this.problem
    return this.limited[vehicle] === 0 && types[typeOf[vehicle]].maxRide[job] === Infinity
  }

  /** Whether a job between two neighbors may be in time for the rides around it and, unless it is a delivery, its own. */
  mayFit(job: number, after: number, before: number, vehicle: number): boolean {
    const { types, typeOf, jobList } = this.problem
    const type = types[typeOf[vehicle]]
    const { maxRide } = type
    const there = this.drive(after, job, type)
    const { slack, busy } = this
    if (slack[after] < Infinity) {
      const longer = there + type.service[job] + this.drive(job, before, type) - this.drive(after, before, type)
      // Behind the last stop of a ride nothing gets longer: it has no slack.
      if (longer > slack[after]) return false
    }
    if (maxRide[job] === Infinity || jobList[job].type !== 'job' || this.isDepartureOpen(vehicle)) return true
    return busy[after] + this.serviceOf(after, type) + there <= maxRide[job]
  }

  /** Whether the goods of a shipment may be in time, with the pickup behind one node and the delivery behind another. */
  mayRide(pickup: number, after: number, delivery: number, deliveryAfter: number, vehicle: number): boolean {
    const { types, typeOf } = this.problem
    const type = types[typeOf[vehicle]]
    const most = type.maxRide[delivery]
    if (most === Infinity) return true
    if (after === deliveryAfter) return this.drive(pickup, delivery, type) <= most
    const { busy } = this
    const first = this.solution.next[after]
    const between = busy[deliveryAfter] + this.serviceOf(deliveryAfter, type) - busy[first]
    return this.drive(pickup, first, type) + between + this.drive(deliveryAfter, delivery, type) <= most
  }

  /** Whether goods come from another depot of the route, or left at a time that is history. */
  private isDepartureOpen(vehicle: number): boolean {
    const { types, typeOf, locks } = this.problem
    return types[typeOf[vehicle]].reload !== undefined || (locks?.routes[vehicle]?.done ?? 0) > 0
  }

  private drive(from: number, to: number, { durations }: VehicleType): number {
    const { point, pointCount } = this.problem
    return durations[point[from] * pointCount + point[to]]
  }

  private serviceOf(node: number, { service }: VehicleType): number {
    return node < this.problem.jobCount ? service[node] : 0
  }
}

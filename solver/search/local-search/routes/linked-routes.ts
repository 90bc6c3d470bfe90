import type { Problem } from '../../../model/problem.ts'

/** Routes as doubly linked lists, from each vehicle's start node to its end node. */
export class LinkedRoutes {
  readonly next: Int32Array
  readonly prev: Int32Array
  /** The vehicle of each node, or -1 for an absent job. */
  readonly routeOf: Int32Array
  /** Each job's position in its route, from 1 up. */
  readonly position: Int32Array
  /** How many jobs each vehicle has. */
  readonly size: Int32Array
  private readonly problem: Problem
  private readonly placeInType: Int32Array
  /** By type, a position in its list of vehicles: all vehicles before it have jobs. */
  private readonly firstSpare: Int32Array

  constructor(problem: Problem) {
    const { nodeCount, vehicleCount, jobCount, types } = problem
    this.problem = problem
    this.next = new Int32Array(nodeCount)
    this.prev = new Int32Array(nodeCount)
    this.routeOf = new Int32Array(nodeCount)
    this.position = new Int32Array(nodeCount)
    this.size = new Int32Array(vehicleCount)
    this.placeInType = new Int32Array(vehicleCount)
    this.firstSpare = new Int32Array(types.length)
    for (const { vehicles } of types) vehicles.forEach((v, place) => (this.placeInType[v] = place))
    for (let v = 0; v < vehicleCount; v++) this.routeOf[jobCount + 2 * v] = this.routeOf[jobCount + 2 * v + 1] = v
  }

  /** Loads routes, given as the follower of each node; the caller updates each of them. */
  take(next: Int32Array): void {
    this.next.set(next)
    this.routeOf.fill(-1, 0, this.problem.jobCount)
  }

  /** The first vehicle of a type that has no jobs, or -1. */
  spareVehicle(type: number): number {
    const { firstSpare, size } = this
    const { vehicles } = this.problem.types[type]
    while (firstSpare[type] < vehicles.length && size[vehicles[firstSpare[type]]] > 0) firstSpare[type]++
    return firstSpare[type] < vehicles.length ? vehicles[firstSpare[type]] : -1
  }

  join(a: number, b: number): void {
    this.next[a] = b
    this.prev[b] = a
  }

  unlink(node: number): void {
    this.join(this.prev[node], this.next[node])
  }

  link(node: number, after: number): void {
    const before = this.next[after]
    this.join(after, node)
    this.join(node, before)
  }

  /** Brings everything else up to date with the `next` of a route. */
  update(v: number): void {
    const { jobCount, typeOf } = this.problem
    const { next, prev, routeOf, position, firstSpare } = this
    const start = jobCount + 2 * v
    let count = 0
    let last = start
    for (let job = next[start]; job < jobCount; job = next[job]) {
      prev[job] = last
      routeOf[job] = v
      position[job] = ++count
      last = job
    }
    prev[start + 1] = last
    next[last] = start + 1
    this.size[v] = count
    const type = typeOf[v]
    if (count === 0 && this.placeInType[v] < firstSpare[type]) firstSpare[type] = this.placeInType[v]
  }
}

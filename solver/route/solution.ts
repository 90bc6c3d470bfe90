import { type Choices, countsElsewhere } from '../model/choices.ts'
import { anchorOf } from '../model/locked-routes.ts'
import { isMoved, type Previous } from '../model/previous.ts'
import type { Problem } from '../model/problem.ts'

/** Routes as linked lists between each vehicle's start and end node. Cost and absent jobs are kept up to date. */
export class Solution {
  readonly problem: Problem
  private readonly previous: Previous | undefined
  private readonly choices: Choices | undefined
  readonly next: Int32Array
  readonly prev: Int32Array
  /** The vehicle of each job, or -1. */
  readonly routeOf: Int32Array
  readonly size: Int32Array
  /** The cost from each node to the next; 0 for an unused vehicle. */
  readonly arc: Float64Array
  /** All deliveries of a route by dimension, which are on board at the start. */
  readonly delivered: Float64Array
  /** The extra cost of each route, as judged when its state was last refreshed. */
  readonly extra: Float64Array
  /** In search units, including `extra` and the prizes of absent jobs; routes without jobs cost nothing. */
  cost = 0
  /** The sum of the penalties of absent jobs. */
  penalty = 0
  /** Jobs that could be planned. One of a group of which another job is planned is neither here nor on a route. */
  readonly absent: NumberSet
  readonly used: NumberSet
  /** How many jobs are on routes. */
  planned = 0
  /** How many jobs changed vehicle since the previous plan. */
  moved = 0
  /** The unused vehicles, by type. */
  readonly spare: NumberSet[]

  constructor(problem: Problem) {
    const { jobCount, vehicleCount, nodeCount } = problem
    this.problem = problem
    this.previous = problem.previous
    this.choices = problem.groups?.choices
    this.next = new Int32Array(nodeCount).fill(-1)
    this.prev = new Int32Array(nodeCount).fill(-1)
    this.routeOf = new Int32Array(jobCount).fill(-1)
    this.arc = new Float64Array(nodeCount)
    this.size = new Int32Array(vehicleCount)
    this.delivered = new Float64Array(vehicleCount * problem.dimensions)
    this.extra = new Float64Array(vehicleCount)
    this.absent = new NumberSet(jobCount)
    this.used = new NumberSet(vehicleCount)
    const position = new Int32Array(vehicleCount).fill(-1)
    this.spare = problem.types.map((type) => new NumberSet(vehicleCount, position, type.vehicles.length))
    for (let v = vehicleCount - 1; v >= 0; v--) {
      this.next[this.startNode(v)] = this.endNode(v)
      this.prev[this.endNode(v)] = this.startNode(v)
      this.spare[problem.typeOf[v]].add(v)
    }
    const { choices } = this
    for (let j = 0; j < jobCount; j++) {
      if (!choices?.closed.includes(j)) this.absent.add(j)
      if (countsElsewhere(choices, j)) continue
      this.penalty += problem.penalty[j]
      this.cost += problem.prize[j]
    }
    problem.locks?.routes.forEach((route, v) => {
      let after = this.startNode(v)
      for (const job of route?.jobs.slice(0, route.head) ?? []) {
        this.insert(job, after, v)
        after = job
      }
    })
  }

  startNode(vehicle: number): number {
    return this.problem.jobCount + 2 * vehicle
  }

  endNode(vehicle: number): number {
    return this.problem.jobCount + 2 * vehicle + 1
  }

  /** Inserts an absent job into a route, after the node `after`. */
  insert(job: number, after: number, vehicle: number): void {
    const { arc, problem } = this
    const { point, pointCount } = problem
    const type = problem.types[problem.typeOf[vehicle]]
    const there = type.costsInto[job * pointCount + point[after]]
    const back = type.costs[job * pointCount + point[this.next[after]]]
    this.cost += there + back - arc[after] + (this.size[vehicle] === 0 ? type.fixedCost : 0)
    arc[after] = there
    arc[job] = back
    this.link(job, after, vehicle)
  }

  /** Inserts without computing costs, for callers that know cost and arcs. */
  link(job: number, after: number, vehicle: number): void {
    const { next, prev, problem } = this
    const before = next[after]
    next[after] = job
    prev[job] = after
    next[job] = before
    prev[before] = job
    this.routeOf[job] = vehicle
    if (this.size[vehicle]++ === 0) {
      this.used.add(vehicle)
      this.spare[problem.typeOf[vehicle]].remove(vehicle)
    }
    const { dimensions, delivery } = problem
    for (let d = 0; d < dimensions; d++) this.delivered[vehicle * dimensions + d] += delivery[job * dimensions + d]
    if (this.previous !== undefined && isMoved(this.previous, job, vehicle)) this.moved++
    this.absent.remove(job)
    this.planned++
    if (this.choices !== undefined) for (const other of this.choices.setAside[job]) this.absent.remove(other)
    this.penalty -= problem.penalty[job]
    this.cost -= problem.prize[job]
  }

  /** Removes a job from its route. */
  remove(job: number): void {
    const { arc, problem } = this
    const vehicle = this.routeOf[job]
    const type = problem.types[problem.typeOf[vehicle]]
    const after = this.prev[job]
    const before = this.next[job]
    this.cost -= arc[after] + arc[job]
    this.unlink(job)
    if (this.size[vehicle] === 0) {
      this.cost -= type.fixedCost
      arc[after] = 0
    } else {
      arc[after] = type.costs[problem.point[after] * problem.pointCount + problem.point[before]]
      this.cost += arc[after]
    }
  }

  /** Removes without computing costs. */
  unlink(job: number): void {
    const { next, prev, problem } = this
    const vehicle = this.routeOf[job]
    const after = prev[job]
    const before = next[job]
    next[after] = before
    prev[before] = after
    this.routeOf[job] = -1
    if (--this.size[vehicle] === 0) {
      this.used.remove(vehicle)
      this.spare[problem.typeOf[vehicle]].add(vehicle)
    }
    const { dimensions, delivery } = problem
    for (let d = 0; d < dimensions; d++) this.delivered[vehicle * dimensions + d] -= delivery[job * dimensions + d]
    if (this.previous !== undefined && isMoved(this.previous, job, vehicle)) this.moved--
    this.absent.add(job)
    this.planned--
    if (this.choices !== undefined) for (const other of this.choices.setAside[job]) this.absent.add(other)
    this.penalty += problem.penalty[job]
    this.cost += problem.prize[job]
  }

  /** Removes all jobs from all routes, except locked heads. */
  clear(): void {
    const { problem, next } = this
    for (let v = 0; v < problem.vehicleCount; v++) {
      const anchor = anchorOf(problem, v)
      while (next[anchor] < problem.jobCount) this.remove(next[anchor])
    }
  }

  /** The jobs of a route in driving order. */
  jobsOf(vehicle: number): number[] {
    const jobs: number[] = []
    for (let node = this.next[this.startNode(vehicle)]; node < this.problem.jobCount; node = this.next[node])
      jobs.push(node)
    return jobs
  }
}

/** A set of small integers: add, remove and pick by index in constant time. */
export class NumberSet {
  length = 0
  readonly items: Int32Array
  private readonly position: Int32Array

  /** Disjoint sets may share `position`. */
  constructor(limit: number, position = new Int32Array(limit).fill(-1), capacity = limit) {
    this.items = new Int32Array(capacity)
    this.position = position
  }

  has(item: number): boolean {
    return this.position[item] >= 0
  }

  add(item: number): void {
    this.position[item] = this.length
    this.items[this.length++] = item
  }

  remove(item: number): void {
    const hole = this.position[item]
    const last = this.items[--this.length]
    this.items[hole] = last
    this.position[last] = hole
    this.position[item] = -1
  }
}

import type { Problem, VehicleType } from '../../../model/problem.ts'
import type { JobSequence } from './job-sequence.ts'
import type { LinkedRoutes } from './linked-routes.ts'

/** By how much routes exceed a limit on their travel time or distance. */
export class LegLimits {
  /** From the start of a route to each node, and from there to its end. */
  private readonly until: Float64Array
  private readonly after: Float64Array
  private readonly problem: Problem
  private readonly linked: LinkedRoutes
  private readonly table: (Int32Array | undefined)[]
  private readonly most: Float64Array
  private readonly secondsPerUnit: number

  /** Takes a table of legs and a limit for each vehicle; a vehicle without a table has no limit. */
  constructor(
    problem: Problem,
    linked: LinkedRoutes,
    table: (Int32Array | undefined)[],
    most: Float64Array,
    secondsPerUnit: number,
  ) {
    this.until = new Float64Array(problem.nodeCount)
    this.after = new Float64Array(problem.nodeCount)
    this.problem = problem
    this.linked = linked
    this.table = table
    this.most = most
    this.secondsPerUnit = secondsPerUnit
  }

  /** The limits that a problem has: on travel time, on distance, both or none. */
  static of(problem: Problem, typeOfRoute: VehicleType[], linked: LinkedRoutes): LegLimits[] {
    const { types } = problem
    const sums: LegLimits[] = []
    if (types.some(({ maxTravel }) => maxTravel < Infinity)) {
      const table = typeOfRoute.map(({ durations }) => durations)
      sums.push(
        new LegLimits(
          problem,
          linked,
          table,
          Float64Array.from(typeOfRoute, ({ maxTravel }) => maxTravel),
          1,
        ),
      )
    }
    const limited = types.find(({ distances }) => distances)
    if (limited) {
      const table = typeOfRoute.map(({ distances }) => distances)
      const most = Float64Array.from(typeOfRoute, ({ maxDistance }) => maxDistance)
      const speed = total(limited.durations) / total(limited.distances!)
      sums.push(new LegLimits(problem, linked, table, most, speed > 0 && speed < Infinity ? speed : 1))
    }
    return sums
  }

  /** Seconds over the limit when vehicle v serves a sequence of jobs after a, then b and all behind b. */
  excess(v: number, a: number, { jobs, count }: JobSequence, b: number): number {
    const table = this.table[v]
    if (!table) return 0
    const { point, pointCount } = this.problem
    let sum = this.until[a] + this.after[b]
    let row = point[a] * pointCount
    for (let i = 0; i < count; i++) {
      sum += table[row + jobs[i]]
      row = jobs[i] * pointCount
    }
    sum += table[row + point[b]]
    return sum > this.most[v] ? (sum - this.most[v]) * this.secondsPerUnit : 0
  }

  /** Brings the sums along a route up to date. */
  update(v: number): void {
    const table = this.table[v]
    if (!table) return
    const { jobCount, point, pointCount } = this.problem
    const { next, prev } = this.linked
    const start = jobCount + 2 * v
    let sum = 0
    for (let node = start; node < jobCount || node === start; node = next[node]) {
      this.until[node] = sum
      sum += table[point[node] * pointCount + point[next[node]]]
    }
    sum = 0
    for (let node = start + 1; node < jobCount || node === start + 1; node = prev[node]) {
      this.after[node] = sum
      sum += table[point[prev[node]] * pointCount + point[node]]
    }
  }
}

function total(table: Int32Array): number {
  let sum = 0
  for (const each of table) sum += each
  return sum
}

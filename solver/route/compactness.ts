import type { Problem } from '../model/problem.ts'
import type { Solution } from './solution.ts'

/**
 * The least seconds of driving from one job of a route to all of its jobs: from its middle, the median of its jobs. How near
 * the stops of a route are to its center is a usual measure of compact routes (Rossit, Vigo, Tohmé and Frutos, 2019, “Visual
 * attractiveness in routing problems: a review”). A median needs travel times only, no coordinates.
 */
export function secondsFromMiddle(
  { types, typeOf, pointCount }: Problem,
  vehicle: number,
  jobs: readonly number[],
): number {
  const { plainDurations } = types[typeOf[vehicle]]
  let least = jobs.length === 0 ? 0 : Infinity
  for (const middle of jobs) {
    let seconds = 0
    for (const job of jobs) seconds += plainDurations[middle * pointCount + job]
    if (seconds < least) least = seconds
  }
  return least
}

/**
 * The same kept for every route, so that one more job takes as many steps as the route has jobs, and not their square. It is
 * the same wherever on the route the job goes, so it is computed once for all positions.
 */
export class Compactness {
  private readonly solution: Solution
  /** The version of each route, as its caches count it. */
  private readonly version: Float64Array
  /** Seconds from each job to all jobs of its route. */
  private readonly seconds: Float64Array
  /** By vehicle: seconds from the middle, and the version that these are of. */
  private readonly least: Float64Array
  private readonly known: Float64Array
  /** By vehicle: the job that was asked for last, of which version, and the answer. */
  private readonly askedJob: Int32Array
  private readonly askedVersion: Float64Array
  private readonly answer: Float64Array

  constructor(solution: Solution, version: Float64Array) {
    const { jobCount, vehicleCount } = solution.problem
    this.solution = solution
    this.version = version
    this.seconds = new Float64Array(jobCount)
    this.least = new Float64Array(vehicleCount)
    this.known = new Float64Array(vehicleCount).fill(-1)
    this.askedJob = new Int32Array(vehicleCount)
    this.askedVersion = new Float64Array(vehicleCount).fill(-1)
    this.answer = new Float64Array(vehicleCount)
  }

  /** What a route costs because its jobs are away from its middle, in search units. */
  cost(vehicle: number): number {
    this.know(vehicle)
    return this.least[vehicle] * this.solution.problem.offMiddleCost
  }

  /** By how much that grows with one more job, or with both ends of a shipment. */
  growth(vehicle: number, job: number, delivery = -1): number {
    const { askedJob, askedVersion, answer, version } = this
    if (askedJob[vehicle] !== job || askedVersion[vehicle] !== version[vehicle]) {
      this.know(vehicle)
      answer[vehicle] =
        (this.leastWith(vehicle, job, delivery) - this.least[vehicle]) * this.solution.problem.offMiddleCost
      askedJob[vehicle] = job
      askedVersion[vehicle] = version[vehicle]
    }
    return answer[vehicle]
  }

  /** Adds a job that was inserted into the route of version `before`. */
  inserted(job: number, vehicle: number, before: number): void {
    if (this.known[vehicle] !== before) return
    const { problem, next } = this.solution
    const { seconds } = this
    const { jobCount, pointCount } = problem
    const { plainDurations } = problem.types[problem.typeOf[vehicle]]
    let own = 0
    let least = Infinity
    for (let node = next[this.solution.startNode(vehicle)]; node < jobCount; node = next[node]) {
      own += plainDurations[job * pointCount + node]
      if (node === job) continue
      seconds[node] += plainDurations[node * pointCount + job]
      if (seconds[node] < least) least = seconds[node]
    }
    seconds[job] = own
    this.least[vehicle] = Math.min(least, own)
    this.known[vehicle] = this.version[vehicle]
  }

  /** Forgets a route that was restored: its jobs may have been on others since. */
  forget(vehicle: number): void {
    this.known[vehicle] = -1
  }

  /** Forgets what was asked, because a job has moved. */
  forgetAnswers(): void {
    this.askedVersion.fill(-1)
  }

  private know(vehicle: number) {
    if (this.known[vehicle] === this.version[vehicle]) return
    this.known[vehicle] = this.version[vehicle]
    const { problem, next, size } = this.solution
    const { jobCount, pointCount } = problem
    const { plainDurations } = problem.types[problem.typeOf[vehicle]]
    const first = next[this.solution.startNode(vehicle)]
    let least = size[vehicle] === 0 ? 0 : Infinity
    for (let middle = first; middle < jobCount; middle = next[middle]) {
      let sum = 0
      for (let node = first; node < jobCount; node = next[node]) sum += plainDurations[middle * pointCount + node]
      this.seconds[middle] = sum
      if (sum < least) least = sum
    }
    this.least[vehicle] = least
  }

  private leastWith(vehicle: number, job: number, delivery: number): number {
    const { problem, next } = this.solution
    const { jobCount, pointCount } = problem
    const { plainDurations } = problem.types[problem.typeOf[vehicle]]
    const isPair = delivery >= 0
    let own = isPair ? plainDurations[job * pointCount + delivery] : 0
    let other = isPair ? plainDurations[delivery * pointCount + job] : Infinity
    let least = Infinity
    for (let node = next[this.solution.startNode(vehicle)]; node < jobCount; node = next[node]) {
      let sum = this.seconds[node] + plainDurations[node * pointCount + job]
      own += plainDurations[job * pointCount + node]
      if (isPair) {
        sum += plainDurations[node * pointCount + delivery]
        other += plainDurations[delivery * pointCount + node]
      }
      if (sum < least) least = sum
    }
    return Math.min(least, own, other)
  }
}

import { distancesToDepot } from './insertion-order.ts'
import type { Journal } from '../../route/journal.ts'
import type { Neighbors } from '../../model/neighbors.ts'
import type { Operands } from './operands.ts'
import type { Random } from '../../math/random.ts'
import type { Solution } from '../../route/solution.ts'

/** How many jobs that had no position before are tried again in one iteration. */
const retries = 30

/** The absent jobs that one iteration tries to insert. */
export class AbsentQueue {
  readonly jobs: Int32Array
  length = 0
  private readonly solution: Solution
  private readonly journal: Journal
  private readonly neighbors: Neighbors
  private readonly random: Random
  /** How many of its nearest jobs follow a job. */
  private readonly nearest: number
  private readonly distances: Float64Array
  /** The last iteration in which each job was removed, or queued although it was absent before. */
  private readonly removedIn: Int32Array
  private readonly retriedIn: Int32Array
  /** Counts the queues. */
  iteration = 0

  constructor({ solution, journal, neighbors, random }: Operands, nearest: number) {
    const { jobCount } = solution.problem
    this.solution = solution
    this.journal = journal
    this.neighbors = neighbors
    this.random = random
    this.nearest = nearest
    this.distances = distancesToDepot(solution.problem)
    this.jobs = new Int32Array(jobCount)
    this.removedIn = new Int32Array(jobCount)
    this.retriedIn = new Int32Array(jobCount)
  }

  /** Whether a job might have a position on a route now that it had not before: one of them has changed. */
  isNews(vehicle: number, job: number): boolean {
    return this.removedIn[job] === this.iteration || this.journal.isTouched(vehicle)
  }

  /** Queues what this iteration removed, and some of what was absent before, near the removed jobs if there are many. */
  fill(): void {
    const { jobs, solution, neighbors, random, removedIn, nearest } = this
    const { absent } = solution
    const fresh = this.journal.freshFrom
    this.iteration++
    this.length = 0
    for (let i = fresh; i < absent.length; i++) {
      jobs[this.length++] = absent.items[i]
      removedIn[absent.items[i]] = this.iteration
    }
    if (fresh <= retries) {
      for (let i = 0; i < fresh; i++) this.retry(absent.items[i])
      return
    }
    const removed = this.length
    const from = random.below(fresh)
    for (let i = 0; i < retries / 3; i++) this.retry(absent.items[(from + i) % fresh])
    // There is room now near the jobs that were removed.
    for (let k = 0; k < nearest && this.length < removed + retries; k++) {
      for (let i = 0; i < removed; i++) this.retry(neighbors.list[jobs[i] * neighbors.width + k])
    }
  }

  /**
   * Queues all absent jobs, the farthest from the depot first. Each is followed by its nearest ones, so that routes fill up
   * with what lies together.
   */
  fillByNeighborhood(): void {
    const { jobs, solution, neighbors, distances, removedIn } = this
    const { absent } = solution
    this.iteration++
    this.length = 0
    this.journal.freshFrom = 0
    const byDistance = absent.items.slice(0, absent.length).sort((a, b) => distances[b] - distances[a] || a - b)
    const queued = new Uint8Array(jobs.length)
    const add = (job: number) => {
      if (queued[job] === 1 || !absent.has(job)) return
      queued[job] = 1
      removedIn[job] = this.iteration
      jobs[this.length++] = job
    }
    for (const seed of byDistance) {
      if (queued[seed] === 1) continue
      add(seed)
      for (let k = 0; k < neighbors.width; k++) add(neighbors.list[seed * neighbors.width + k])
    }
  }

  /** Begins an iteration for a single job. */
  fillWith(job: number): void {
    this.journal.freshFrom = 0
    this.iteration++
    this.removedIn[job] = this.iteration
  }

  /** Queues those of a job's nearest that are absent. */
  addNearest(job: number): void {
    const { width, list } = this.neighbors
    for (let k = 0; k < this.nearest; k++) this.retry(list[job * width + k])
  }

  /** Queues an absent job unless it is queued already. */
  private retry(job: number): void {
    const { iteration } = this
    if (!this.solution.absent.has(job) || this.retriedIn[job] === iteration || this.removedIn[job] === iteration) return
    this.retriedIn[job] = iteration
    this.jobs[this.length++] = job
  }
}

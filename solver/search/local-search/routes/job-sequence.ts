import type { LinkedRoutes } from './linked-routes.ts'

/** Jobs in the order in which a route might serve them; one buffer, filled again for each move that is evaluated. */
export class JobSequence {
  readonly jobs: Int32Array
  count = 0
  private readonly jobCount: number
  private readonly next: Int32Array

  constructor(jobCount: number, { next }: LinkedRoutes) {
    this.jobs = new Int32Array(jobCount)
    this.jobCount = jobCount
    this.next = next
  }

  clear(): this {
    this.count = 0
    return this
  }

  /** Starts again with up to two jobs; a depot stands for none. */
  set(first: number, second: number): this {
    const { jobs, jobCount } = this
    jobs[0] = first
    jobs[1] = second
    this.count = first >= jobCount ? 0 : second >= jobCount ? 1 : 2
    return this
  }

  /** Appends a job; ignores a depot. */
  add(job: number): this {
    if (job < this.jobCount) this.jobs[this.count++] = job
    return this
  }

  /** Appends the jobs of a route from one up to, but not including, another node. */
  addRange(from: number, to: number): this {
    const { next } = this
    for (let job = from; job !== to; job = next[job]) this.jobs[this.count++] = job
    return this
  }

  /** Appends the rest of a route, from a node to its end. */
  addTail(from: number): this {
    const { next, jobCount } = this
    for (let job = from; job < jobCount; job = next[job]) this.jobs[this.count++] = job
    return this
  }
}

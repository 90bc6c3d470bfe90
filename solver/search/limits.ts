import { SolverInputError } from '../json/input-error.ts'
import type { SolveOptions } from '../json/options.ts'

const mostDefaultIterations = 500_000
const leastDefaultIterations = 20_000
const defaultIterationsPerJob = 1_000
const progressSeconds = 0.25
/** By the clock, so long may pass between two looks at it. */
const batchSeconds = 0.02
/** Without a clock, progress is told after so many iterations. */
const progressIterations = 5_000

/** When to end the search and when to tell of its progress: iterations, a passed-in clock, a cancel signal. */
export class Limits {
  private readonly now: (() => number) | undefined
  private readonly isCancelled: (() => boolean) | undefined
  private readonly startedAt: number
  private readonly timeLimitSeconds: number
  private readonly iterationLimit: number
  private toldAt = 0

  constructor(options: SolveOptions, jobCount: number, startedAt = options.now?.() ?? 0) {
    validateOptions(options)
    this.now = options.now
    this.isCancelled = options.isCancelled
    this.startedAt = startedAt
    this.timeLimitSeconds = options.timeLimitSeconds ?? Infinity
    const byJobs = Math.max(leastDefaultIterations, Math.min(mostDefaultIterations, defaultIterationsPerJob * jobCount))
    this.iterationLimit = options.iterationLimit ?? (options.timeLimitSeconds === undefined ? byJobs : Infinity)
  }

  elapsedSeconds(): number | null {
    return this.now ? (this.now() - this.startedAt) / 1000 : null
  }

  /**
   * The part of the budget that is used up: at 1 or more the search is over. Where iterations are limited the clock may
   * end it but not steer it, so that the plan is the same again.
   */
  spent(iterations: number): number {
    if (this.isCancelled?.()) return 1
    const byTime = this.timeLimitSeconds === Infinity ? 0 : this.elapsedSeconds()! / this.timeLimitSeconds
    const byIterations = iterations / this.iterationLimit
    // A limit of 0 asks for the first plan only.
    if (Number.isNaN(byTime) || Number.isNaN(byIterations) || byTime >= 1) return 1
    return this.iterationLimit < Infinity ? byIterations : byTime
  }

  /** Whether the search was cancelled, or its time is over by so many seconds; a limit of 0 waits for the first plan. */
  isOver(graceSeconds = 0): boolean {
    return Boolean(this.isCancelled?.()) || this.isLate(graceSeconds)
  }

  /** Whether the time is over by so many seconds, cancelled or not. */
  isLate(seconds: number): boolean {
    const { timeLimitSeconds } = this
    if (timeLimitSeconds === 0 || timeLimitSeconds === Infinity) return false
    return this.elapsedSeconds()! >= timeLimitSeconds + seconds
  }

  /** How many iterations may run before `spent` should be asked again. */
  batch(iterations: number, jobCount: number): number {
    // What the clock says must not change a plan that can be made again.
    return this.iterationLimit < Infinity ? 1 : Math.max(1, this.mostAtOnce(iterations, jobCount))
  }

  /** Where routes take long to judge, the clock is looked at more often than every 64 iterations. */
  private mostAtOnce(iterations: number, jobCount: number): number {
    const usual = jobCount > 2000 ? 16 : 64
    if (this.timeLimitSeconds === Infinity) return usual
    return Math.min(usual, Math.floor((iterations * batchSeconds) / Math.max(0.001, this.elapsedSeconds()!)))
  }

  /** Whether it is time to tell of progress again. */
  isTellingDue(iterations: number): boolean {
    const reached = this.now ? this.elapsedSeconds()! / progressSeconds : iterations / progressIterations
    if (reached < this.toldAt + 1) return false
    this.toldAt = reached
    return true
  }
}

function validateOptions({ timeLimitSeconds, iterationLimit, seed, now }: SolveOptions) {
  if (timeLimitSeconds !== undefined) {
    if (!(timeLimitSeconds >= 0 && timeLimitSeconds < Infinity))
      throw new SolverInputError('options.timeLimitSeconds', `${timeLimitSeconds} is not a number of seconds`)
    if (!now) throw new SolverInputError('options.now', 'a time limit needs a clock')
  }
  if (iterationLimit !== undefined && !(Number.isSafeInteger(iterationLimit) && iterationLimit >= 0))
    throw new SolverInputError('options.iterationLimit', `${iterationLimit} is not a whole number from 0 up`)
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new SolverInputError('options.seed', `${seed} is not a whole number`)
}

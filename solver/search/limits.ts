import { SolverInputError } from '../json/input-error.ts'
import type { SolveOptions } from '../json/options.ts'

const mostDefaultIterations = 500_000
const leastDefaultIterations = 20_000
const defaultIterationsPerJob = 1_000
const progressSeconds = 0.25
/** How long the search may go without looking at the clock. */
const batchSeconds = 0.02
/** Without a clock, progress is reported after this many iterations. */
const progressIterations = 5_000

/** Decides when to end the search and when to report progress, by iterations, a passed-in clock and a cancel signal. */
export class Limits {
  private readonly now: (() => number) | undefined
  private readonly asksToEnd: (() => boolean) | undefined
  /** When the search was first seen to be cancelled, in seconds. */
  private cancelledAt = Infinity
  private readonly startedAt: number
  private readonly timeLimitSeconds: number
  private readonly iterationLimit: number
  /** Whether the search may end before its limits. */
  readonly untilSettled: boolean
  private reportedAt = 0

  constructor(options: SolveOptions, jobCount: number, startedAt = options.now?.() ?? 0) {
    validateOptions(options)
    this.now = options.now
    this.asksToEnd = options.isCancelled
    this.startedAt = startedAt
    this.timeLimitSeconds = options.timeLimitSeconds ?? Infinity
    this.untilSettled = options.untilSettled ?? false
    const byJobs = Math.max(leastDefaultIterations, Math.min(mostDefaultIterations, defaultIterationsPerJob * jobCount))
    this.iterationLimit = options.iterationLimit ?? (options.timeLimitSeconds === undefined ? byJobs : Infinity)
  }

  elapsedSeconds(): number | null {
    return this.now ? (this.now() - this.startedAt) / 1000 : null
  }

  /**
   * The share of the budget that is spent; from 1 on the search is over. With an iteration limit the clock may end the
   * search but not steer it, so that the same limit gives the same plan.
   */
  spent(iterations: number): number {
    if (this.isCancelled()) return 1
    const byTime = this.timeLimitSeconds === Infinity ? 0 : this.elapsedSeconds()! / this.timeLimitSeconds
    const byIterations = iterations / this.iterationLimit
    // A limit of 0 asks for just the first plan.
    if (Number.isNaN(byTime) || Number.isNaN(byIterations) || byTime >= 1) return 1
    return this.iterationLimit < Infinity ? byIterations : byTime
  }

  /** Whether the search was cancelled or is past its time limit by so many seconds. A limit of 0 waits for the first plan. */
  isOver(graceSeconds = 0): boolean {
    return this.isCancelled() || this.isPastTimeLimit(graceSeconds)
  }

  /**
   * Whether more time has passed than may pass after the end: these seconds after a cancellation, and after a time limit this
   * share of it if that is more. Without a clock, whether it was cancelled.
   */
  isLate({ seconds, share }: { seconds: number; share: number }): boolean {
    if (this.isCancelled() && (this.elapsedSeconds() ?? Infinity) >= this.cancelledAt + seconds) return true
    return this.isPastTimeLimit(Math.max(seconds, share * this.timeLimitSeconds))
  }

  /**
   * Tells when a step is over that must have some time: at the time limit, or after this share of the time that has
   * passed until now, whichever is later, and so many seconds more. Cancelling ends it at once.
   */
  within(share: number, graceSeconds: number): () => boolean {
    const least = (this.elapsedSeconds() ?? 0) * (1 + share)
    const late = Math.max(0, least - this.timeLimitSeconds)
    return () => this.isOver(late + graceSeconds)
  }

  private isCancelled(): boolean {
    if (this.cancelledAt < Infinity) return true
    if (!this.asksToEnd?.()) return false
    this.cancelledAt = this.elapsedSeconds() ?? 0
    return true
  }

  private isPastTimeLimit(seconds: number): boolean {
    const { timeLimitSeconds } = this
    if (timeLimitSeconds === 0 || timeLimitSeconds === Infinity) return false
    return this.elapsedSeconds()! >= timeLimitSeconds + seconds
  }

  /** How many iterations may run before `spent` is asked again. */
  batch(iterations: number, jobCount: number): number {
    // The clock must not change a plan that an iteration limit makes reproducible, or that is found before a time limit.
    if (this.iterationLimit < Infinity || this.untilSettled) return 1
    return Math.max(1, this.mostAtOnce(iterations, jobCount))
  }

  /** Where routes take long to evaluate, the search looks at the clock more often. */
  private mostAtOnce(iterations: number, jobCount: number): number {
    const usual = jobCount > 2000 ? 16 : 64
    if (this.timeLimitSeconds === Infinity) return usual
    return Math.min(usual, Math.floor((iterations * batchSeconds) / Math.max(0.001, this.elapsedSeconds()!)))
  }

  /** Whether progress should be reported again. */
  isProgressDue(iterations: number): boolean {
    const reached = this.now ? this.elapsedSeconds()! / progressSeconds : iterations / progressIterations
    if (reached < this.reportedAt + 1) return false
    this.reportedAt = reached
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

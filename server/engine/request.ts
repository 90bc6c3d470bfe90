import type { PlannedRoute, VroomInput } from '#solver/index.ts'
import type { Clock, Progress } from './protocol.ts'

export type EngineRequest = {
  /** As an object, or as JSON that `read` packed. */
  problem: VroomInput | Uint8Array
  /** Nothing is searched for: the vehicles' steps are kept, and what they break is reported. */
  planMode?: boolean
  timeLimitSeconds?: number | undefined
  iterationLimit?: number | undefined
  /** Ends the search before its limits once no better plan is to be expected. */
  untilSettled?: boolean
  /** Each better plan comes with the progress. */
  tellsPlans?: boolean
  /** Of the first search; each further one has the next number. */
  seed: number
  /** How many searches work on the problem at the same time (1). */
  threads?: number
  clock?: Clock
}

export type Watch = {
  /** Hears of each search's progress, by the number of its thread. `isBest`: no search has done better so far. */
  onProgress?: (progress: Progress, thread: number, isBest: boolean, plan?: PlannedRoute[]) => void
  /** Hears why a thread was lost whose work the others have done. */
  onLost?: (reason: unknown) => void
  /** Ends the search with the best plan so far. */
  stop?: AbortSignal
  /** Ends the search at once; rejects with the signal's reason. */
  abandon?: AbortSignal
  /** Ends a search that exceeds its time limit by more than this, for each thread. Without it, none is ended. */
  graceSeconds?: number
}

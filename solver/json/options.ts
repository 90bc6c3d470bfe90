/** Jobs in driving order on one vehicle, by id. */
export type PlannedRoute = {
  vehicle: number
  jobs: number[]
  /** Jobs and both ends of shipments in driving order. Given only if there are shipments; it then replaces `jobs`. */
  steps?: PlannedStep[]
}

export type PlannedStep = {
  type: 'job' | 'pickup' | 'delivery'
  id: number
}

export type SolveProgress = {
  iterations: number
  /** In VROOM's units, as in the plan's summary. */
  cost: number
  routes: number
  unassigned: number
  /** Null without a clock. */
  elapsedSeconds: number | null
  /** The best routes so far, without unused vehicles. */
  plan: PlannedRoute[]
}

/** The best plan of one of several parallel searches; the lower penalty wins, then the lower cost. */
export type Elite = {
  penalty: number
  cost: number
  plan: PlannedRoute[]
}

export type SolveOptions = {
  /** Wall-clock budget; needs `now`. */
  timeLimitSeconds?: number
  iterationLimit?: number
  /** Ends the search before its limits once no better plan is to be expected. */
  untilSettled?: boolean
  /** Any 32-bit integer; 0 by default. */
  seed?: number
  /** A clock in milliseconds: the solver has none of its own. */
  now?: () => number
  /** Called every few milliseconds; once it returns true, the best plan so far is returned. */
  isCancelled?: () => boolean
  /** Called after the first full plan, then at most every quarter of a second. */
  onProgress?: (progress: SolveProgress) => void
  /**
   * Receives the best plan now and then in the second half of the search. It may return a better one from another
   * search of the same problem to continue from.
   */
  exchange?: (mine: Elite) => Elite | undefined
  /** A plan to start from. Whatever no longer fits is planned again. */
  initial?: PlannedRoute[]
}

/** Jobs in driving order on one vehicle, by id. */
export type PlannedRoute = {
  vehicle: number
  jobs: number[]
  /** Jobs and both ends of shipments in driving order; only where there are shipments, and then it is what counts. */
  steps?: PlannedStep[]
}

export type PlannedStep = {
  type: 'job' | 'pickup' | 'delivery'
  id: number
}

export type SolveProgress = {
  iterations: number
  /** In VROOM's units, as in the summary of the answer. */
  cost: number
  routes: number
  unassigned: number
  /** Null without a clock. */
  elapsedSeconds: number | null
  /** The best routes so far; vehicles that stay at home are left out. */
  plan: PlannedRoute[]
}

/** The best plan of one of several searches of the same problem; the lower penalty is better, then the lower cost. */
export type Elite = {
  penalty: number
  cost: number
  plan: PlannedRoute[]
}

export type SolveOptions = {
  /** Wall-clock budget; needs `now`. */
  timeLimitSeconds?: number
  iterationLimit?: number
  /** Any integer of 32 bits; 0 unless told. */
  seed?: number
  /** A clock in milliseconds: the solver has none of its own. */
  now?: () => number
  /** Asked every few milliseconds; the best plan so far is returned once it says yes. */
  isCancelled?: () => boolean
  /** First called when there is a first full plan, then at most every quarter of a second. */
  onProgress?: (progress: SolveProgress) => void
  /**
   * Told of the best plan now and then in the second half of the search; may answer with one that another search of
   * the same problem has found, to go on from if it is better.
   */
  exchange?: (mine: Elite) => Elite | undefined
  /** A plan to start from. What does not fit any more is planned afresh. */
  initial?: PlannedRoute[]
}

/** The result on one instance. `gap` is in percent; null if nothing comparable is known. */
export type Measured = {
  name: string
  /** In the set's units. */
  value: number
  best: number | null
  gap: number | null
  routes: number
  bestRoutes: number | null
  /** Unassigned jobs without a prize. */
  unassigned: number
  /** Of all threads together. */
  iterationsPerSecond: number
  firstPlanSeconds: number
}

/** One set at one budget: the newest run with at least as many instances as any before. */
export type Measurement = {
  set: string
  seconds: number
  threads: number
  clock: 'wall' | 'processor'
  seed: number
  machine: string
  date: string
  /** The peak memory of the process until the end of this set. */
  peakMegabytes: number
  instances: Measured[]
}

/** The average gap in percent over the comparable instances, and how many there are. */
export function averageGap(instances: Measured[]): { value: number | undefined; of: number } {
  const gaps = instances.flatMap(({ gap }) => (gap === null ? [] : [gap]))
  const value = gaps.length > 0 ? gaps.reduce((a, b) => a + b, 0) / gaps.length : undefined
  return { value, of: gaps.length }
}

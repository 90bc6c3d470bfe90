/** What became of one instance. `gap` in percent; null where nothing comparable is known. */
export type Measured = {
  name: string
  /** In the set's own units. */
  value: number
  best: number | null
  gap: number | null
  routes: number
  bestRoutes: number | null
  /** Jobs without a prize that found no place. */
  unassigned: number
  /** Of all threads together. */
  iterationsPerSecond: number
  firstPlanSeconds: number
}

/** One set at one budget: the newest run of it that had as many instances as any before. */
export type Measurement = {
  set: string
  seconds: number
  threads: number
  clock: 'wall' | 'processor'
  seed: number
  machine: string
  date: string
  /** The most memory that the process held up to the end of this set. */
  peakMegabytes: number
  instances: Measured[]
}

/** The average gap in percent over the instances that compare, and how many those are. */
export function averageGap(instances: Measured[]): { value: number | undefined; of: number } {
  const gaps = instances.flatMap(({ gap }) => (gap === null ? [] : [gap]))
  const value = gaps.length > 0 ? gaps.reduce((a, b) => a + b, 0) / gaps.length : undefined
  return { value, of: gaps.length }
}

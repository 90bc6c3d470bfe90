import type { Random } from '../../math/random.ts'

/** With fewer jobs than this, travel tables fit into a cache as they are. */
const fewestJobs = 1500
/** How many jobs a window has, and how many are drawn from it before it moves elsewhere. */
const windowSize = 256
const drawsPerWindow = 256
/** Multiples of it, without their whole part, are spread evenly over 0 to 1, however many there are (Weyl 1916). */
const goldenRatio = (Math.sqrt(5) - 1) / 2

/**
 * Makes a function that draws the job around which an iteration takes out others. Jobs are numbered by place. In large problems,
 * many draws in a row come from a window of near jobs, so that what the search reads stays in the cache. In the long run, each
 * job is drawn about as often as any other.
 */
export function makeSeedJobs(jobCount: number, random: Random): () => number {
  if (jobCount < fewestJobs) return () => random.below(jobCount)
  let place = random.fraction()
  let first = 0
  let left = 0
  return () => {
    if (left === 0) {
      place = (place + goldenRatio) % 1
      first = Math.floor(place * jobCount)
      left = drawsPerWindow
    }
    left--
    return (first + random.below(windowSize)) % jobCount
  }
}

import type { Neighbors } from './neighbors.ts'

/** A part needs fewer of the nearest jobs than a whole problem. */
const mostNeighbors = 60

/**
 * The nearest jobs of each of some jobs among them, by their numbers there: those that are among its nearest of all, then the
 * nearest of these, and if that is not enough, any.
 */
export function neighborsAmong({ width: all, list }: Neighbors, jobs: readonly number[]): Neighbors {
  const width = Math.max(0, Math.min(mostNeighbors, jobs.length - 1))
  const among = new Int32Array(jobs.length * width)
  const numbers = new Int32Array(all > 0 ? list.length / all : 0).fill(-1)
  jobs.forEach((job, j) => (numbers[job] = j))
  const takenFor = new Int32Array(jobs.length).fill(-1)
  for (let j = 0; j < jobs.length; j++) {
    const offset = j * width
    let count = 0
    const take = (other: number) => {
      if (other < 0 || takenFor[other] === j || count === width) return
      takenFor[other] = j
      among[offset + count++] = other
    }
    const takeNearest = (job: number) => {
      for (let k = 0; k < all && count < width; k++) take(numbers[list[job * all + k]])
    }
    takenFor[j] = j
    takeNearest(jobs[j])
    for (let i = 0; i < count && count < width; i++) takeNearest(jobs[among[offset + i]])
    for (let other = 0; count < width; other++) take(other)
  }
  return { width, list: among }
}

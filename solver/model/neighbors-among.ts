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
  const found: number[] = []
  const take = (j: number, other: number) => {
    if (other < 0 || takenFor[other] === j || found.length === width) return
    takenFor[other] = j
    found.push(other)
  }
  const takeNearest = (j: number, job: number) => {
    for (let k = 0; k < all; k++) take(j, numbers[list[job * all + k]])
  }
  for (let j = 0; j < jobs.length; j++) {
    found.length = 0
    takenFor[j] = j
    takeNearest(j, jobs[j])
    for (let i = 0; i < found.length && found.length < width; i++) takeNearest(j, jobs[found[i]])
    for (let other = 0; found.length < width; other++) take(j, other)
    among.set(found, j * width)
  }
  return { width, list: among }
}

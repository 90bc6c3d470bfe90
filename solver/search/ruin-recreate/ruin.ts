import { makeChangeVehicle } from './change-vehicle.ts'
import { makeCrossTails, tailsCanCross } from './cross-tails.ts'
import type { Operands } from './operands.ts'
import { makeSeedJobs } from './seed-jobs.ts'

/** The parameters of SISR: average number of removed jobs, longest string, split rate and depth. */
const averageRemoved = 10
const longestString = 10
const splitRate = 0.5
const widerSplitRate = 0.01

/** How often all jobs of a route are removed, so that the number of routes can change, and the longest such route. */
const emptyingRateTimed = 0.02
const emptyingRateUntimed = 0.005
const longestEmptied = 40

/** How often tails are crossed where they are far longer than strings: no string moves a tail then. */
const crossingRate = 0.3

/** How often a route changes to another vehicle type, where there are several. */
const changeRate = 0.1

/**
 * Makes the ruin step of SISR (Christiaens and Vanden Berghe 2020): strings of jobs are taken out of a few adjacent routes.
 * Removed jobs become absent, and the states of the routes are refreshed.
 */
export function makeRuin(operands: Operands): () => void {
  const { solution, state, journal, neighbors, random } = operands
  const { problem, next, prev, routeOf, size, used, absent } = solution
  const { jobCount, pair, locks, groups } = problem
  const { width, list } = neighbors
  const choices = groups?.choices
  const ruined = new Int32Array(problem.vehicleCount)
  const string = new Int32Array(jobCount)
  const hasTypes = problem.types.length > 1
  const emptyingRate = problem.timed || hasTypes ? emptyingRateTimed : emptyingRateUntimed
  const changeVehicle = makeChangeVehicle(operands)
  const crossTails = tailsCanCross(problem) && makeCrossTails(operands)
  const drawSeedJob = makeSeedJobs(jobCount, random)
  let iteration = 0

  return () => {
    iteration++
    if (used.length === 0) return
    const averageSize = solution.planned / used.length
    const longest = Math.min(longestString, averageSize)
    const mostStrings = (4 * averageRemoved) / (1 + longest) - 1
    let strings = Math.floor(random.fraction() * mostStrings + 1)
    // Every other time, make room around an absent job.
    const seed = absent.length > 0 && random.below(2) === 0 ? absent.items[random.below(absent.length)] : drawSeedJob()
    if (choices) removeInsteadOf(seed)
    if (hasTypes && routeOf[seed] >= 0 && random.fraction() < changeRate) changeVehicle(routeOf[seed])
    if (crossTails && random.fraction() < crossingRate * (1 - longest / averageSize)) crossTails(seed)
    for (let k = -1; k < width && strings > 0; k++) {
      const job = k < 0 ? seed : list[seed * width + k]
      const vehicle = routeOf[job]
      if (vehicle < 0 || ruined[vehicle] === iteration) continue
      ruined[vehicle] = iteration
      strings--
      const isEmptied = size[vehicle] <= longestEmptied && random.fraction() < emptyingRate
      if (isEmptied) removeString(job, vehicle, size[vehicle])
      else removeString(job, vehicle, Math.floor(random.fraction() * Math.min(size[vehicle], longest) + 1))
    }
    for (let i = 0; i < journal.touchedCount; i++) {
      const vehicle = journal.touched[i]
      // Without the triangle inequality a shorter route can be slower. Then it starts afresh.
      if (!state.refresh(vehicle)) {
        journal.empty(vehicle)
        state.refresh(vehicle)
      }
    }
  }

  /** Takes out what is planned instead of a job, so that this job may take its place. */
  function removeInsteadOf(job: number) {
    if (routeOf[job] < 0 && !absent.has(job)) for (const other of choices!.setAside[job]) removeWithOthers(other)
  }

  /** Takes out a job unless it is locked, with the other end of its shipment or the rest of its bundle. */
  function removeWithOthers(job: number) {
    if (routeOf[job] < 0 || locks?.isFixed[job]) return
    const bundle = groups ? groups.bundleOf[job] : -1
    if (bundle >= 0) {
      for (const member of groups!.bundles[bundle]) journal.remove(member)
      return
    }
    journal.remove(job)
    if (pair[job] >= 0) journal.remove(pair[job])
  }

  /** Removes a string of `length` jobs around one. A split string keeps a few jobs in its middle. */
  function removeString(job: number, vehicle: number, length: number) {
    let kept = 0
    if (length > 1 && length < size[vehicle] && random.fraction() < splitRate) {
      kept = 1
      while (length + kept < size[vehicle] && random.fraction() < widerSplitRate) kept++
    }
    const span = length + kept
    let before = 0
    let first = job
    while (before < span - 1 && prev[first] < jobCount) {
      first = prev[first]
      before++
    }
    let behind = 0
    for (let node = job; behind < span - 1 && next[node] < jobCount; node = next[node]) behind++
    // The string starts `back` jobs before this one, anywhere that it fits into the route.
    const least = Math.max(0, span - 1 - behind)
    const back = least + random.below(before - least + 1)
    for (let i = before; i > back; i--) first = next[first]
    const keepFrom = kept > 0 ? 1 + random.below(length - 1) : span
    let count = 0
    for (let i = 0, node = first; i < span; i++, node = next[node]) {
      if (i < keepFrom || i >= keepFrom + kept) string[count++] = node
    }
    for (let i = 0; i < count; i++) removeWithOthers(string[i])
  }
}

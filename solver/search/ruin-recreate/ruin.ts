import { makeChangeVehicle } from './change-vehicle.ts'
import { makeCrossTails, tailsCanCross } from './cross-tails.ts'
import type { Journal } from '../../route/journal.ts'
import type { Neighbors } from '../../model/neighbors.ts'
import type { Random } from '../../math/random.ts'
import type { RouteState } from '../../route/route-state.ts'
import type { Solution } from '../../route/solution.ts'

/** Figures of Christiaens and Vanden Berghe (2020): slack induction by string removals. */
const averageRemoved = 10
const longestString = 10
const splitShare = 0.5
const widerSplitShare = 0.01

/** How often a whole route goes, so that their number can change, and up to how many jobs it may have. */
const initialWholeRate = 0.02
const wholeRateUntimed = 0.005
const mostWhole = 40

/** How often tails change routes where these are far longer than strings: no string moves a tail then. */
const crossingRate = 0.3

/** How often a route changes to another type of vehicle, where there are several. */
const changeRate = 0.1

/** Takes strings of neighboring jobs out of a few adjacent routes. Removed jobs become absent. */
export function makeRuin(
  solution: Solution,
  state: RouteState,
  journal: Journal,
  neighbors: Neighbors,
  random: Random,
): () => void {
  const { jobCount, pair, locks, groups } = solution.problem
  const { next, prev, routeOf, size, used, absent } = solution
  const { width, list } = neighbors
  const ruined = new Int32Array(solution.problem.vehicleCount)
  const string = new Int32Array(jobCount)
  const wholeRate = solution.problem.timed || solution.problem.types.length > 1 ? initialWholeRate : wholeRateUntimed
  const changeVehicle = makeChangeVehicle(solution, state, journal, random)
  const hasTypes = solution.problem.types.length > 1
  const crossTails = tailsCanCross(solution.problem) && makeCrossTails(solution, state, journal, neighbors, random)
  let iteration = 0

  return () => {
    iteration++
    if (used.length === 0) return
    const averageSize = (jobCount - absent.length) / used.length
    const longest = Math.min(longestString, averageSize)
    const mostStrings = (4 * averageRemoved) / (1 + longest) - 1
    let strings = Math.floor(random.fraction() * mostStrings + 1)
    // Make room around a job that has no place yet, every other time.
    const seed =
      absent.length > 0 && random.below(2) === 0 ? absent.items[random.below(absent.length)] : random.below(jobCount)
    if (hasTypes && routeOf[seed] >= 0 && random.fraction() < changeRate) changeVehicle(routeOf[seed])
    if (crossTails && random.fraction() < crossingRate * (1 - longest / averageSize)) crossTails(seed)
    for (let k = -1; k < width && strings > 0; k++) {
      const job = k < 0 ? seed : list[seed * width + k]
      const vehicle = routeOf[job]
      if (vehicle < 0 || ruined[vehicle] === iteration) continue
      ruined[vehicle] = iteration
      strings--
      const isWhole = size[vehicle] <= mostWhole && random.fraction() < wholeRate
      if (isWhole) removeString(job, vehicle, size[vehicle])
      else removeString(job, vehicle, Math.floor(random.fraction() * Math.min(size[vehicle], longest) + 1))
    }
    for (let i = 0; i < journal.touchedCount; i++) {
      const vehicle = journal.touched[i]
      // Where the triangle inequality does not hold, a shorter route can be slower: then start it afresh.
      if (!state.refresh(vehicle)) {
        journal.empty(vehicle)
        state.refresh(vehicle)
      }
    }
  }

  /** Takes out a job that is not locked; of a shipment both ends, and all jobs that go together. */
  function removeWhole(job: number) {
    if (routeOf[job] < 0 || locks?.isFixed[job]) return
    const bundle = groups ? groups.bundleOf[job] : -1
    if (bundle >= 0) {
      for (const member of groups!.bundles[bundle]) journal.remove(member)
      return
    }
    journal.remove(job)
    if (pair[job] >= 0) journal.remove(pair[job])
  }

  /** Removes `length` jobs around one; a split string keeps a few in its middle. */
  function removeString(job: number, vehicle: number, length: number) {
    let kept = 0
    if (length > 1 && length < size[vehicle] && random.fraction() < splitShare) {
      kept = 1
      while (length + kept < size[vehicle] && random.fraction() < widerSplitShare) kept++
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
    // The string starts `back` jobs before this one, anywhere it still fits into the route.
    const least = Math.max(0, span - 1 - behind)
    const back = least + random.below(before - least + 1)
    for (let i = before; i > back; i--) first = next[first]
    const keepFrom = kept > 0 ? 1 + random.below(length - 1) : span
    let count = 0
    for (let i = 0, node = first; i < span; i++, node = next[node]) {
      if (i < keepFrom || i >= keepFrom + kept) string[count++] = node
    }
    for (let i = 0; i < count; i++) removeWhole(string[i])
  }
}

import type { Solution } from './solution.ts'
import { putBehind, putInFront, type TripLabels, workAt } from './trip-labels.ts'

/** What one more job costs a route of several trips, from what is remembered of the others: only its own trip is driven. */
export interface TripInsertion {
  /**
   * By how much a route's path costs more with a job behind `after`, or `limit` where that is not less; with `alone` the
   * job has a trip to itself.
   */
  (job: number, after: number, vehicle: number, limit: number, alone: boolean): number
}

/** Prepares insertion into routes of types that trip-labels.ts can remember. */
export function makeTripInsertion(solution: Solution, { ready, onward, total }: TripLabels): TripInsertion {
  const { problem, next, prev } = solution
  const { jobCount, pointCount, types, typeOf, delivery, pickup, dimensions } = problem
  const { release, earliest, latest } = problem
  /** The ways of ending the trip: behind the job and from there to a depot and on. */
  let count = 0
  let cost = new Float64Array(64)
  let deadline = new Float64Array(64)
  let released = new Float64Array(64)
  /** The most that each has on board, and all that it delivers, by dimension. */
  let peaks = new Float64Array(64 * dimensions)
  let delivered = new Float64Array(64 * dimensions)
  const peak = new Float64Array(dimensions)
  const carried = new Float64Array(dimensions)
  const sum = new Float64Array(dimensions)

  return (job, after, vehicle, limit, alone) => {
    findEnds(job, next[after]!, vehicle, alone)
    if (count === 0) return limit
    return tryBeginnings(job, after, vehicle, limit + total[vehicle]!, alone) - total[vehicle]!
  }

  function findEnds(job: number, behind: number, vehicle: number, alone: boolean) {
    const type = types[typeOf[vehicle]!]!
    const { costs, durations, capacity } = type
    count = 0
    peak.fill(0)
    carried.fill(0)
    sum.fill(0)
    let latestRelease = 0
    let path = 0
    let seconds = 0
    let soonest = -Infinity
    let last = Infinity
    for (let to = job; ;) {
      if (!putBehind(problem, to, peak, carried, capacity)) return
      for (let d = 0; d < dimensions; d++) sum[d]! += delivery[to * dimensions + d]!
      if (release[to]! > latestRelease) latestRelease = release[to]!
      const first = onward.from(behind)
      for (let w = first; w < first + onward.count[behind]!; w++) {
        const back = to * pointCount + onward.depot[w]!
        const over = -onward.time[w]! - durations[back]!
        if (soonest > over) continue
        if (count === cost.length) grow()
        cost[count] = path + costs[back]! + onward.cost[w]!
        deadline[count] = over - seconds < last ? over - seconds : last
        released[count] = latestRelease
        for (let d = 0; d < dimensions; d++) {
          peaks[count * dimensions + d] = peak[d]!
          delivered[count * dimensions + d] = sum[d]!
        }
        count++
      }
      if (alone || behind >= jobCount) return
      const work = workAt(problem, type, to, behind)
      const travel = durations[to * pointCount + behind]!
      if (soonest + travel > latest[behind]!) return
      const bound = latest[behind]! - travel - seconds
      if (bound < last) last = bound
      const begin = soonest + travel > earliest[behind]! ? soonest + travel : earliest[behind]!
      soonest = begin + work
      seconds += travel + work
      path += costs[to * pointCount + behind]!
      to = behind
      behind = next[behind]!
    }
  }

  function tryBeginnings(job: number, after: number, vehicle: number, most: number, alone: boolean): number {
    const type = types[typeOf[vehicle]!]!
    const { costs, durations, capacity } = type
    const loading = type.reload!.service
    let best = most
    peak.fill(0)
    carried.fill(0)
    sum.fill(0)
    let latestRelease = 0
    let path = 0
    let seconds = 0
    let soonest = -Infinity
    let last = Infinity
    let before = after
    for (let from = job; ;) {
      if (from !== job) {
        if (!putInFront(problem, from, peak, carried, capacity)) return best
        for (let d = 0; d < dimensions; d++) sum[d]! += pickup[from * dimensions + d]!
        if (release[from]! > latestRelease) latestRelease = release[from]!
      }
      const wait = before < jobCount ? loading : 0
      const first = ready.from(before)
      for (let w = first; w < first + ready.count[before]!; w++) {
        const depot = ready.depot[w]!
        const soFar = ready.cost[w]! + costs[depot * pointCount + from]! + path
        for (let e = 0; e < count; e++) {
          if (soFar + cost[e]! >= best) continue
          const needed = released[e]! > latestRelease ? released[e]! : latestRelease
          const arrived = ready.time[w]! > needed ? ready.time[w]! : needed
          let begin = arrived + wait + durations[depot * pointCount + from]!
          if (begin < earliest[from]!) begin = earliest[from]!
          if (begin > latest[from]!) continue
          const left = begin + workAt(problem, type, depot, from)
          if (left > last) continue
          const over = left + seconds > soonest ? left + seconds : soonest
          if (over > deadline[e]! || !fits(e, capacity)) continue
          best = soFar + cost[e]!
        }
      }
      if (alone || before >= jobCount) return best
      const work = workAt(problem, type, before, from)
      if (earliest[from]! + work > last) return best
      const travel = durations[before * pointCount + from]!
      const ends = earliest[from]! + work + seconds
      if (ends > soonest) soonest = ends
      const bound = last - work < latest[from]! ? last - work : latest[from]!
      last = bound - travel
      seconds += travel + work
      path += costs[before * pointCount + from]!
      from = before
      before = prev[before]!
    }
  }

  /** Whether an end fits behind the beginning: each has on board what the other brings, or has picked up. */
  function fits(end: number, capacity: Float64Array): boolean {
    for (let d = 0; d < dimensions; d++) {
      const i = end * dimensions + d
      if (peak[d]! + delivered[i]! > capacity[d]! || peaks[i]! + sum[d]! > capacity[d]!) return false
    }
    return true
  }

  function grow() {
    const wider = (from: Float64Array) => {
      const to = new Float64Array(2 * from.length)
      to.set(from)
      return to
    }
    cost = wider(cost)
    deadline = wider(deadline)
    released = wider(released)
    peaks = wider(peaks)
    delivered = wider(delivered)
  }
}

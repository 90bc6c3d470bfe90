import type { Solution } from '../solution.ts'
import { type TripLabels, workAt } from './trip-labels.ts'
import { latestField, loadsField, releaseField, secondsField, soonestField } from './trip-parts.ts'

/** The cost of another job on a route of several trips: a beginning, the job, and an end that fit together. */
export type TripInsertion = {
  /**
   * By how much the cost of a route's path grows with a job after `after`, or `limit` if that is not less. With
   * `alone`, the job gets a trip of its own.
   */
  (job: number, after: number, vehicle: number, limit: number, alone: boolean): number
}

/** Prepares insertion into routes of types that `trip-labels.ts` handles. */
export function makeTripInsertion(solution: Solution, labels: TripLabels): TripInsertion {
  const { problem, next } = solution
  const { jobCount, point, pointCount, types, typeOf, delivery, pickup, dimensions } = problem
  const { release, earliest, latest } = problem
  const { ready, onward, beginnings, ends, total } = labels
  const { figures, stride } = beginnings
  const endFigures = ends.figures
  /** The highest load and the pickups of a beginning with the job. */
  const peak = new Float64Array(dimensions)
  const taken = new Float64Array(dimensions)

  // Values of the current position.
  let type = types[0]
  let behind = 0
  let there = 0
  let row = 0
  let firstEnd = 0
  let lastEnd = 0
  let firstHome = 0
  let lastHome = 0
  let workBehind = 0
  let best = Infinity

  return (job, after, vehicle, limit, alone) => {
    labels.prepare(after, vehicle)
    type = types[typeOf[vehicle]]
    behind = next[after]
    row = job * pointCount
    there = row + point[behind]
    firstEnd = ends.from(behind)
    lastEnd = alone ? firstEnd : firstEnd + ends.count[behind] * stride
    firstHome = onward.from(behind)
    lastHome = firstHome + onward.count[behind]
    workBehind = behind < jobCount ? workAt(problem, type, job, behind) : 0
    best = limit + total[vehicle]
    const least = leastBehind()
    if (!alone) goOnFrom(job, after, least)
    beginAt(job, after, least)
    return best - total[vehicle]
  }

  /** The least cost of what may follow the job. */
  function leastBehind(): number {
    const { costs } = type
    let least = firstEnd < lastEnd ? costs[there] + endFigures[firstEnd] : Infinity
    for (let w = firstHome; w < lastHome; w++) {
      const cost = costs[row + onward.depot[w]] + onward.cost[w]
      if (cost < least) least = cost
    }
    return least
  }

  /** Adds the job to a trip that is under way. */
  function goOnFrom(job: number, after: number, least: number) {
    const { costsInto, durationsInto, capacity } = type
    const first = beginnings.from(after)
    const end = first + beginnings.count[after] * stride
    if (first === end) return
    const into = row + point[after]
    const travel = durationsInto[into]
    const work = workAt(problem, type, after, job)
    for (let p = first; p < end; p += stride) {
      const cost = figures[p] + costsInto[into]
      if (cost + least >= best) return
      if (release[job] > figures[p + latestField]) continue
      const driven = release[job] + figures[p + secondsField]
      const arrival = (driven > figures[p + soonestField] ? driven : figures[p + soonestField]) + travel
      if (arrival > latest[job]) continue
      let fits = true
      for (let d = 0; d < dimensions; d++) {
        taken[d] = figures[p + loadsField + dimensions + d] + pickup[job * dimensions + d]
        const brought = figures[p + loadsField + d] + delivery[job * dimensions + d]
        peak[d] = brought > taken[d] ? brought : taken[d]
        if (peak[d] > capacity[d]) fits = false
      }
      if (!fits) continue
      const bound = latest[job] - travel - figures[p + secondsField]
      const last = figures[p + latestField] < bound ? figures[p + latestField] : bound
      const begin = arrival > earliest[job] ? arrival : earliest[job]
      goOn(cost, last, figures[p + secondsField] + travel + work, begin + work)
    }
  }

  /** Starts a new trip with the job. */
  function beginAt(job: number, after: number, least: number) {
    const { costsInto, durationsInto } = type
    const firstWay = ready.from(after)
    for (let w = firstWay; w < firstWay + ready.count[after]; w++) {
      const depot = ready.depot[w]
      const cost = ready.cost[w] + costsInto[row + depot]
      if (cost + least >= best) continue
      const travel = (after < jobCount ? type.reload!.service : 0) + durationsInto[row + depot]
      const loaded = ready.time[w] > release[job] ? ready.time[w] : release[job]
      const last = latest[job] - travel
      if (loaded > last) continue
      for (let d = 0; d < dimensions; d++) {
        const brought = delivery[job * dimensions + d]
        taken[d] = pickup[job * dimensions + d]
        peak[d] = brought > taken[d] ? brought : taken[d]
      }
      const work = workAt(problem, type, depot, job)
      const begin = loaded + travel > earliest[job] ? loaded + travel : earliest[job]
      goOn(cost, last, travel + work, begin + work)
    }
  }

  /** Ends the trip after the job, or continues it with the jobs after. */
  function goOn(cost: number, lastLoading: number, seconds: number, left: number) {
    const { costs, durations, capacity } = type
    for (let w = firstHome; w < lastHome; w++) {
      const home = row + onward.depot[w]
      const total = cost + costs[home] + onward.cost[w]
      if (total < best && left + durations[home] <= -onward.time[w]) best = total
    }
    for (let e = firstEnd; e < lastEnd; e += stride) {
      const total = cost + costs[there] + endFigures[e]
      if (total >= best) return
      if (endFigures[e + releaseField] > lastLoading) continue
      const later = endFigures[e + releaseField] + seconds
      let begin = (later > left ? later : left) + durations[there]
      if (begin < earliest[behind]) begin = earliest[behind]
      if (begin > latest[behind] || begin + workBehind > endFigures[e + latestField]) continue
      let fits = true
      for (let d = 0; d < dimensions; d++) {
        const load = e + loadsField + d
        if (peak[d] + endFigures[load + dimensions] > capacity[d] || taken[d] + endFigures[load] > capacity[d])
          fits = false
      }
      if (fits) {
        best = total
        return
      }
    }
  }
}

import type { Solution } from './solution.ts'
import { type TripLabels, workAt } from './trip-labels.ts'
import { LATEST, LOADS, RELEASE, SECONDS, SOONEST } from './trip-parts.ts'

/** What one more job costs a route of several trips: a beginning, the job, and an end that fit together. */
export interface TripInsertion {
  /**
   * By how much a route's path costs more with a job behind `after`, or `limit` where that is not less; with `alone` the
   * job has a trip to itself.
   */
  (job: number, after: number, vehicle: number, limit: number, alone: boolean): number
}

/** Prepares insertion into routes of types that trip-labels.ts can remember. */
export function makeTripInsertion(solution: Solution, labels: TripLabels): TripInsertion {
  const { problem, next } = solution
  const { jobCount, point, pointCount, types, typeOf, delivery, pickup, dimensions } = problem
  const { release, earliest, latest } = problem
  const { ready, onward, beginnings, ends, total } = labels
  const { figures, stride } = beginnings
  const endFigures = ends.figures
  /** The most on board and what is picked up by a beginning with the job. */
  const peak = new Float64Array(dimensions)
  const taken = new Float64Array(dimensions)

  return (job, after, vehicle, limit, alone) => {
    labels.prepare(after, vehicle)
    const type = types[typeOf[vehicle]!]!
    const { costs, costsInto, durations, durationsInto, capacity } = type
    const behind = next[after]!
    const row = job * pointCount
    const there = row + point[behind]!
    const firstEnd = ends.from(behind)
    const lastEnd = alone ? firstEnd : firstEnd + ends.count[behind]! * stride
    const firstHome = onward.from(behind)
    const lastHome = firstHome + onward.count[behind]!
    let best = limit + total[vehicle]!

    // The least that may follow.
    let least = firstEnd < lastEnd ? costs[there]! + endFigures[firstEnd]! : Infinity
    for (let w = firstHome; w < lastHome; w++) {
      const cost = costs[row + onward.depot[w]!]! + onward.cost[w]!
      if (cost < least) least = cost
    }

    const goOn = (cost: number, lastLoading: number, seconds: number, left: number) => {
      for (let w = firstHome; w < lastHome; w++) {
        const home = row + onward.depot[w]!
        if (cost + costs[home]! + onward.cost[w]! < best && left + durations[home]! <= -onward.time[w]!)
          best = cost + costs[home]! + onward.cost[w]!
      }
      for (let e = firstEnd; e < lastEnd; e += stride) {
        const whole = cost + costs[there]! + endFigures[e]!
        if (whole >= best) return
        if (endFigures[e + RELEASE]! > lastLoading) continue
        const later = endFigures[e + RELEASE]! + seconds
        let begin = (later > left ? later : left) + durations[there]!
        if (begin < earliest[behind]!) begin = earliest[behind]!
        if (begin > latest[behind]!) continue
        if (begin + workAt(problem, type, job, behind) > endFigures[e + LATEST]!) continue
        let fits = true
        for (let d = 0; d < dimensions; d++) {
          const load = e + LOADS + d
          if (peak[d]! + endFigures[load + dimensions]! > capacity[d]! || taken[d]! + endFigures[load]! > capacity[d]!)
            fits = false
        }
        if (fits) best = whole
      }
    }

    if (!alone) {
      const first = beginnings.from(after)
      const into = row + point[after]!
      const travel = durationsInto[into]!
      for (let p = first; p < first + beginnings.count[after]! * stride; p += stride) {
        const cost = figures[p]! + costsInto[into]!
        if (cost + least >= best) break
        const bound = latest[job]! - travel - figures[p + SECONDS]!
        const last = figures[p + LATEST]! < bound ? figures[p + LATEST]! : bound
        const driven = release[job]! + figures[p + SECONDS]!
        const arrival = (driven > figures[p + SOONEST]! ? driven : figures[p + SOONEST]!) + travel
        if (release[job]! > last || arrival > latest[job]!) continue
        let fits = true
        for (let d = 0; d < dimensions; d++) {
          taken[d] = figures[p + LOADS + dimensions + d]! + pickup[job * dimensions + d]!
          const brought = figures[p + LOADS + d]! + delivery[job * dimensions + d]!
          peak[d] = brought > taken[d]! ? brought : taken[d]!
          if (peak[d]! > capacity[d]!) fits = false
        }
        if (!fits) continue
        const work = workAt(problem, type, after, job)
        const soonest = (arrival > earliest[job]! ? arrival : earliest[job]!) + work
        goOn(cost, last, figures[p + SECONDS]! + travel + work, soonest)
      }
    }
    const firstWay = ready.from(after)
    for (let w = firstWay; w < firstWay + ready.count[after]!; w++) {
      const depot = ready.depot[w]!
      const cost = ready.cost[w]! + costsInto[row + depot]!
      if (cost + least >= best) continue
      const travel = (after < jobCount ? type.reload!.service : 0) + durationsInto[row + depot]!
      const loaded = ready.time[w]! > release[job]! ? ready.time[w]! : release[job]!
      const last = latest[job]! - travel
      if (loaded > last) continue
      for (let d = 0; d < dimensions; d++) {
        const [brought, picked] = [delivery[job * dimensions + d]!, pickup[job * dimensions + d]!]
        peak[d] = brought > picked ? brought : picked
        taken[d] = picked
      }
      const work = workAt(problem, type, depot, job)
      const begin = loaded + travel > earliest[job]! ? loaded + travel : earliest[job]!
      goOn(cost, last, travel + work, begin + work)
    }
    return best - total[vehicle]!
  }
}

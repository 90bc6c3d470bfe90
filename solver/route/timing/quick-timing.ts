import type { Itinerary } from './itinerary.ts'
import { overtimeCost } from '../../model/overtime.ts'
import { type Problem, type VehicleType, windowAtOrAfter } from '../../model/problem.ts'
import { earliestDeparture } from '../trips/trip-loading.ts'
import type { Timing } from './timing.ts'

/** When a route without breaks and locks can end; Infinity if it misses a window. */
export function earliestFinish(problem: Problem, vehicle: number, jobs: readonly number[]): number {
  const { pointCount, travel, hasSeveralWindows, earliest, latest } = problem
  const { start, end, durations, service, setup } = problem.types[problem.typeOf[vehicle]]
  let time = earliestDeparture(problem, vehicle, jobs)
  let from = start
  for (const job of jobs) {
    time += durations[from * pointCount + job]
    if (hasSeveralWindows) time = windowAtOrAfter(problem, job, time)
    else if (time > latest[job]) return Infinity
    else if (time < earliest[job]) time = earliest[job]
    time += service[job] + (travel.address[from] === travel.address[job] ? 0 : setup[job])
    from = job
  }
  return time + durations[from * pointCount + end]
}

/**
 * The earliest arrival at each item of an itinerary and at its end, and the cost of lateness and overtime at least; nothing if a
 * window or the end of the shift is missed. `arrive` gives the arrival for a departure.
 */
export function soonest(
  problem: Problem,
  type: VehicleType,
  { jobs, setups, services }: Itinerary,
  leaveFrom: number,
  arrive: (item: number, from: number) => number,
): { arrivals: Float64Array; late: number } | undefined {
  const { softTo, lateCost } = problem
  const arrivals = new Float64Array(jobs.length + 1)
  let late = 0
  let time = leaveFrom
  for (let i = 0; i < jobs.length; i++) {
    const job = jobs[i]
    time = arrive(i, time)
    arrivals[i] = time
    if (job >= 0) {
      time = windowAtOrAfter(problem, job, time)
      if (time === Infinity) return undefined
      if (time > softTo[job]) late += (time - softTo[job]) * lateCost[job]
    }
    time += setups[i] + services[i]
  }
  arrivals[jobs.length] = arrive(jobs.length, time)
  late += overtimeCost(type.overtime, arrivals[jobs.length])
  return arrivals[jobs.length] > type.shiftTo ? undefined : { arrivals, late }
}

/**
 * The shortest duration of an itinerary whose jobs have one window each, and the first departure that achieves it: as
 * in Vidal et al. (2013), a route is known by its duration and the range of departures for it.
 */
export function shortest(
  problem: Problem,
  type: VehicleType,
  { jobs, drives, setups, services }: Itinerary,
  leaveFrom: number,
) {
  const { earliest, latest } = problem
  let duration = 0
  let first = leaveFrom
  let last = type.shiftTo
  let moving = 0
  for (let i = 0; i <= jobs.length; i++) {
    duration += drives[i]
    moving += drives[i]
    const job = i < jobs.length ? jobs[i] : -1
    const from = job < 0 ? 0 : earliest[job]
    const to = i === jobs.length ? type.shiftTo : job < 0 ? Infinity : latest[job]
    const waiting = Math.max(0, from - duration - last)
    first = Math.max(first, from - duration - waiting)
    last = Math.min(last, to - duration)
    duration += waiting
    if (i === jobs.length) break
    const work = setups[i] + services[i]
    duration += work
    moving += work
  }
  return { duration, departure: first, waiting: duration - moving }
}

/**
 * Drives an itinerary whose jobs have one window each. It waits where a window or a price for earliness asks for it,
 * and leaves as late as possible without making anything important later.
 */
export function greedy(problem: Problem, type: VehicleType, itinerary: Itinerary, departure: number): Timing {
  const timing = driveGreedily(problem, itinerary, departure)
  const { jobs, drives, setups, services } = itinerary
  const { latest, softTo, lateCost } = problem
  let latestThere = timing.finish
  for (let i = jobs.length - 1; i >= 0; i--) {
    const job = jobs[i]
    const over = latestThere - drives[i + 1] - setups[i] - services[i]
    const allowed = job < 0 ? Infinity : Math.min(latest[job], lateCost[job] > 0 ? softTo[job] : Infinity)
    latestThere = Math.min(over, Math.max(timing.begins[i], allowed))
  }
  const later = Math.min(latestThere - drives[0], type.shiftTo)
  return later > departure ? driveGreedily(problem, itinerary, later) : timing
}

function driveGreedily(problem: Problem, itinerary: Itinerary, departure: number): Timing {
  const { earliest, softFrom, earlyCost } = problem
  const { jobs, drives, setups, services } = itinerary
  const timing: Timing = { departure, arrivals: [], begins: [], drives, pauses: [], finish: departure }
  let time = departure
  for (let i = 0; i < jobs.length; i++) {
    const job = jobs[i]
    time += drives[i]
    timing.arrivals.push(time)
    if (job >= 0) {
      if (time < earliest[job]) time = earliest[job]
      if (earlyCost[job] > 0 && time < softFrom[job]) time = softFrom[job]
    }
    timing.begins.push(time)
    time += setups[i] + services[i]
  }
  timing.finish = time + drives[jobs.length]
  return timing
}

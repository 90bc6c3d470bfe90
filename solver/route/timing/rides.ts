import { type Drive, driveWithBreaks } from './breaks.ts'
import { beginningOf } from '../../model/locked-routes.ts'
import { type Problem, windowAtOrAfter, windowAtOrBefore } from '../../model/problem.ts'
import { earliestDeparture } from '../trips/trip-loading.ts'

/** A limit on how long goods are on board: from leaving one stop until work begins at a later one. */
export type Ride = {
  /** The place of the stop where it begins, or -1 for the departure. */
  from: number
  to: number
  most: number
  /** When it began, where that is history. */
  since: number | undefined
}

/** When work begins and ends at each stop. */
export type Course = {
  departure: number
  begins: number[]
  ends: number[]
}

/** Seconds of driving before each stop and the end, and of work at each stop. */
export type Way = {
  drives: readonly number[]
  works: readonly number[]
}

const none: readonly Ride[] = []

/** The limited rides on a route that are not over yet. */
export function ridesOn(problem: Problem, vehicle: number, jobs: readonly number[]): readonly Ride[] {
  const { jobList, hasRides, locks } = problem
  if (!hasRides) return none
  const { maxRide } = problem.types[problem.typeOf[vehicle]]
  const rides: Ride[] = []
  const past = locks?.routes[vehicle]
  const done = past?.done ?? 0
  jobs.forEach((job, to) => {
    const most = maxRide[job]
    if (most === Infinity || to < done) return
    // A delivery follows its pickup in the list of jobs.
    const from = jobList[job].type === 'job' ? -1 : jobs.indexOf(job - 1)
    if (from === -1 && jobList[job].type !== 'job') return
    const since = from >= done || done === 0 ? undefined : from < 0 ? past!.history.departure : past!.history.left[from]
    rides.push({ from, to, most, since })
  })
  return rides
}

/** By how many seconds a ride is too long. */
export function excess({ from, to, most, since }: Ride, { departure, begins, ends }: Course): number {
  return begins[to] - (since ?? (from < 0 ? departure : ends[from])) - most
}

/**
 * The earliest course of a route that keeps its rides: where one is too long, it begins later, until all fit. `low` holds
 * the earliest begin of work at each stop. Nothing if there is none, or if it takes more than `rounds` to find.
 */
export function settleRides<C extends Course>(
  rides: readonly Ride[],
  stops: number,
  departure: number,
  rounds: number,
  drive: (departure: number, low: Float64Array) => C | undefined,
): C | undefined {
  const low = new Float64Array(stops)
  let leave = departure
  for (let round = 0; round <= rounds; round++) {
    const course = drive(leave, low)
    if (!course) return undefined
    let isKept = true
    for (const ride of rides) {
      const over = excess(ride, course)
      if (over <= 0) continue
      if (ride.since !== undefined) return undefined
      isKept = false
      if (ride.from < 0) leave = Math.max(leave, course.departure + over)
      else low[ride.from] = Math.max(low[ride.from], course.begins[ride.from] + over)
    }
    if (isKept) return course
  }
  return undefined
}

/** Whether a ride is too long even without any waiting. */
export function isTooFar({ from, to, most, since }: Ride, { drives, works }: Way): boolean {
  if (since !== undefined) return false
  let seconds = 0
  for (let i = from + 1; i <= to; i++) seconds += drives[i] + (i < to ? works[i] : 0)
  return seconds > most
}

/** How often courses may be tried. Without windows one for each stop is enough, and each further window adds as many. */
export function roundsFor({ windowStart }: Problem, jobs: readonly number[]): number {
  let windows = 1
  for (const job of jobs) if (job >= 0) windows += windowStart[job + 1] - windowStart[job] - 1
  return (jobs.length + 1) * windows
}

/**
 * The latest departure that finishes by a moment and keeps windows and rides, for a route that can do so: the same as
 * above, from the end. `jobs` may hold -1 for what has no windows.
 */
export function latestDeparture(
  problem: Problem,
  jobs: readonly number[],
  { drives, works }: Way,
  rides: readonly Ride[],
  finish: number,
): number {
  const high = jobs.map(() => Infinity)
  const begins = high.slice()
  for (let round = roundsFor(problem, jobs); ; round--) {
    let time = finish - drives[jobs.length]
    for (let i = jobs.length - 1; i >= 0; i--) {
      const begin = Math.min(time - works[i], high[i])
      begins[i] = jobs[i] < 0 ? begin : windowAtOrBefore(problem, jobs[i], begin)
      time = begins[i] - drives[i]
    }
    let isKept = true
    for (const { from, to, most, since } of rides) {
      const by = (since ?? (from < 0 ? time : begins[from] + works[from])) + most
      if (begins[to] <= by) continue
      isKept = false
      high[to] = by
    }
    if (isKept || round === 0) return isKept ? time : -Infinity
  }
}

/** The course of a route without breaks, whose times do not depend on the hour: leaving as late as it can. */
export function driveWithRides(
  problem: Problem,
  vehicle: number,
  jobs: readonly number[],
  rides: readonly Ride[],
  isFinal = false,
) {
  const { shiftTo } = problem.types[problem.typeOf[vehicle]]
  const begun = beginningOf(problem, vehicle)
  const done = begun?.done ?? 0
  const way = wayOf(problem, vehicle, jobs)
  if (rides.some((ride) => isTooFar(ride, way))) return undefined
  const history = begun && problem.locks!.routes[vehicle]!.history
  const drive = (departure: number, low: Float64Array) => {
    const course = { departure, begins: [] as number[], ends: [] as number[], finish: 0 }
    let time = departure
    for (let i = 0; i < jobs.length; i++) {
      if (i < done) {
        course.begins.push(history!.arrivals[i])
        course.ends.push(history!.left[i])
        time = begun!.leavesAt
        continue
      }
      const begin = windowAtOrAfter(problem, jobs[i], Math.max(time + way.drives[i], low[i]))
      if (begin === Infinity) return undefined
      course.begins.push(begin)
      time = begin + way.works[i]
      course.ends.push(time)
    }
    course.finish = time + way.drives[jobs.length]
    return course.finish <= shiftTo ? course : undefined
  }
  const rounds = roundsFor(problem, jobs)
  const earliest = earliestDeparture(problem, vehicle, jobs)
  const first = settleRides(rides, jobs.length, history?.departure ?? earliest, rounds, drive)
  if (!first || !isFinal || begun) return first
  const later = latestDeparture(problem, jobs, way, rides, first.finish)
  return settleRides(rides, jobs.length, Math.max(first.departure, later), rounds, drive) ?? first
}

/** The same with breaks that have windows: as early as it can, by the rule of `driveWithBreaks`. */
export function driveBreaksWithRides(
  problem: Problem,
  vehicle: number,
  jobs: readonly number[],
  rides: readonly Ride[],
): (Drive & { departure: number }) | undefined {
  const { works } = wayOf(problem, vehicle, jobs)
  const earliest = earliestDeparture(problem, vehicle, jobs)
  return settleRides(rides, jobs.length, earliest, roundsFor(problem, jobs), (departure, low) => {
    const driven = driveWithBreaks(problem, vehicle, jobs, departure, low)
    if (!driven) return undefined
    const begins = driven.arrivals.map((arrival, i) => arrival + driven.waitings[i])
    return { ...driven, departure, begins, ends: begins.map((begin, i) => begin + works[i]) }
  })
}

function wayOf(problem: Problem, vehicle: number, jobs: readonly number[]): Way {
  const { point, pointCount, jobCount, travel, types, typeOf } = problem
  const { durations, setup, service } = types[typeOf[vehicle]]
  const places = [jobCount + 2 * vehicle, ...jobs, jobCount + 2 * vehicle + 1].map((node) => point[node])
  const drives = places.slice(1).map((to, i) => durations[places[i] * pointCount + to])
  const works = jobs.map(
    (job, i) => service[job] + (travel.address[places[i]] === travel.address[job] ? 0 : setup[job]),
  )
  return { drives, works }
}

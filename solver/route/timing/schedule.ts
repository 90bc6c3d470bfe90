import { breaksOf } from './breaks.ts'
import { type Beginning, beginningOf } from '../../model/locked-routes.ts'
import { type Itinerary, layOut, restsInTime } from './itinerary.ts'
import { overtimeCost } from '../../model/overtime.ts'
import { type Problem, type VehicleType, windowAtOrAfter } from '../../model/problem.ts'
import { type Frame, makeTiming, type Prices, type Timing } from './timing.ts'
import { driveBreaksWithRides, excess, latestDeparture, type Ride, ridesOn, roundsFor, settleRides } from './rides.ts'
import { greedy, shortest, soonest } from './quick-timing.ts'
import { makeJourney, secondsAt } from '../../model/traffic.ts'
import { earliestDeparture } from '../trips/trip-loading.ts'

/** When a route is driven, and what that costs beyond the cost matrix, in search units. */
export type Schedule = {
  timing: Timing
  itinerary: Itinerary
  extra: number
}

/** How often relative breaks are moved to suit drives that depend on the hour. */
const mostLayouts = 4
/** How often a range of departures is split to find the cheapest timing within max_shift. */
const mostSplits = 50

/** The most days that a route with speeds by the hour can span. */
const mostDays = 31
const secondsPerDay = 86_400

/** Undefined if a route cannot be driven, or if it costs `limit` or more beyond the cost matrix. */
export type Scheduler = (vehicle: number, jobs: readonly number[], limit?: number) => Schedule | undefined

/** Makes a scheduler for everything about time that the cached times of RouteState do not cover. */
export function makeScheduler(problem: Problem): Scheduler {
  const { decide } = makeTiming(problem)
  const { earlyCost, lateCost, softFrom, softTo } = problem

  return (vehicle, jobs, limit = Infinity) => {
    const type = problem.types[problem.typeOf[vehicle]]
    const begun = beginningOf(problem, vehicle)
    let seen: number[] | undefined
    for (let attempt = 0; attempt < mostLayouts; attempt++) {
      const itinerary = layOut(problem, vehicle, jobs, seen)
      if (!itinerary) return undefined
      let timing = isTooLong(type, itinerary, begun) ? undefined : timed(vehicle, type, itinerary, limit, begun)
      const rides = ridesOn(problem, vehicle, jobs).map((ride) => onItinerary(ride, jobs, itinerary))
      if (timing && rides.some((ride) => excess(ride, courseOf(timing!, itinerary)) > 0))
        timing = withRides(vehicle, type, itinerary, rides, begun)
      if (!timing) return undefined
      if (!type.traffic || restsInTime(type, itinerary, timing.drives)) {
        return { timing, itinerary, extra: extraOf(type, itinerary, timing) + pastExtra(type, vehicle, begun) }
      }
      const driven = timing.drives.filter((_, i) => !itinerary.rests[i])
      seen = driven.map((seconds, i) => Math.max(seconds, seen?.[i] ?? 0))
    }
    return undefined
  }

  /**
   * A timing that keeps the rides, where the cheapest one does not: the earliest, which is not always the cheapest. With
   * breaks that have windows, only where nothing else depends on the hour.
   */
  function withRides(
    vehicle: number,
    type: VehicleType,
    itinerary: Itinerary,
    rides: readonly Ride[],
    begun: Beginning | undefined,
  ): Timing | undefined {
    const { jobs, drives, setups, services } = itinerary
    const { leaveFrom } = frameOf(vehicle, type, itinerary, begun)
    const keeps = (timing: Timing) => {
      const driven = begun ? sum(problem.locks!.routes[vehicle]!.history.legs) : 0
      const away = timing.finish - (begun?.awaySince ?? timing.departure)
      return away <= type.maxShift && (!type.traffic || driven + sum(timing.drives) <= type.maxTravel)
    }
    if (type.hasBreaks) {
      const isPlain = !begun && !type.traffic && !problem.squashes && itinerary.rests.every((rest) => !rest)
      const driven = isPlain ? driveBreaksWithRides(problem, vehicle, jobs, rides) : undefined
      if (!driven) return undefined
      const { departure, arrivals, waitings, pauses, finish } = driven
      const begins = arrivals.map((arrival, i) => arrival + waitings[i])
      const timing = { departure, arrivals, begins, drives, pauses, finish }
      return keeps(timing) ? timing : undefined
    }
    const journeys = journeysOf(type, itinerary)
    const drive = (departure: number, low: Float64Array): (Timing & { ends: number[] }) | undefined => {
      const course = { departure, arrivals: [] as number[], begins: [] as number[], ends: [] as number[] }
      const driven: number[] = []
      let time = departure
      for (let i = 0; i <= jobs.length; i++) {
        const arrival = journeys ? journeys[i].arrive(time) : time + drives[i]
        driven.push(arrival - time)
        time = arrival
        if (i === jobs.length) break
        course.arrivals.push(arrival)
        time = Math.max(time, low[i])
        if (jobs[i] >= 0) time = windowAtOrAfter(problem, jobs[i], time)
        if (time === Infinity) return undefined
        course.begins.push(time)
        time += setups[i] + services[i]
        course.ends.push(time)
      }
      return time <= type.shiftTo ? { ...course, drives: driven, pauses: [], finish: time } : undefined
    }
    const rounds = roundsFor(problem, jobs)
    const first = settleRides(rides, jobs.length, leaveFrom, rounds, drive)
    if (!first || begun || journeys) return first && keeps(first) ? first : undefined
    const way = { drives, works: setups.map((seconds, i) => seconds + services[i]) }
    const later = Math.max(first.departure, latestDeparture(problem, jobs, way, rides, first.finish))
    const last = settleRides(rides, jobs.length, later, rounds, drive) ?? first
    return keeps(last) ? last : undefined
  }

  /** The cheapest timing within the vehicle's limits on shift and, with hourly speeds, on driving. */
  function timed(
    vehicle: number,
    type: VehicleType,
    itinerary: Itinerary,
    limit: number,
    begun: Beginning | undefined,
  ): Timing | undefined {
    const frame = frameOf(vehicle, type, itinerary, begun)
    const driven = begun ? sum(problem.locks!.routes[vehicle]!.history.legs) : 0
    const journeys = journeysOf(type, itinerary)
    const arrive = (item: number, from: number) =>
      journeys ? journeys[item].arrive(from) : from + itinerary.drives[item]
    const keeps = (timing: Timing) =>
      timing.finish - (begun?.awaySince ?? timing.departure) <= type.maxShift &&
      (!type.traffic || driven + sum(timing.drives) <= type.maxTravel)
    const first = soonest(problem, type, itinerary, frame.leaveFrom, arrive)
    if (!first) return undefined
    let least = itinerary.uncounted * type.taskCost + first.late
    if (!begun && !type.traffic && !type.hasBreaks && !problem.hasSeveralWindows) {
      const { duration, departure, waiting } = shortest(problem, type, itinerary, frame.leaveFrom)
      if (duration > type.maxShift) return undefined
      least += waiting * type.waitingCost
      // Usually the plainest timing is fine.
      const isSoft = itinerary.jobs.some((job) => job >= 0 && (earlyCost[job] > 0 || lateCost[job] > 0))
      const plain = greedy(problem, type, itinerary, isSoft ? frame.leaveFrom : departure)
      if (keepsWindows(type, plain, itinerary) && keeps(plain) && extraOf(type, itinerary, plain) === least)
        return plain
    }
    if (least >= limit) return undefined
    const { waitingCost: waiting, drivingCost: driving, overtime } = type
    const prices = { waiting, driving, soft: problem.hasSoftWindows, overtime }
    const route = { vehicle, itinerary, soonest: first.arrivals, journeys }
    const run = (by: Prices, within: Frame) => decide({ ...route, prices: by, frame: within })
    const cheapest = run(prices, frame)
    if (!cheapest || keeps(cheapest)) return cheapest
    if (!type.traffic && extraOf(type, itinerary, cheapest) >= limit) return undefined
    if (type.traffic && driven + sum(cheapest.drives) > type.maxTravel) {
      const leastDriving = run({ waiting: 0, driving: 1, soft: false }, frame)!
      if (keeps(leastDriving)) return leastDriving
    }
    const quickest = run({ waiting: 0, driving: 0, soft: false }, frame)!
    if (!keeps(quickest)) return undefined
    if (begun) {
      const inTime = run(prices, { ...frame, finishBy: Math.min(frame.finishBy, begun.awaySince + type.maxShift) })
      return inTime && keeps(inTime) ? inTime : quickest
    }
    const last = Math.max(frame.leaveFrom, ...momentsOf(vehicle, itinerary).map(({ to }) => to))
    const bounded = { ...frame, leaveTo: Math.min(frame.finishBy, last) }
    return cheapestShift(type, itinerary, bounded, quickest, limit, (within) => run(prices, within), keeps)
  }

  /**
   * The cheapest timing within max_shift, when the overall cheapest one is longer: splits departures into ever
   * shorter ranges, the most promising first, until the best timing of a range keeps the limit.
   */
  function cheapestShift(
    type: VehicleType,
    itinerary: Itinerary,
    frame: Frame,
    quickest: Timing,
    limit: number,
    run: (within: Frame) => Timing | undefined,
    keeps: (timing: Timing) => boolean,
  ): Timing {
    let best = quickest
    let least = extraOf(type, itinerary, quickest)
    const open: { from: number; to: number; bound: number }[] = []
    const look = (from: number, to: number) => {
      const timing = run({ leaveFrom: from, leaveTo: to, finishBy: Math.min(frame.finishBy, to + type.maxShift) })
      if (!timing) return
      const bound = extraOf(type, itinerary, timing)
      if (bound >= least || bound >= limit) return
      if (keeps(timing)) {
        best = timing
        least = bound
      } else if (from < to) open.push({ from, to, bound })
    }
    look(frame.leaveFrom, frame.leaveTo)
    for (let split = 0; open.length > 0 && split < mostSplits; split++) {
      let chosen = 0
      for (let i = 1; i < open.length; i++) if (open[i].bound < open[chosen].bound) chosen = i
      const { from, to, bound } = open.splice(chosen, 1)[0]
      if (bound >= least) break
      const middle = Math.floor((from + to) / 2)
      look(from, middle)
      look(middle + 1, to)
    }
    return best
  }

  function keepsWindows({ shiftTo }: VehicleType, { begins, finish }: Timing, { jobs }: Itinerary): boolean {
    return finish <= shiftTo && jobs.every((job, i) => job < 0 || begins[i] <= problem.latest[job])
  }

  function extraOf(type: VehicleType, itinerary: Itinerary, timing: Timing): number {
    let extra = itinerary.uncounted * type.taskCost + overtimeCost(type.overtime, timing.finish)
    if (type.traffic) {
      const { traffic } = type
      timing.drives.forEach((seconds, i) => {
        const { fastest } = traffic(itinerary.ways[i])
        extra += (seconds - secondsAt(itinerary.drives[i], fastest)) * type.drivingCost
      })
    }
    for (const { waiting } of timing.pauses) extra += waiting * type.waitingCost
    itinerary.jobs.forEach((job, i) => {
      extra += (timing.begins[i] - timing.arrivals[i]) * type.waitingCost
      if (job < 0) return
      const begin = timing.begins[i]
      if (begin < softFrom[job]) extra += (softFrom[job] - begin) * earlyCost[job]
      if (begin > softTo[job]) extra += (begin - softTo[job]) * lateCost[job]
    })
    return extra
  }

  /** What driving by the hour has already cost on the done part of a route. */
  function pastExtra(type: VehicleType, vehicle: number, begun: Beginning | undefined): number {
    if (!begun || !type.traffic) return 0
    const { jobs, done, history } = problem.locks!.routes[vehicle]!
    let extra = 0
    let from = problem.jobCount + 2 * vehicle
    for (let i = 0; i < done; i++) {
      const fastest = type.durations[problem.point[from] * problem.pointCount + jobs[i]]
      extra += (history.legs[i] - fastest) * type.drivingCost
      from = jobs[i]
    }
    return extra
  }

  /** The windows that the timing of a route may depend on, from the first to the last second. */
  function momentsOf(vehicle: number, itinerary: Itinerary): { from: number; to: number }[] {
    const { windowStart, windowFrom, windowTo } = problem
    const moments = breaksOf(problem, vehicle).flatMap(({ time_windows = [] }) =>
      time_windows.map(([from, to]) => ({ from, to })),
    )
    for (const job of itinerary.jobs) {
      if (job < 0) continue
      for (let w = windowStart[job]; w < windowStart[job + 1]; w++) {
        if (windowTo[w] !== Infinity) moments.push({ from: windowFrom[w], to: windowTo[w] })
      }
      if (earlyCost[job] > 0 || lateCost[job] > 0) moments.push({ from: softFrom[job], to: softTo[job] })
    }
    return moments
  }

  /** The shift. With speeds by the hour only the days that can matter, because curves have pieces for every hour. */
  function frameOf(vehicle: number, type: VehicleType, itinerary: Itinerary, begun: Beginning | undefined): Frame {
    const { shiftTo, traffic } = type
    const planned = itinerary.jobs.filter((job) => job >= 0)
    const shiftFrom = earliestDeparture(problem, vehicle, planned)
    const leave = begun && { leaveFrom: begun.leavesAt, leaveTo: begun.leavesAt }
    if (!traffic) return { leaveFrom: shiftFrom, leaveTo: shiftTo, finishBy: shiftTo, ...leave }
    const slowest = (way: number) => Math.min(...traffic(way).speed)
    const driving = itinerary.drives.reduce(
      (total, seconds, i) => total + secondsAt(seconds, slowest(itinerary.ways[i])),
      0,
    )
    const longest = driving + sum(itinerary.setups) + sum(itinerary.services) + secondsPerDay
    const moments = momentsOf(vehicle, itinerary)
    const last = Math.max(begun?.leavesAt ?? shiftFrom, ...moments.map(({ from }) => from)) + longest
    const finishBy = Math.min(shiftTo, last)
    const first = Math.min(Infinity, ...moments.map(({ from }) => from)) - longest
    const leaveFrom = Math.max(shiftFrom, first === Infinity ? 0 : first, finishBy - mostDays * secondsPerDay - longest)
    return { leaveFrom, leaveTo: finishBy, finishBy, ...leave }
  }
}

/** A ride by the places of its stops on an itinerary, which leaves out what is done and adds breaks. */
function onItinerary(ride: Ride, jobs: readonly number[], itinerary: Itinerary): Ride {
  const place = (i: number) => (i < 0 ? -1 : itinerary.jobs.indexOf(jobs[i]))
  return { ...ride, from: place(ride.from), to: place(ride.to) }
}

function courseOf({ departure, begins }: Timing, { setups, services }: Itinerary) {
  return { departure, begins, ends: begins.map((begin, i) => begin + setups[i] + services[i]) }
}

/** The drives of an itinerary, if they depend on the hour. */
function journeysOf({ traffic }: VehicleType, { drives, ways }: Itinerary) {
  return traffic && drives.map((seconds, i) => makeJourney(traffic(ways[i]), seconds))
}

/** Whether a route has to be scheduled, because something in it is beyond cached times. */
export function isScheduled(
  { earlyCost, lateCost, hasSoftWindows }: Problem,
  type: VehicleType,
  jobs: readonly number[],
) {
  if (type.hasTiming || !hasSoftWindows) return type.hasTiming
  return jobs.some((job) => earlyCost[job] > 0 || lateCost[job] > 0)
}

/** Whether a route is longer than a shift may be even without any waiting. */
function isTooLong(
  { maxShift, traffic }: VehicleType,
  { drives, ways, setups, services }: Itinerary,
  begun: Beginning | undefined,
): boolean {
  if (maxShift === Infinity) return false
  const driving = traffic
    ? drives.reduce((total, drive, i) => total + secondsAt(drive, traffic(ways[i]).fastest), 0)
    : sum(drives)
  const spent = begun ? begun.leavesAt - begun.awaySince : 0
  return spent + driving + sum(setups) + sum(services) > maxShift
}

function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}

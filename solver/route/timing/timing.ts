import { breaksOf, type Pause } from './breaks.ts'
import { Curves, type Journey, type Soft, type Windows } from '../../math/curves.ts'
import type { Itinerary } from './itinerary.ts'
import type { OvertimeStep } from '../../model/overtime.ts'
import type { Problem } from '../../model/problem.ts'
import type { VroomBreak } from '../../json/vroom.ts'

/** What the timing of a route is chosen by, in search cost per second. Of equal timings the shortest is chosen. */
export type Prices = {
  waiting: number
  driving: number
  soft: boolean
  overtime?: readonly OvertimeStep[] | undefined
}

/** The bounds within which a route is driven, in seconds. */
export type Frame = {
  leaveFrom: number
  leaveTo: number
  finishBy: number
}

/** When everything on an itinerary happens. Breaks with windows are taken before the item with their number. */
export type Timing = {
  departure: number
  arrivals: number[]
  begins: number[]
  drives: number[]
  pauses: Pause[]
  finish: number
}

/** A route whose timing is to be chosen. */
export type Question = {
  vehicle: number
  itinerary: Itinerary
  prices: Prices
  frame: Frame
  /** The soonest arrival at each item and at the end. */
  soonest: Float64Array
  /** Undefined where driving takes the same time at any hour. */
  journeys: Journey[] | undefined
}

/** The same with the breaks that have windows. There is a layer for each number of breaks taken. */
type Layered = Question & {
  breaks: VroomBreak[]
  breakWindows: Windows[]
  layers: number
  mayRest: (item: number, taken: number) => boolean
}

/** The weight of a second of a route's duration, to choose between timings that cost the same. */
const durationWeight = 2 ** -20
const anyTime: Windows = { from: Float64Array.of(0), to: Float64Array.of(Infinity) }
/** With speeds by the hour, the share of a route's driving by which each stop may make the curves inexact. */
const tolerance = 1 / 2000

/**
 * Makes a function that chooses when to leave, begin each job and take the breaks with windows, so that a route costs
 * least: dynamic programming over cost as a function of time, from the end of the route to its start. It is exact, except
 * that with speeds by the hour it chooses by curves that are slightly off. The timing is always feasible and in whole
 * seconds; undefined where none keeps the windows.
 */
export function makeTiming(problem: Problem) {
  const { softFrom, softTo, earlyCost, lateCost, windowStart } = problem
  const curves = new Curves()
  const windows: Windows = { from: problem.windowFrom, to: problem.windowTo }
  const softs = problem.jobList.map((_, job): Soft | undefined => {
    const soft = { from: softFrom[job], to: softTo[job], early: earlyCost[job], late: lateCost[job] }
    return soft.early > 0 || soft.late > 0 ? soft : undefined
  })
  // Curves by item and number of breaks taken: cost from the beginning of its work, from the arrival there, from setting
  // out for it, from the beginning of a break before that, and from setting out or resting.
  let begins = new Int32Array(64)
  let theres = begins.slice()
  let ways = begins.slice()
  let pauses = begins.slice()
  let leaves = begins.slice()
  return { decide }

  function decide(question: Question): Timing | undefined {
    const { vehicle, itinerary, prices, frame, journeys } = question
    const { jobs, drives } = itinerary
    const breaks = problem.types[problem.typeOf[vehicle]].hasBreaks ? breaksOf(problem, vehicle) : []
    const layered: Layered = {
      ...question,
      breaks,
      breakWindows: breaks.map(windowsOf),
      layers: breaks.length + 1,
      mayRest: restable(problem, vehicle, breaks, jobs),
    }
    const driving = journeys ? drives.reduce((total, seconds) => total + seconds, 0) : 0
    curves.clear(driving * tolerance * Math.max(prices.driving, durationWeight))
    const needed = (jobs.length + 1) * layered.layers
    if (begins.length < needed) grow(2 * needed)
    makeCurves(layered)
    const departure = curves.lowest(leaves[0], frame.leaveFrom, frame.leaveTo, -durationWeight)
    return Number.isNaN(departure) ? undefined : follow(layered, departure)
  }

  function grow(length: number) {
    begins = new Int32Array(length)
    theres = begins.slice()
    ways = begins.slice()
    pauses = begins.slice()
    leaves = begins.slice()
  }

  /** Makes the curves of all items, from the end of the route to its start. */
  function makeCurves(layered: Layered) {
    const { itinerary, prices, frame, soonest, journeys, layers, mayRest } = layered
    const { jobs, drives, setups, services } = itinerary
    const n = jobs.length
    // Without breaks and speeds by the hour, the way is part of the work before it.
    const isSimple = !journeys && layers === 1
    for (let i = n; i >= 0; i--) {
      for (let k = layers - 1; k >= 0; k--) {
        const at = i * layers + k
        if (i === n) theres[at] = endCurve(soonest[n], k === layers - 1 ? frame.finishBy : -Infinity, prices.overtime)
        else theres[at] = workCurve(layered, i, at, isSimple)
        if (isSimple && i > 0) continue
        const earliest = i === 0 ? frame.leaveFrom : soonest[i - 1] + setups[i - 1] + services[i - 1]
        ways[at] = journeys
          ? curves.behind(theres[at], journeys[i], prices.driving, earliest)
          : curves.earlier(theres[at], drives[i], earliest)
        leaves[at] = ways[at]
        if (k < layers - 1 && mayRest(i, k)) leaves[at] = curves.lower(ways[at], restCurve(layered, k, at, earliest))
      }
    }
  }

  /** Cost from the arrival at the end of the route. */
  function endCurve(earliest: number, finishBy: number, overtime: Prices['overtime']): number {
    if (finishBy < earliest) return curves.empty()
    return curves.rising(earliest, finishBy, durationWeight, overtime ?? [])
  }

  /** Cost from the arrival at an item, with waiting and work. */
  function workCurve(
    { itinerary, prices, soonest, layers }: Layered,
    i: number,
    at: number,
    isSimple: boolean,
  ): number {
    const { jobs, drives, setups, services } = itinerary
    const job = jobs[i]
    const work = setups[i] + services[i] + (isSimple ? drives[i + 1] : 0)
    const after = (isSimple ? theres : leaves)[at + layers]
    const soft = prices.soft && job >= 0 ? softs[job] : undefined
    begins[at] =
      job < 0
        ? curves.work(after, work, anyTime, 0, 1, undefined)
        : curves.work(after, work, windows, windowStart[job], windowStart[job + 1], soft)
    return curves.wait(begins[at], prices.waiting, soonest[i], waitsUntil(job, prices))
  }

  /** Cost from where the next break is waited for and taken before an item. */
  function restCurve({ breaks, breakWindows, prices }: Layered, k: number, at: number, earliest: number): number {
    const within = breakWindows[k]
    pauses[at] = curves.work(leaves[at + 1], breaks[k].service ?? 0, within, 0, within.from.length, undefined)
    return curves.wait(pauses[at], prices.waiting, earliest, -Infinity)
  }

  /** Until when waiting at a job may save the price of being early. */
  function waitsUntil(job: number, prices: Prices): number {
    return job < 0 || !prices.soft || earlyCost[job] === 0 ? -Infinity : softFrom[job]
  }

  /** Follows the curves from a departure to the end of the route. */
  function follow({ itinerary, prices, journeys, breaks, layers, mayRest }: Layered, departure: number): Timing {
    const { jobs, drives, setups, services } = itinerary
    const timing: Timing = { departure, arrivals: [], begins: [], drives: [], pauses: [], finish: departure }
    let time = departure
    let k = 0
    for (let i = 0; i <= jobs.length; i++) {
      for (; k < layers - 1 && mayRest(i, k); k++) {
        const at = i * layers + k
        if (curves.at(ways[at], time) <= curves.at(leaves[at], time)) break
        const begin = curves.beginning(pauses[at], time, prices.waiting, -Infinity)
        timing.pauses.push({ taken: breaks[k], before: i, arrival: time, waiting: begin - time })
        time = begin + (breaks[k].service ?? 0)
      }
      const arrival = journeys ? journeys[i].arrive(time) : time + drives[i]
      timing.drives.push(arrival - time)
      time = arrival
      if (i === jobs.length) break
      const begin = curves.beginning(begins[i * layers + k], time, prices.waiting, waitsUntil(jobs[i], prices))
      timing.arrivals.push(arrival)
      timing.begins.push(begin)
      time = begin + setups[i] + services[i]
    }
    timing.finish = time
    return timing
  }
}

function windowsOf({ time_windows }: VroomBreak): Windows {
  if (!time_windows) return anyTime
  return {
    from: Float64Array.from(time_windows, (window) => window[0]),
    to: Float64Array.from(time_windows, (window) => window[1]),
  }
}

/** Makes a function that says whether the load before an item allows a break. */
function restable(problem: Problem, vehicle: number, breaks: { max_load?: number[] }[], jobs: readonly number[]) {
  if (breaks.every(({ max_load }) => !max_load)) return () => true
  const { dimensions, delivery, pickup } = problem
  const load = Array.from({ length: dimensions }, () => 0)
  for (const job of jobs) if (job >= 0) for (let d = 0; d < dimensions; d++) load[d] += delivery[job * dimensions + d]
  // What was picked up earlier is still on board.
  const locked = problem.locks?.routes[vehicle]
  for (const job of locked?.jobs.slice(0, locked.done) ?? [])
    for (let d = 0; d < dimensions; d++) load[d] += pickup[job * dimensions + d]
  const allowed = [breaks.map(({ max_load }) => !max_load?.some((most, d) => load[d] > most))]
  for (const job of jobs) {
    if (job >= 0) {
      for (let d = 0; d < dimensions; d++) load[d] += pickup[job * dimensions + d] - delivery[job * dimensions + d]
    }
    allowed.push(breaks.map(({ max_load }) => !max_load?.some((most, d) => load[d] > most)))
  }
  return (item: number, k: number) => allowed[item][k]
}

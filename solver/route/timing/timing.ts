import { breaksOf, type Pause } from './breaks.ts'
import { Curves, type Journey, type Soft, type Windows } from '../../math/curves.ts'
import type { Itinerary } from './itinerary.ts'
import type { Problem } from '../../model/problem.ts'

/** What the timing of a route is chosen by: search cost per second. Of equals it is always the shortest. */
export type Prices = {
  waiting: number
  driving: number
  soft: boolean
}

/** Within what a route is to be driven. */
export type Frame = {
  leaveFrom: number
  leaveTo: number
  finishBy: number
}

/** When everything on an itinerary happens. Windowed breaks stand before the item with their number. */
export type Timing = {
  departure: number
  arrivals: number[]
  begins: number[]
  drives: number[]
  pauses: Pause[]
  finish: number
}

/** A second of a route's duration weighs this little, to choose between timings that cost the same. */
const durationWeight = 2 ** -20
const anyTime: Windows = { from: Float64Array.of(0), to: Float64Array.of(Infinity) }
/** With speeds by the hour, each stop may add so much of a route's driving to what the curves are off by. */
const tolerance = 1 / 2000

/**
 * Chooses when to leave, to begin each job and to take the breaks with windows so that it costs least, by dynamic
 * programming over cost as a function of time, from the end of the route to its start. Exact, except that with speeds
 * by the hour the choice is by curves that are slightly off; the answer is always in whole seconds and possible. Nothing where no timing keeps the windows.
 */
export function makeTiming(problem: Problem) {
  const { softFrom, softTo, earlyCost, lateCost, windowStart } = problem
  const curves = new Curves()
  const windows: Windows = { from: problem.windowFrom, to: problem.windowTo }
  const softs = problem.jobList.map((_, job): Soft | undefined => {
    const soft = { from: softFrom[job], to: softTo[job], early: earlyCost[job], late: lateCost[job] }
    return soft.early > 0 || soft.late > 0 ? soft : undefined
  })
  // By item and number of breaks taken: when its work begins, when one is there, when one may set out for it.
  let begins = new Int32Array(64)
  let theres = begins.slice()
  let ways = begins.slice()
  let pauses = begins.slice()
  let leaves = begins.slice()
  return { decide }

  function grow(length: number) {
    begins = new Int32Array(length)
    theres = begins.slice()
    ways = begins.slice()
    pauses = begins.slice()
    leaves = begins.slice()
  }

  function decide(
    vehicle: number,
    itinerary: Itinerary,
    prices: Prices,
    frame: Frame,
    soonest: Float64Array,
    journeys: Journey[] | undefined,
  ): Timing | undefined {
    const type = problem.types[problem.typeOf[vehicle]]
    const { jobs, drives, setups, services } = itinerary
    const breaks = type.hasBreaks ? breaksOf(problem, vehicle) : []
    const breakWindows = breaks.map(({ time_windows }): Windows => {
      if (!time_windows) return anyTime
      return {
        from: Float64Array.from(time_windows, (window) => window[0]),
        to: Float64Array.from(time_windows, (window) => window[1]),
      }
    })
    const mayRest = restable(problem, vehicle, breaks, jobs)
    const n = jobs.length
    const layers = breaks.length + 1
    const until = (job: number) => {
      if (job < 0 || !prices.soft || earlyCost[job] === 0) return -Infinity
      return softFrom[job]
    }

    const driving = journeys ? drives.reduce((total, seconds) => total + seconds, 0) : 0
    curves.clear(driving * tolerance * Math.max(prices.driving, durationWeight))
    if (begins.length < (n + 1) * layers) grow(2 * (n + 1) * layers)
    const isSimple = !journeys && layers === 1
    for (let i = n; i >= 0; i--) {
      for (let k = layers - 1; k >= 0; k--) {
        const at = i * layers + k
        let there: number
        if (i === n) {
          const earliest = soonest[n]
          const isDone = k === layers - 1 && frame.finishBy >= earliest
          there = isDone
            ? curves.line(earliest, frame.finishBy, durationWeight * earliest, durationWeight)
            : curves.empty()
        } else {
          const job = jobs[i]
          const work = setups[i] + services[i] + (isSimple ? drives[i + 1] : 0)
          const after = (isSimple ? theres : leaves)[at + layers]
          const soft = prices.soft && job >= 0 ? softs[job] : undefined
          begins[at] =
            job < 0
              ? curves.work(after, work, anyTime, 0, 1, undefined)
              : curves.work(after, work, windows, windowStart[job], windowStart[job + 1], soft)
          there = curves.wait(begins[at], prices.waiting, soonest[i], until(job))
        }
        theres[at] = there
        // Without breaks the way is part of the work before it.
        if (isSimple && i > 0) continue
        const earliest = i === 0 ? frame.leaveFrom : soonest[i - 1] + setups[i - 1] + services[i - 1]
        ways[at] = journeys
          ? curves.behind(there, journeys[i], prices.driving, earliest)
          : curves.earlier(there, drives[i], earliest)
        leaves[at] = ways[at]
        if (k === layers - 1 || !mayRest(i, k)) continue
        pauses[at] = curves.work(
          leaves[at + 1],
          breaks[k].service ?? 0,
          breakWindows[k],
          0,
          breakWindows[k].from.length,
          undefined,
        )
        const rested = curves.wait(pauses[at], prices.waiting, earliest, -Infinity)
        leaves[at] = curves.lower(ways[at], rested)
      }
    }

    const departure = curves.lowest(leaves[0], frame.leaveFrom, frame.leaveTo, -durationWeight)
    if (Number.isNaN(departure)) return undefined
    const timing: Timing = { departure, arrivals: [], begins: [], drives: [], pauses: [], finish: departure }
    let time = departure
    let k = 0
    for (let i = 0; i <= n; i++) {
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
      if (i === n) break
      const begin = curves.beginning(begins[i * layers + k], time, prices.waiting, until(jobs[i]))
      timing.arrivals.push(arrival)
      timing.begins.push(begin)
      time = begin + setups[i] + services[i]
    }
    timing.finish = time
    return timing
  }
}

/** Whether what is on board before an item allows a break. */
function restable(problem: Problem, vehicle: number, breaks: { max_load?: number[] }[], jobs: readonly number[]) {
  if (breaks.every(({ max_load }) => !max_load)) return () => true
  const { dimensions, delivery, pickup } = problem
  const load = Array.from({ length: dimensions }, () => 0)
  for (const job of jobs) if (job >= 0) for (let d = 0; d < dimensions; d++) load[d] += delivery[job * dimensions + d]
  // What was picked up before is on board still.
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

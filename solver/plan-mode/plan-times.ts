import {
  added,
  bestSoFar,
  lastBest,
  leastAhead,
  lower,
  type Piecewise,
  shifted,
  trimmed,
  valueAt,
  within,
} from '../math/piecewise.ts'
import type { TimeWindow } from '../json/vroom.ts'

/** A step of a route in a given order. */
export type FixedStep = {
  /** Breaks may interrupt the drive between the neighboring stops. */
  isBreak: boolean
  /** Seconds of setup and service. */
  work: number
  /** Seconds of driving to the next stop; 0 for breaks. */
  travel: number
  /** When work should begin; every second early or late counts. */
  windows: readonly TimeWindow[]
  /** When work must begin. */
  after: number
  before: number
}

/** When work begins at each step, and the seconds driven since the previous one. */
export type ChosenTimes = {
  begins: number[]
  driven: number[]
}

type Leg = {
  stop: Piecewise
  /** By break: when it is taken before, during and after the drive. */
  breaks: { early: Piecewise; middle: Piecewise; late: Piecewise; cost: Piecewise }[]
}

/**
 * Times for a fixed order of steps: first the fewest seconds early or late, then the earliest end, then the latest
 * departure, then each step as early as possible. Exact, by dynamic programming over functions of time, as long as at
 * most one break interrupts a drive; others in a row come before or after it. Returns nothing if the requirements
 * cannot be met.
 */
export function chooseTimes(steps: readonly FixedStep[]): ChosenTimes | undefined {
  const legs: Leg[] = []
  const stops = steps.flatMap(({ isBreak }, i) => (isBreak ? [] : [i]))
  const most = offWithoutForesight(steps)
  // The best value when everything before is done at a given moment.
  let ready: Piecewise = { x: [0], y: [0], tail: 0 }
  stops.forEach((i, n) => {
    const stop = trimmed(added(ready, costOf(steps[i])), most)
    const undriven = shifted(bestSoFar(stop), steps[i].work)
    const { next, breaks } = passBreaks(undriven, steps[i].travel, steps.slice(i + 1, stops[n + 1]))
    legs.push({ stop, breaks })
    ready = next
  })
  const end = legs.at(-1)!.stop
  if (end.x.length === 0) return undefined
  const begins = goBack(steps, stops, legs)
  settle(steps, begins)
  return { begins, driven: drives(steps, begins) }
}

/** Seconds early or late when driving as soon as possible and waiting for windows: an upper bound. */
function offWithoutForesight(steps: readonly FixedStep[]): number {
  let off = 0
  let left = 0
  for (const { work, travel, windows, after, before } of steps) {
    const ready = Math.max(left, after)
    const next = windows.find(([, to]) => ready <= to)
    const begin = Math.min(Math.max(ready, next?.[0] ?? 0), Math.max(ready, before))
    if (begin > before) return Infinity
    off += awayFrom(windows, begin)
    left = begin + work + travel
  }
  return off
}

/** Seconds early or late by start of work; undefined where work may not begin. */
function costOf({ windows, after, before }: FixedStep): Piecewise {
  const x: number[] = []
  const y: number[] = []
  let closed = -1
  for (const [from, to] of windows) {
    if (closed < 0 && from > 0) {
      x.push(0)
      y.push(from)
    } else if (closed >= 0) {
      const middle = Math.floor((closed + from) / 2)
      for (const moment of [middle, middle + 1]) {
        if (moment <= closed || moment >= from) continue
        x.push(moment)
        y.push(Math.min(moment - closed, from - moment))
      }
    }
    x.push(from)
    y.push(0)
    if (to > from && to !== Infinity) {
      x.push(to)
      y.push(0)
    }
    closed = to
  }
  return within({ x, y, tail: closed === Infinity ? 0 : 1 }, after, before)
}

/** The breaks between two stops: the best value by the time they and the drive are done. */
function passBreaks(first: Piecewise, travel: number, pauses: readonly FixedStep[]) {
  const breaks: Leg['breaks'] = []
  let undriven = first
  let driven = shifted(first, travel)
  for (const pause of pauses) {
    const cost = costOf(pause)
    const early = added(undriven, cost)
    const middle = added(undriven, leastAhead(cost, travel))
    const late = added(driven, cost)
    breaks.push({ early, middle, late, cost })
    undriven = shifted(bestSoFar(early), pause.work)
    driven = lower(shifted(bestSoFar(late), pause.work), shifted(bestSoFar(middle), travel + pause.work))
  }
  return { next: driven, breaks }
}

/** Reads the choices from the functions, backwards: the end early, everything before it late. */
function goBack(steps: readonly FixedStep[], stops: number[], legs: readonly Leg[]): number[] {
  const begins = steps.map(() => 0)
  const { stop: end } = legs.at(-1)!
  const least = Math.min(...end.y)
  begins[stops.at(-1)!] = end.x[end.y.indexOf(least)]
  for (let n = stops.length - 2; n >= 0; n--) {
    const i = stops[n]
    const { work, travel } = steps[i]
    const { stop, breaks } = legs[n]
    let by = begins[stops[n + 1]]
    let isDriven = true
    for (let k = breaks.length - 1; k >= 0; k--) {
      const { early, middle, late, cost } = breaks[k]
      const rest = steps[i + 1 + k].work
      const from = by - rest
      if (!isDriven) {
        by = lastBest(early, from)
      } else if (bestBy(late, from) < bestBy(middle, from - travel)) {
        by = lastBest(late, from)
      } else {
        const leaves = lastBest(middle, from - travel)
        begins[i + 1 + k] = lastBest(within(cost, leaves, leaves + travel), leaves + travel)
        by = leaves
        isDriven = false
        continue
      }
      begins[i + 1 + k] = by
    }
    begins[i] = lastBest(stop, by - work - (isDriven ? travel : 0))
  }
  return begins
}

function bestBy(f: Piecewise, moment: number): number {
  return valueAt(bestSoFar(f), moment)
}

/** Moves every step after the first as early as possible without being earlier or later than its window allows now. */
function settle(steps: readonly FixedStep[], begins: number[]) {
  let left = begins[0] + steps[0].work
  let arrives = left + steps[0].travel
  for (let i = 1; i < steps.length; i++) {
    const { isBreak, work, travel, windows, after } = steps[i]
    const ready = Math.max(isBreak ? left : Math.max(left, arrives), after)
    const off = awayFrom(windows, begins[i])
    const begin = Math.min(
      ...windows.map(([from, to]) => {
        const moment = Math.max(ready, from - off)
        return moment <= to + off ? moment : Infinity
      }),
    )
    begins[i] = begin
    left = begin + work
    arrives = isBreak ? arrives + work : left + travel
  }
}

/** Seconds to the nearest window. */
export function awayFrom(windows: readonly TimeWindow[], moment: number): number {
  return Math.min(...windows.map(([from, to]) => Math.max(0, from - moment, moment - to)))
}

/** Driving happens as soon as there is time. */
function drives(steps: readonly FixedStep[], begins: readonly number[]): number[] {
  let left = 0
  return steps.map(({ isBreak }, i) => {
    if (i === 0) return 0
    const before = steps[i - 1]
    if (!before.isBreak) left = before.travel
    const driven = isBreak ? Math.min(left, begins[i] - begins[i - 1] - before.work) : left
    left -= driven
    return driven
  })
}

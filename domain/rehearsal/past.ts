import { unexplained, varianceOf, type Model, type Observation } from '../eta/learn.ts'
import { varianceComponents } from '../eta/variance-components.ts'

/*
 * What days are drawn from: the workspace's own past, and where that says too little, what is usual. Each share is drawn
 * towards what is usual by how little is known, as in `domain/eta/learn.ts`.
 */

/** How late drivers set out, in seconds, at even steps from the earliest to the latest. */
export type Delays = readonly number[]

export type Past = {
  model: Model
  /** How much of what drives have by chance all drivers share in an hour: the traffic of that hour. */
  commonTraffic: { share: number; hours: number }
  delays: { all: Delays; byDriver: Map<string, Delays>; observations: number }
  /** The share of attempts that find nobody, by hour, and of those that fail otherwise. */
  attempts: { absentByHour: readonly number[]; otherwise: number; observations: number; absent: number; failed: number }
}

/** Before anything was seen: from 3 minutes early to 25 late, by 6 minutes in the middle. */
export const usualDelays: Delays = [-180, 0, 120, 240, 300, 360, 480, 600, 720, 900, 1500]
export const usualAbsent = 0.04
export const usualOtherwise = 0.02
/** A tenth of what is chance in a drive is the traffic that all share. */
export const usualCommon = 0.1

/** As many observations as what is usual counts. */
const weights = { attempts: 50, attemptsOfHour: 100, hours: 20 }
/** With fewer, what is usual, or what everybody does, is drawn from. */
export const fewestDelays = { all: 20, driver: 10 }
/** Nobody counts as setting out more than this early or late: it was another day's work, or a forgotten button. */
const delayBounds = [-3600, 2 * 3600] as const

/** How late drivers set out, as drawn from: steps of the sorted observations. */
export function delaysOf(seen: readonly { driver: string; seconds: number }[]): Past['delays'] {
  const within = seen.filter(({ seconds }) => seconds >= delayBounds[0] && seconds <= delayBounds[1])
  const steps = (of: typeof within) => of.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  const byDriver = new Map<string, Delays>()
  for (const [driver, own] of Map.groupBy(within, ({ driver: id }) => id)) {
    if (own.length >= fewestDelays.driver) byDriver.set(driver, steps(own))
  }
  const all = within.length >= fewestDelays.all ? steps(within) : usualDelays
  return { all, byDriver, observations: within.length }
}

/** What became of attempts, by the hour of the day. */
export type AttemptsOfHour = { hour: number; attempts: number; absent: number; failed: number }

export function attemptsOf(hours: readonly AttemptsOfHour[]): Past['attempts'] {
  const sum = (pick: (of: AttemptsOfHour) => number) => hours.reduce((total, each) => total + pick(each), 0)
  const [attempts, absent, failed] = [sum((of) => of.attempts), sum((of) => of.absent), sum((of) => of.failed)]
  const share = (absent + weights.attempts * usualAbsent) / (attempts + weights.attempts)
  const absentByHour = Array.from({ length: 24 }, (_, hour) => {
    const own = hours.find((of) => of.hour === hour)
    return ((own?.absent ?? 0) + weights.attemptsOfHour * share) / ((own?.attempts ?? 0) + weights.attemptsOfHour)
  })
  const otherwise = (failed - absent + weights.attempts * usualOtherwise) / (attempts + weights.attempts)
  return { absentByHour, otherwise, observations: attempts, absent, failed }
}

/**
 * How much of chance all drivers have in common in an hour of a day, from drives of several of them in the same hour. Each
 * driver counts once in an hour.
 */
export function commonTraffic(drives: readonly Observation[], model: Model): Past['commonTraffic'] {
  const rows = drives.map((each) => ({
    hour: `${each.day} ${each.hour}`,
    driver: each.driver,
    left: unexplained(model.drive, each),
  }))
  const hours = [...Map.groupBy(rows, ({ hour }) => hour).values()]
    .map((all) => [...Map.groupBy(all, ({ driver }) => driver).values()].map(meanLeft))
    .filter(({ length }) => length > 1)
  const found = varianceComponents(hours)
  if (!found) return { share: usualCommon, hours: 0 }
  const share = Math.min(0.6, found.between / varianceOf('drive', model.drive))
  const count = hours.length
  return { share: (count * share + weights.hours * usualCommon) / (count + weights.hours), hours: count }
}

const meanLeft = (rows: readonly { left: number }[]) => rows.reduce((sum, { left }) => sum + left, 0) / rows.length

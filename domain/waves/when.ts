import { parseDate } from '@internationalized/date'
import type { Wave } from '../schema/wave.ts'
import { dayAfter, dayOf, instantOf } from '../time.ts'

/** What says when a wave plans. */
export type WaveTimes = Pick<Wave, 'plan_at' | 'freeze_at' | 'weekdays' | 'plans_for'>

/** How far a next working day is looked for. */
export const mostDaysAhead = 14
/** Weekly waves have a time within it. */
const mostDaysBack = 8

type Works = (day: string) => boolean

/** A time at which a wave plans: the day on which it does, and the instant. */
export type WaveTime = { runDay: string; at: Date }

const isoWeekday = (day: string) => ((parseDate(day).toDate('UTC').getUTCDay() + 6) % 7) + 1

const runsOn = ({ weekdays }: WaveTimes, day: string, works: Works) =>
  weekdays ? weekdays.includes(isoWeekday(day)) : works(day)

const timeOn = ({ plan_at }: WaveTimes, runDay: string, zone: string): WaveTime => ({
  runDay,
  at: instantOf(runDay, plan_at, zone),
})

/**
 * The last time at or before `now` when the wave was to plan. A time that clocks skip counts after the gap; one that they
 * show twice counts once, the first time.
 */
export function lastTime(wave: WaveTimes, now: Date, zone: string, works: Works): WaveTime | undefined {
  const today = dayOf(now, zone)
  for (let back = 0; back <= mostDaysBack; back++) {
    const day = dayAfter(today, -back)
    if (!runsOn(wave, day, works)) continue
    const time = timeOn(wave, day, zone)
    if (time.at <= now) return time
  }
  return undefined
}

/** The next time after `now` when the wave plans. */
export function nextTime(wave: WaveTimes, now: Date, zone: string, works: Works): WaveTime | undefined {
  const today = dayOf(now, zone)
  for (let ahead = 0; ahead <= mostDaysAhead; ahead++) {
    const day = dayAfter(today, ahead)
    if (!runsOn(wave, day, works)) continue
    const time = timeOn(wave, day, zone)
    if (time.at > now) return time
  }
  return undefined
}

/** The first day after `day` on which somebody works, within two weeks. */
export function nextWorkingDay(day: string, works: Works): string | undefined {
  return Array.from({ length: mostDaysAhead }, (_, at) => dayAfter(day, at + 1)).find(works)
}

/** Which day the wave plans when it runs on `runDay`. */
export const plannedDay = ({ plans_for }: WaveTimes, runDay: string, works: Works): string | undefined =>
  plans_for === 'same_day' ? runDay : nextWorkingDay(runDay, works)

/** Orders that come later join the next wave: the last time of freezing that is not after the time of planning. */
export function frozenAt({ freeze_at, plan_at }: WaveTimes, runDay: string, zone: string): Date | undefined {
  if (freeze_at === null) return undefined
  return instantOf(freeze_at <= plan_at ? runDay : dayAfter(runDay, -1), freeze_at, zone)
}

type Armed = WaveTimes & { active: boolean; armed_at: string; last_day: string | null }

/** The time at which the wave should have planned by now and did not, however long the server was away. */
export function dueTime(wave: Armed, now: Date, zone: string, works: Works): WaveTime | undefined {
  if (!wave.active) return undefined
  const time = lastTime(wave, now, zone, works)
  if (!time || time.at.getTime() < Date.parse(wave.armed_at)) return undefined
  return wave.last_day === null || wave.last_day < time.runDay ? time : undefined
}

import { z } from 'zod'
import { DayTime, sayDayTime, sayNextDay } from '../time.ts'
import { later, type Shift } from './shift.ts'

const minutes = z.int('Enter whole minutes.').min(1, 'At least 1 minute.').max(480, 'At most 8 hours.')
const worked = z.int('Enter whole minutes.').min(30, 'At least 30 minutes.').max(1440, 'At most 24 hours.')

/**
 * A driver's break: it starts between two times of the day, or after so much driving or work at the latest, as often as
 * needed.
 */
export type DriverBreak =
  | { earliest: string; latest: string; minutes: number; max_load_kg?: number | null | undefined }
  | { after_driving_minutes: number; minutes: number }
  | { after_working_minutes: number; minutes: number }

// One object instead of a union, whose refusals would not say which field is wrong.
const fields = z
  .strictObject({
    minutes,
    earliest: DayTime.optional(),
    latest: DayTime.optional().describe('The latest start'),
    max_load_kg: z
      .number()
      .min(0, 'Weight cannot be negative.')
      .max(100_000, 'At most 100,000 kg.')
      .nullable()
      .optional()
      .describe('With no more than this on board; only with times'),
    after_driving_minutes: worked.optional().describe('Instead of times: the longest driving without this break'),
    after_working_minutes: worked.optional().describe('Instead of times: the longest driving and work without it'),
  })
  .superRefine((given, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const { earliest, latest } = given
    const isTimed = earliest !== undefined || latest !== undefined
    const kinds = [isTimed, given.after_driving_minutes !== undefined, given.after_working_minutes !== undefined]
    if (kinds.filter(Boolean).length !== 1) {
      return issue('minutes', 'A break is between two times, after driving, or after work. Choose one of them.')
    }
    if (!isTimed) {
      if (given.max_load_kg !== undefined)
        issue('max_load_kg', 'Only a break between two times may depend on the load.')
      return
    }
    if (earliest === undefined) return issue('earliest', 'Enter the earliest start.')
    if (latest === undefined) return issue('latest', 'Enter the latest start.')
    if (latest < earliest) issue('latest', `The latest start is before the earliest. ${sayNextDay}`)
  })
  .meta({ id: 'DriverBreak' })

export const DriverBreak = fields as unknown as z.ZodType<DriverBreak, DriverBreak>

export const mostBreaks = 5
export const DriverBreaks = z.array(DriverBreak).max(mostBreaks, `At most ${mostBreaks} breaks.`)

/** What is wrong with breaks that no shift leaves room for, by field. Without shifts, nothing is known. */
export function breakProblems(breaks: readonly DriverBreak[], shifts: readonly Shift[]) {
  return breaks.flatMap((each, at) => {
    if (!('earliest' in each) || shifts.length === 0 || shifts.some((shift) => hasRoom(shift, each))) return []
    const [only] = shifts
    const hours =
      shifts.length === 1 && only ? `the shift, ${sayDayTime(only.start)} to ${sayDayTime(only.end)}` : 'every shift'
    const nextDay = { ...each, earliest: later(each.earliest), latest: later(each.latest) }
    const hint = shifts.some((shift) => hasRoom(shift, nextDay)) ? ` ${sayNextDay}` : ''
    return [{ path: `breaks.${at}.latest`, message: `The break is outside of ${hours}.${hint}` }]
  })
}

/** A break may begin before the shift does, but must be over when the shift is. */
function hasRoom(shift: Shift, { earliest, latest, minutes }: Extract<DriverBreak, { earliest: string }>): boolean {
  const begins = Math.max(minutesOf(earliest), minutesOf(shift.start))
  return begins <= minutesOf(latest) && begins + minutes <= minutesOf(shift.end)
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

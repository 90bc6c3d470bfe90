import { z } from 'zod'
import { DayTime, sayNextDay, TimeOfDay } from '../time.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

export const weekdayNames: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** Working time that begins on a day and may end on the next one. */
export const Shift = z
  .strictObject({ start: TimeOfDay, end: DayTime })
  .superRefine(({ start, end }, context) => {
    const problem = hoursProblem(start, end, 'The shift')
    if (problem) context.addIssue({ code: 'custom', path: ['end'], message: problem })
  })
  .meta({ id: 'Shift' })
export type Shift = z.infer<typeof Shift>

const day = Shift.nullable()

/** When somebody works on each day of the week; null for a free day. */
export const Week = z
  .strictObject({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day })
  .superRefine((week, context) => {
    for (const weekday of weekdays) {
      const next = weekdays[(weekdays.indexOf(weekday) + 1) % 7]!
      const [shift, after] = [week[weekday], week[next]]
      if (!shift || !after || shift.end <= later(after.start)) continue
      const message = `${weekdayNames[weekday]}’s shift is not over when ${weekdayNames[next]}’s begins.`
      context.addIssue({ code: 'custom', path: [weekday, 'end'], message })
    }
  })
  .meta({ id: 'Week' })
export type Week = z.infer<typeof Week>

/** The same time, a day later. */
export const later = (time: string) => `${Number(time.slice(0, 2)) + 24}${time.slice(2)}`

/** Why nobody can work, and nothing be open, at these hours; undefined if it can. */
export function hoursProblem(start: string, end: string, what: string): string | undefined {
  if (end <= start) return `${what} ends before it starts. ${sayNextDay}`
  if (end > later(start)) return `${what} is longer than 24 hours.`
  return undefined
}

import { dayAfter } from './time.ts'

/** On which days something comes again. */
export type Recurrence = {
  /** 1 for Monday to 7 for Sunday. */
  weekdays: readonly number[]
  /** 1 for every week, 2 for every other one, counted from the week of the first day. */
  every_weeks: number
  first_day: string
  /** Null if it goes on. */
  last_day: string | null
}

const dayMs = 86_400_000

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const mondayOf = (day: string) => Date.parse(dayAfter(day, 1 - weekdayOf(day)))

/** The days from `from` to `to`, both included, on which it comes. */
export function daysOf(recurrence: Recurrence, from: string, to: string): string[] {
  const { weekdays, every_weeks, first_day, last_day } = recurrence
  const days: string[] = []
  const start = from > first_day ? from : first_day
  const end = last_day !== null && last_day < to ? last_day : to
  for (let day = start; day <= end; day = dayAfter(day)) {
    const weeks = Math.round((mondayOf(day) - mondayOf(first_day)) / (7 * dayMs))
    if (weekdays.includes(weekdayOf(day)) && weeks % every_weeks === 0) days.push(day)
  }
  return days
}

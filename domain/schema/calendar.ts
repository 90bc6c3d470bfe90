import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Day, dayAfter, Instant } from '../time.ts'
import { Version } from './version.ts'

/** The longest absence that is entered at once. Whoever is away for longer is deactivated. */
export const longestAbsenceDays = 366

const absence = {
  driver_id: z.uuid('Choose a driver.'),
  first_day: Day,
  last_day: Day.describe('The last day of the absence; the first one again for a single day'),
  reason: text(100).min(1).nullable().describe('Such as vacation. Drivers’ days off are seen by whoever sees drivers'),
}

/** An absence of a driver: no shift begins on these days. */
export const DayOff = z
  .object({
    id: z.uuid(),
    ...absence,
    driver_name: z.string(),
    depot_id: z.uuid().nullable().describe('The driver’s depot'),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'DayOff' })
export type DayOff = z.infer<typeof DayOff>

export const NewDayOff = z
  .strictObject({ ...absence, reason: absence.reason.default(null) })
  .superRefine(({ first_day, last_day }, context) => {
    const message = absenceProblem(first_day, last_day)
    if (message) context.addIssue({ code: 'custom', path: ['last_day'], message })
  })
  .meta({ id: 'NewDayOff' })
export type NewDayOff = z.infer<typeof NewDayOff>

export const DayOffPage = page(DayOff).meta({ id: 'DayOffPage' })

/** Why somebody cannot be absent on these days; undefined if they can. */
export function absenceProblem(firstDay: string, lastDay: string): string | undefined {
  if (lastDay < firstDay) return 'The last day is before the first.'
  if (lastDay >= dayAfter(firstDay, longestAbsenceDays)) {
    return 'At most a year at once. If the driver is away for longer, deactivate the driver.'
  }
  return undefined
}

const closed = {
  day: Day,
  name: text(100).min(1, 'Enter a name.'),
  depot_id: z.uuid().nullable().describe('The depot that is closed; all of them if empty'),
}

/** A day on which nobody drives, or nobody of one depot. */
export const Holiday = z
  .object({ id: z.uuid(), ...closed, created_at: Instant, updated_at: Instant, version: Version })
  .meta({ id: 'Holiday' })
export type Holiday = z.infer<typeof Holiday>

export const NewHoliday = z
  .strictObject({ ...closed, depot_id: closed.depot_id.default(null) })
  .meta({ id: 'NewHoliday' })
export type NewHoliday = z.infer<typeof NewHoliday>

export const HolidayPage = page(Holiday).meta({ id: 'HolidayPage' })

/** How far ahead the calendar goes. What is later is most likely a slip of the keyboard. */
export const calendarYears = 5

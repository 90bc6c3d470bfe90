import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Day, Instant } from '../time.ts'

/** At most so many days are looked at together. */
export const mostDays = 14

export const DaysToFit = z
  .strictObject({
    first_day: Day,
    last_day: Day.describe(`At most ${mostDays} days together`),
    driver_ids: z.array(z.uuid()).min(1, 'Choose at least one driver.').max(100),
    depot_id: z.uuid().toLowerCase().nullable().optional().describe('Only orders of this depot'),
    depot: text(100).min(1).optional().describe('Instead of depot_id: the depot’s ID or name'),
    time_limit_seconds: z.int().min(1).max(30).default(5),
  })
  .refine(({ first_day, last_day }) => first_day <= last_day, {
    path: ['last_day'],
    message: 'The last day is before the first.',
  })
  .refine(({ first_day, last_day }) => (Date.parse(last_day) - Date.parse(first_day)) / 86_400_000 < mostDays, {
    path: ['last_day'],
    message: `Choose at most ${mostDays} days.`,
  })
  .meta({ id: 'DaysToFit' })
export type DaysToFit = z.infer<typeof DaysToFit>

const which = {
  delivery_id: z.uuid(),
  delivery_number: z.int(),
  delivery_address: z.string(),
  recipient_name: z.string().nullable(),
}

/** The day on which an order without a day costs least. */
export const DaySuggestion = z
  .object({
    ...which,
    day: Day,
    driver_id: z.uuid(),
    driver_name: z.string(),
    arrival_at: Instant.describe('About when; a plan of the day says it exactly'),
  })
  .meta({ id: 'DaySuggestion' })
export type DaySuggestion = z.infer<typeof DaySuggestion>

const beforeAndAfter = z.object({ before: z.number(), after: z.number() })

/** What a day gets with the orders that are suggested for it, beside what it has already. */
export const DayEffect = z
  .object({
    day: Day,
    orders: z.int().describe('How many of the suggestions are for it'),
    stops: beforeAndAfter,
    distance_km: beforeAndAfter,
    drivers: beforeAndAfter,
  })
  .meta({ id: 'DayEffect' })
export type DayEffect = z.infer<typeof DayEffect>

export const DaySuggestions = z
  .object({
    suggestions: z.array(DaySuggestion).describe('By day and number'),
    effects: z.array(DayEffect).describe('Of each day, as routes would be without and with all suggestions'),
    left: z
      .array(z.object({ ...which, reason_code: z.string(), reason: z.string() }))
      .describe('Orders that fit on none of the days, each with the reason'),
  })
  .meta({ id: 'DaySuggestions' })
export type DaySuggestions = z.infer<typeof DaySuggestions>

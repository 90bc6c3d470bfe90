import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Day, Instant } from '../time.ts'
import { NewDelivery } from './delivery.ts'
import { Version } from './version.ts'

/** Deliveries of recurring orders are there so many days before. */
export const recurringDaysAhead = 14

const rule = {
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1, 'Choose at least one day of the week.')
    .max(7)
    .transform((days) => [...new Set(days)].toSorted((a, b) => a - b))
    .describe('1 for Monday to 7 for Sunday'),
  every_weeks: z.int().min(1).max(8, 'At most every 8 weeks.').describe('2 for every other week'),
  first_day: Day,
  last_day: Day.nullable().describe('Null if it goes on'),
  skips_holidays: z.boolean().describe('Whether it does not come on holidays of its depot'),
  paused: z.boolean(),
}

/** What a delivery of a recurring order says: everything but its day and its own reference. */
const dated = ['scheduled_date', 'scheduled_time', 'earliest_date', 'latest_date', 'reference']

const order = z
  .record(z.string(), z.unknown())
  .superRefine((value, context) => {
    for (const field of dated.filter((name) => value[name] != null)) {
      const message = 'A recurring order says neither day nor reference: each delivery has its own.'
      context.addIssue({ code: 'custom', path: [field], message })
    }
  })
  .transform((value, context) => {
    const plain = Object.fromEntries(Object.entries(value).filter(([name]) => !dated.includes(name)))
    const read = NewDelivery.safeParse({ ...plain, scheduled_date: '2026-01-01' })
    if (read.success) return plain
    for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path: [...path], message })
    return z.NEVER
  })
  .meta({ description: 'As in the request that creates a delivery, without day and reference' })

const standing = {
  standing_route_id: z.uuid().nullable().describe('The standing route that it belongs to'),
  standing_position: z.int().min(1).max(1000).nullable().describe('Its place there, from 1'),
}

export const RecurringOrder = z
  .object({
    id: z.uuid(),
    order: z.record(z.string(), z.unknown()),
    ...rule,
    weekdays: z.array(z.int()),
    ...standing,
    standing_route_name: z.string().nullable(),
    next_day: Day.nullable().describe('When it comes next; null if it does not'),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'RecurringOrder' })
export type RecurringOrder = z.infer<typeof RecurringOrder>

const lastAfterFirst = ({ first_day, last_day }: { first_day?: string; last_day?: string | null }) =>
  !first_day || !last_day || first_day <= last_day
const lastMessage = { path: ['last_day'], message: 'The last day is before the first.' }

export const NewRecurringOrder = z
  .strictObject({
    order,
    weekdays: rule.weekdays,
    every_weeks: rule.every_weeks.default(1),
    first_day: rule.first_day,
    last_day: rule.last_day.default(null),
    skips_holidays: rule.skips_holidays.default(true),
    paused: rule.paused.default(false),
    standing_route_id: standing.standing_route_id.default(null),
    standing_position: standing.standing_position.default(null),
  })
  .refine(lastAfterFirst, { ...lastMessage })
  .meta({ id: 'NewRecurringOrder' })
export type NewRecurringOrder = z.infer<typeof NewRecurringOrder>

export const RecurringOrderChange = z
  .strictObject({ order, ...rule, ...standing })
  .partial()
  .refine(lastAfterFirst, { ...lastMessage })
  .meta({ id: 'RecurringOrderChange' })
export type RecurringOrderChange = z.infer<typeof RecurringOrderChange>

export const RecurringOrderPage = page(RecurringOrder).meta({ id: 'RecurringOrderPage' })

/** Recurring orders that one driver serves in a fixed order. */
export const StandingRoute = z
  .object({
    id: z.uuid(),
    name: z.string(),
    driver_id: z.uuid(),
    driver_name: z.string(),
    orders: z.int().describe('How many recurring orders it has'),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'StandingRoute' })
export type StandingRoute = z.infer<typeof StandingRoute>

const routeFields = { name: text(100).min(1, 'Enter a name.'), driver_id: z.uuid('Choose a driver.') }
export const NewStandingRoute = z.strictObject(routeFields).meta({ id: 'NewStandingRoute' })
export type NewStandingRoute = z.infer<typeof NewStandingRoute>
export const StandingRouteChange = z.strictObject(routeFields).partial().meta({ id: 'StandingRouteChange' })
export type StandingRouteChange = z.infer<typeof StandingRouteChange>

export const StandingRoutePage = page(StandingRoute).meta({ id: 'StandingRoutePage' })

import { z } from 'zod'
import { Day, Instant } from '../time.ts'
import { MinorUnits } from './order.ts'

/** What drivers earn from a day on: all of them, or one. */
const rates = {
  per_hour: MinorUnits.describe('In minor units of the currency, for each hour of work'),
  per_stop: MinorUnits.describe('For each stop that was done'),
  per_km: MinorUnits.describe('For each kilometer'),
  pays_breaks: z.boolean().describe('Whether breaks count as work'),
}

export const PayRule = z
  .object({
    id: z.uuid(),
    driver_id: z.uuid().nullable().describe('Null for all drivers without a rule of their own'),
    driver_name: z.string().nullable(),
    valid_from: Day,
    currency: z.string().describe('The workspace’s when the rule was added'),
    ...rates,
    created_at: Instant,
  })
  .meta({ id: 'PayRule' })
export type PayRule = z.infer<typeof PayRule>

export const NewPayRule = z
  .strictObject({
    driver_id: z.uuid().toLowerCase().nullable().default(null),
    valid_from: Day,
    per_hour: rates.per_hour.default(0),
    per_stop: rates.per_stop.default(0),
    per_km: rates.per_km.default(0),
    pays_breaks: rates.pays_breaks.default(false),
  })
  .meta({ id: 'NewPayRule' })
export type NewPayRule = z.output<typeof NewPayRule>

const work = {
  shifts: z.int().describe('Shifts that ended'),
  worked_minutes: z.int().describe('Without breaks'),
  break_minutes: z.int(),
  breaks: z.int().describe('How many were taken'),
  planned_breaks: z.int().describe('Breaks of the plan that were due before the driver was done'),
  kept_breaks: z.int().describe('Of these, how many were taken in time and as long as planned'),
  stops: z.int().describe('Stops that were done'),
  km: z.number().describe('By the odometer where a shift has both readings, otherwise as planned'),
}

/** What a driver earns in one currency. */
export const PayAmount = z.object({
  currency: z.string(),
  hours: z.int(),
  stops: z.int(),
  km: z.int(),
  total: z.int(),
})
export type PayAmount = z.infer<typeof PayAmount>

/** A break of the plan, with what the driver did. */
export const DueBreak = z.object({
  planned_at: Instant,
  planned_minutes: z.number(),
  began_at: Instant.nullable().describe('When the break that was taken for it began; null if none was'),
  minutes: z.int().nullable(),
  is_in_time: z.boolean().describe('Whether it began in its window, or within 30 minutes of its time without one'),
  is_long_enough: z.boolean(),
})
export type DueBreak = z.infer<typeof DueBreak>

/** The work of a driver on a day: the day on which a shift began. */
export const WorkDay = z.object({
  day: Day,
  ...work,
  km_from: z.enum(['odometer', 'plan', 'both']).describe('Where the kilometers come from'),
  due_breaks: z.array(DueBreak),
  pay: PayAmount.nullable().describe('Null without a rule on that day'),
})
export type WorkDay = z.infer<typeof WorkDay>

/** The work of a driver in a period, and what it comes to. */
export const PaySheet = z
  .object({
    driver_id: z.uuid(),
    driver_name: z.string(),
    ...work,
    open_shifts: z.int().describe('Shifts that nobody ended. They count nothing until they end'),
    long_shifts: z.int().describe('Shifts of more than 16 hours, which somebody should look at'),
    days: z.array(WorkDay),
    pay: z.array(PayAmount).describe('One for each currency'),
    days_without_rule: z.int(),
  })
  .meta({ id: 'PaySheet' })
export type PaySheet = z.infer<typeof PaySheet>

/** The same without what it comes to. */
export const WorkSheet = PaySheet.omit({ pay: true, days_without_rule: true, days: true })
  .extend({ days: z.array(WorkDay.omit({ pay: true })) })
  .meta({ id: 'WorkSheet' })
export type WorkSheet = z.infer<typeof WorkSheet>

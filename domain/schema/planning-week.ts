import { z } from 'zod'
import { Day, Instant } from '../time.ts'
import { PlanState } from './plan.ts'

/** At most so many days are shown together. */
export const mostWeekDays = 14

const amount = z.number().nullable()

/** A day among others: what there is to bring, who can bring it, and how far its plans are. */
export const WeekDay = z
  .object({
    day: Day,
    is_over: z.boolean(),
    holiday: z.string().nullable(),
    total: z.int().describe('Deliveries that were not canceled'),
    by_status: z.record(z.string(), z.int()),
    unassigned: z.int().describe('Pending deliveries that the day’s plans left out'),
    late: z.int().describe('Deliveries on approved and dispatched routes that are expected too late'),
    weight_kg: z.number().describe('Of all that was not canceled'),
    drivers: z.int().describe('Active drivers who work that day'),
    capacity_kg: amount.describe('What their vehicles hold together; null if one of them has no limit'),
    capacity_stops: amount.describe('The most stops of all drivers together; null if one of them has no limit'),
    plans: z
      .array(
        z.object({
          id: z.uuid(),
          state: PlanState,
          by_itself: z.boolean(),
          orders_until: Instant.nullable(),
          routes: z.int(),
          deliveries: z.int(),
          unassigned: z.int(),
          updated_at: Instant,
        }),
      )
      .describe('Plans that did not end, newest first'),
  })
  .meta({ id: 'WeekDay' })
export type WeekDay = z.infer<typeof WeekDay>

export const PlanningWeek = z.object({ data: z.array(WeekDay) }).meta({ id: 'PlanningWeek' })
export type PlanningWeek = z.infer<typeof PlanningWeek>

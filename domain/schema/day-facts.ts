import { z } from 'zod'
import { alertKinds, alertSeverities } from '../alerts/kinds.ts'
import { Day, Instant } from '../time.ts'

const ofDay = z.object({ day: Day, count: z.int() })

/** What waits for a decision today, counted. */
export const DayFacts = z
  .object({
    today: Day,
    late: z.int().describe('Deliveries on routes of today that are expected too late'),
    late_plans: z
      .array(z.object({ plan_id: z.uuid(), driver_name: z.string(), starts_at: Instant }))
      .describe('Approved plans of today that should have been dispatched: each with its first route'),
    unassigned: z
      .array(ofDay.extend({ plan_id: z.uuid() }))
      .describe('Of today and tomorrow: pending deliveries that the newest approved or dispatched plan left out'),
    left: z
      .array(z.object({ day: Day, pending: z.int(), failed: z.int(), on_route: z.int() }))
      .describe(
        'What was not delivered: on routes and unplanned of the last two weeks, failed since the day before yesterday',
      ),
    frozen: z
      .array(ofDay.extend({ frozen_at: Instant }))
      .describe('Of today and later: orders that came after the freeze of the day’s last wave'),
    blocked: z
      .array(z.object({ plan_id: z.uuid(), day: Day, driver_name: z.string(), sentence: z.string() }))
      .describe('Routes of today and tomorrow whose vehicle may not drive'),
    alerts: z
      .array(
        z.object({
          kind: z.enum(alertKinds),
          severity: z.enum(alertSeverities),
          count: z.int(),
          sentence: z.string().describe('Of the newest one'),
        }),
      )
      .describe('Alerts that nobody has seen, by kind, the most severe first'),
    cash_waiting: z.int().describe('Cash that drivers handed in and nobody has counted'),
    idle_drivers: z
      .array(z.string())
      .nullable()
      .describe('Drivers who work today and have no route, by name; null while no plan of today is approved'),
  })
  .meta({ id: 'DayFacts' })
export type DayFacts = z.infer<typeof DayFacts>

import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { longestPlanSeconds } from '../search-limits.ts'
import { Day, Instant, TimeOfDay } from '../time.ts'
import { Version } from './version.ts'

/** The most waves that a workspace has. */
export const mostWaves = 20

const fields = {
  name: text(60).min(1, 'Enter a name.'),
  plan_at: TimeOfDay.describe('When the plan is made, in the workspace’s time zone'),
  freeze_at: TimeOfDay.nullable().describe(
    'Orders that come after it join the next wave: the last such time before the plan is made. Null to plan all that are there',
  ),
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1, 'Choose at least one day of the week.')
    .max(7)
    .transform((days) => [...new Set(days)].toSorted((a, b) => a - b))
    .nullable()
    .describe('On which days it plans, 1 for Monday to 7 for Sunday; null for days on which somebody works'),
  plans_for: z.enum(['same_day', 'next_working_day']).describe('Which day it plans'),
  depot_id: z.uuid().toLowerCase().nullable().describe('Only deliveries of this depot; null for all'),
  driver_ids: z
    .array(z.uuid().toLowerCase())
    .min(1, 'Choose at least one driver.')
    .max(500)
    .transform((ids) => [...new Set(ids)])
    .nullable()
    .describe('Null for all drivers who work on the day'),
  time_limit_seconds: z.int().min(1).max(longestPlanSeconds).describe('At most what the workspace’s tier allows'),
  moves_late_orders: z
    .boolean()
    .describe(
      'Whether orders that came after the freeze of an earlier day, and were not planned since, move to the day that it plans',
    ),
  active: z.boolean(),
}

/** What happened when a wave was due. */
export const WaveRun = z
  .object({
    at: Instant,
    day: Day.nullable().describe('The day that it was to plan; null if nobody works in the next two weeks'),
    plan_id: z.uuid().nullable().describe('The plan that it began; null if there was none to make'),
    moved: z.int().describe('How many orders of earlier days joined it'),
    problem: z
      .object({ code: z.string(), sentence: z.string() })
      .nullable()
      .describe('Why nothing was planned; null if a plan was begun'),
  })
  .meta({ id: 'WaveRun' })
export type WaveRun = z.infer<typeof WaveRun>

/** A set time at which Karta makes a plan by itself and leaves it as a draft. */
export const Wave = z
  .object({
    id: z.uuid(),
    ...fields,
    weekdays: z.array(z.int()).nullable(),
    driver_ids: z.array(z.uuid()).nullable(),
    last_run: WaveRun.nullable(),
    next_run: z
      .object({ at: Instant, day: Day.nullable(), freezes_at: Instant.nullable() })
      .nullable()
      .describe('When it plans next, for which day, and which orders it takes; null if it is switched off'),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'Wave' })
export type Wave = z.infer<typeof Wave>

export const NewWave = z
  .strictObject({
    ...fields,
    freeze_at: fields.freeze_at.default(null),
    weekdays: fields.weekdays.default(null),
    plans_for: fields.plans_for.default('same_day'),
    depot_id: fields.depot_id.default(null),
    driver_ids: fields.driver_ids.default(null),
    time_limit_seconds: fields.time_limit_seconds.default(30),
    moves_late_orders: fields.moves_late_orders.default(true),
    active: fields.active.default(true),
  })
  .meta({ id: 'NewWave' })
export type NewWave = z.infer<typeof NewWave>

export const WaveChange = z.strictObject(fields).partial().meta({ id: 'WaveChange' })
export type WaveChange = z.infer<typeof WaveChange>

export const WavePage = page(Wave).meta({ id: 'WavePage' })

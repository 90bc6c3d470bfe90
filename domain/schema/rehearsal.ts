import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Day, Instant } from '../time.ts'
import { Version } from './version.ts'

/** How many what-ifs one rehearsal compares, and how many rehearsals a workspace keeps: older ones go. */
export const mostVariants = 6
export const mostRehearsals = 50

/** What is changed before the day is planned again. Without any change, the day is only planned again. */
export const RehearsalChange = z
  .strictObject({
    fewer_drivers: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('So many of the drivers with the fewest stops stay home'),
    more_orders_percent: z
      .int()
      .min(-90)
      .max(200)
      .optional()
      .describe('So many more orders, as copies of the day’s own that are drawn by the seed; below 0, fewer'),
    cut_off_later_minutes: z
      .int()
      .min(5)
      .max(600)
      .optional()
      .describe('Orders are taken so much longer: as many more as usually come then, and nobody leaves before'),
    start_later_minutes: z
      .int()
      .min(-360)
      .max(360)
      .optional()
      .describe('Everybody starts so much later; below 0, earlier'),
    slower_traffic_percent: z
      .int()
      .min(-50)
      .max(200)
      .optional()
      .describe('Drives take so much longer, and the plan knows it; below 0, shorter'),
  })
  .meta({ id: 'RehearsalChange' })
export type RehearsalChange = z.infer<typeof RehearsalChange>

export const NewRehearsal = z
  .strictObject({
    plan_id: z.uuid().describe('A draft, approved or dispatched plan'),
    days: z.int().min(10).max(1000).default(200).describe('How many days are drawn'),
    seed: z.int().min(0).max(2_147_483_647).default(1).describe('The same seed draws the same days'),
    time_limit_seconds: z.int().min(1).max(60).default(5).describe('For planning each what-if'),
    what_ifs: z
      .array(z.strictObject({ name: text(60).min(1, 'Give it a name.'), change: RehearsalChange }))
      .max(mostVariants)
      .default([]),
  })
  .meta({ id: 'NewRehearsal' })
export type NewRehearsal = z.output<typeof NewRehearsal>

/** What drawn days came to. Half of the days are below `p50`, a tenth below `p10`, and a tenth above `p90`. */
export const Distribution = z
  .object({
    p10: z.number(),
    p50: z.number(),
    p90: z.number(),
    mean: z.number(),
    histogram: z
      .object({ from: z.number(), step: z.number(), counts: z.array(z.int()) })
      .describe('How many days fell into each step, beginning at `from`'),
  })
  .meta({ id: 'Distribution' })
export type Distribution = z.infer<typeof Distribution>

const Measures = z.object({
  on_time_share: Distribution.nullable().describe(
    'Of the stops that have a window or a promise, from 0 to 1; null if none has',
  ),
  late_stops: Distribution.nullable(),
  failed_stops: Distribution.nullable().describe('With those where nobody is there'),
  absent_stops: Distribution.nullable().describe('Where nobody is there'),
  overtime_minutes: Distribution.nullable().describe('Of all drivers together, after their shifts end'),
  driving_hours: Distribution.nullable(),
  cost: Distribution.nullable().describe('In minor units of the currency; null if nothing has a cost'),
})
export type RehearsedMeasures = z.infer<typeof Measures>

const RouteEnd = z.object({
  driver_id: z.uuid(),
  driver_name: z.string(),
  stops: z.int(),
  planned_at: Instant.describe('When the route ends as planned'),
  shift_ends_at: Instant,
  p10_at: Instant,
  p50_at: Instant,
  p90_at: Instant,
  overtime_share: z.number().describe('On what share of the days it ends after the shift'),
})
export type RehearsedRouteEnd = z.infer<typeof RouteEnd>

const Risky = z.object({
  delivery_id: z.uuid(),
  driver_id: z.uuid(),
  driver_name: z.string(),
  planned_at: Instant,
  due_at: Instant.describe('The end of its window, or what was promised if that is sooner'),
  late_share: z.number().describe('On what share of the days it is late'),
  late_minutes: z.number().describe('By how much on these days, on average'),
  failed_share: z.number(),
})
export type RiskyStop = z.infer<typeof Risky>

/** The plan itself, or what a what-if makes of it. */
export const RehearsedVariant = z
  .object({
    name: z.string(),
    change: RehearsalChange.nullable().describe('Null for the plan as it is'),
    note: z.string().nullable().describe('What the change came to, or why there is no result'),
    plan: z
      .object({
        routes: z.int(),
        deliveries: z.int(),
        unassigned: z.int(),
        driving_seconds: z.int(),
        distance_km: z.number(),
      })
      .nullable()
      .describe('What was planned; null if nothing could be'),
    measures: Measures.nullable(),
    routes: z.array(RouteEnd),
    risky: z
      .array(Risky)
      .describe('Stops that are late on a tenth of the days or more, the most often first; 50 at most'),
  })
  .meta({ id: 'RehearsedVariant' })
export type RehearsedVariant = z.infer<typeof RehearsedVariant>

/** What days were drawn from. */
export const RehearsalSource = z
  .object({
    part: z.enum(['drives', 'traffic', 'service', 'start', 'attempts']),
    observations: z.int(),
    basis: z
      .enum(['own', 'mixed', 'usual'])
      .describe('The workspace’s own past; both; or what is usual, because too little was seen'),
    sentence: z.string(),
  })
  .meta({ id: 'RehearsalSource' })
export type RehearsalSource = z.infer<typeof RehearsalSource>

export const RehearsalResult = z
  .object({
    variants: z.array(RehearsedVariant).describe('The plan as it is first'),
    drawn_from: z.array(RehearsalSource),
    drawn_milliseconds: z.int().describe('How long drawing the days took, without planning'),
  })
  .meta({ id: 'RehearsalResult' })
export type RehearsalResult = z.infer<typeof RehearsalResult>

export const RehearsalProgress = z.object({
  share: z.number().describe('From 0 to 1'),
  doing: z.string().describe('What goes on, in words'),
})
export type RehearsalProgress = z.infer<typeof RehearsalProgress>

export const rehearsalStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type RehearsalStatus = (typeof rehearsalStatuses)[number]

export const RehearsalSummary = z
  .object({
    id: z.uuid(),
    plan_id: z.uuid(),
    day: Day,
    plan_version: Version.describe('Of the plan when it was rehearsed'),
    status: z.enum(rehearsalStatuses),
    days: z.int(),
    seed: z.int(),
    time_limit_seconds: z.int(),
    what_ifs: NewRehearsal.shape.what_ifs.unwrap(),
    progress: RehearsalProgress.nullable(),
    failure: z.string().nullable().describe('Why it failed, if the status is failed'),
    created_at: Instant,
    finished_at: Instant.nullable(),
  })
  .meta({ id: 'RehearsalSummary' })
export type RehearsalSummary = z.infer<typeof RehearsalSummary>

export const Rehearsal = RehearsalSummary.extend({
  result: RehearsalResult.nullable().describe('Null until it succeeded'),
  deliveries: z
    .array(z.object({ id: z.uuid(), number: z.int(), name: z.string().nullable(), address: z.string() }))
    .describe('Those of the risky stops, as they are now; erased and deleted ones are missing'),
}).meta({ id: 'Rehearsal' })
export type Rehearsal = z.infer<typeof Rehearsal>

export const RehearsalPage = page(RehearsalSummary).meta({ id: 'RehearsalPage' })

import { z } from 'zod'
import { page } from '../api/endpoint.ts'
import { lateCauses } from '../figures/late-cause.ts'
import { measureNames, measures, type MeasureName } from '../figures/measures.ts'
import { Day, Instant } from '../time.ts'
import { DeliveryStatus } from './delivery.ts'
import { FailureReason } from './status.ts'

const Values = z
  .object(
    Object.fromEntries(
      measureNames.map((name) => [name, z.number().nullable().describe(measures[name].say)]),
    ) as Record<MeasureName, z.ZodNullable<z.ZodNumber>>,
  )
  .meta({ id: 'FigureValues' })

/** Money is told for each currency apart, in its smallest unit: sums of two currencies mean nothing. */
const Cost = z
  .object({
    currency: z.string(),
    distance: z.int(),
    time: z.int(),
    stops: z.int().describe('By stop and by parcel'),
    fixed: z.int(),
    messages: z.int(),
    total: z.int(),
    per_delivery: z.number().nullable().describe('Null if nothing was delivered whose cost is known'),
    deliveries: z.int().describe('How many were delivered whose cost is known'),
  })
  .meta({ id: 'FigureCosts' })

const Figures = z
  .object({ values: Values, costs: z.array(Cost).describe('By currency, the one with the most deliveries first') })
  .meta({ id: 'Figures' })
export type Figures = z.infer<typeof Figures>

const range = { from: Day, to: Day }

/** The figures of a range of days. A day with nothing has counts of 0, and rates of null. */
export const FigureReport = z
  .object({
    ...range,
    before: z.object(range).nullable().describe('The range that it is compared with'),
    total: Figures,
    total_before: Figures.nullable(),
    periods: z.array(z.object({ ...range, figures: Figures })).describe('By day, week or month, all of the range'),
    rows: z
      .array(
        z.object({
          key: z.string().nullable().describe('What to filter by; null for those without, such as no client'),
          name: z.string().nullable().describe('As it is called now, or was last; null for those without'),
          figures: Figures,
          before: Figures.nullable(),
        }),
      )
      .describe('By the split, those with the most attempts first. Empty without a split'),
    rows_left_off: z.int().describe('How many more rows there would be'),
    up_to: Instant.describe('What happened until then is in the figures'),
  })
  .meta({ id: 'FigureReport' })
export type FigureReport = z.infer<typeof FigureReport>

/** One attempt to deliver, as figures count it. */
export const FigureDelivery = z
  .object({
    delivery_id: z.uuid(),
    number: z.int(),
    reference: z.string().nullable(),
    status: DeliveryStatus.describe('What it is now'),
    attempt: z.int().describe('1 is the first'),
    day: Day,
    outcome: z.enum(['delivered', 'failed']),
    failure_reason: FailureReason.nullable(),
    route_id: z.uuid().nullable(),
    driver_id: z.uuid().nullable(),
    driver_name: z.string().nullable(),
    vehicle_id: z.uuid().nullable(),
    vehicle_name: z.string().nullable(),
    depot_id: z.uuid().nullable(),
    depot_name: z.string().nullable(),
    client_id: z.uuid().nullable(),
    client_name: z.string().nullable(),
    area: z.string().nullable(),
    area_name: z.string().nullable(),
    hour: z.int().describe('Of the day on which the driver came'),
    window: z.string().nullable().describe('Widened to whole hours'),
    arrived_at: Instant,
    ended_at: Instant,
    planned_at: Instant.nullable().describe('When the plan had the driver arrive'),
    due_at: Instant.nullable().describe('The end of what was promised'),
    late_seconds: z.int(),
    is_early: z.boolean(),
    cause: z.enum(lateCauses).nullable().describe('Why it was late; null if it was not'),
    planned_drive_seconds: z.int().nullable(),
    actual_drive_seconds: z.int().nullable(),
    planned_service_seconds: z.int().nullable(),
    actual_service_seconds: z.int().nullable(),
    waiting_seconds: z.int(),
    meters: z.int(),
    rating: z.int().nullable(),
    messages: z.int(),
    co2_grams: z.int(),
    currency: z.string(),
    cost: z.int().nullable().describe('With messages, in the smallest unit; null if it is not known'),
  })
  .meta({ id: 'FigureDelivery' })
export type FigureDelivery = z.infer<typeof FigureDelivery>

export const FigureDeliveryPage = page(FigureDelivery).meta({ id: 'FigureDeliveryPage' })

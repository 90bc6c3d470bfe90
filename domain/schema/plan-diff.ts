import { z } from 'zod'
import { Instant } from '../time.ts'
import { PlanChangeResult, PlanEffect } from './plan-change.ts'
import { PlanSummary } from './plan.ts'

/** What routes come to, of a whole plan or of one. */
export const DiffFigures = z
  .object({
    routes: z.int(),
    deliveries: z.int(),
    unassigned: z.int(),
    distance_km: z.number(),
    driving_seconds: z.int(),
    cost: z.number().nullable().describe('In minor units of the currency; null if nothing has a cost'),
    late_stops: z.int(),
    late_seconds: z.int(),
    ends_at: Instant.nullable().describe('When the last driver is done'),
  })
  .meta({ id: 'DiffFigures' })
export type DiffFigures = z.infer<typeof DiffFigures>

const place = z.object({
  driver_name: z.string(),
  position: z.int(),
  arrival_at: Instant,
  late_seconds: z.int(),
})

/** What becomes of one delivery. */
export const DeliveryDiff = z
  .object({
    delivery_id: z.uuid(),
    number: z.int(),
    change: z
      .enum(['added', 'left_out', 'moved', 'reordered', 'retimed'])
      .describe('`moved` to another route, `reordered` on its own, `retimed`: only reached at another time'),
    before: place.nullable(),
    after: place.nullable(),
    can_take_alone: z.boolean(),
  })
  .meta({ id: 'DeliveryDiff' })
export type DeliveryDiff = z.infer<typeof DeliveryDiff>

/** Routes that give each other deliveries: they change together, or not at all. */
export const DiffGroup = z
  .object({
    id: z.string(),
    routes: z.array(
      z.object({
        route_id: z.uuid().nullable().describe('Null for a new route'),
        driver_id: z.uuid(),
        driver_name: z.string(),
        before: DiffFigures.nullable().describe('Null for a new route'),
        after: DiffFigures.nullable().describe('Null if it has no stop any more'),
      }),
    ),
    deliveries: z.array(DeliveryDiff),
    effect: PlanEffect,
    conflict: z.string().nullable().describe('Why it cannot be taken as it was worked out'),
  })
  .meta({ id: 'DiffGroup' })
export type DiffGroup = z.infer<typeof DiffGroup>

/** What a revision would change of the plan that it revises, as that one is now. */
export const PlanDiff = z
  .object({
    revision: PlanSummary,
    base: PlanSummary.describe('The plan that it revises'),
    before: DiffFigures.describe('Of the whole plan'),
    after: DiffFigures.describe('Of the whole plan, with everything taken that can be'),
    groups: z.array(DiffGroup).describe('What can be taken apart from each other, the largest first'),
    kept: z
      .array(z.object({ route_id: z.uuid(), sentence: z.string() }))
      .describe('Routes that stay as they are, and why'),
    result: PlanChangeResult.describe('What taking everything that can be taken would do'),
  })
  .meta({ id: 'PlanDiff' })
export type PlanDiff = z.infer<typeof PlanDiff>

export const Take = z
  .strictObject({
    groups: z.array(z.string().max(100)).max(500).optional().describe('Of the diff; everything if both are absent'),
    delivery_ids: z.array(z.uuid()).max(500).optional().describe('Single deliveries, where that is possible'),
  })
  .meta({ id: 'Take' })
export type Take = z.infer<typeof Take>

export const Taken = z
  .object({
    revision: PlanSummary,
    change: PlanChangeResult.nullable().describe(
      'Of the plan; null for a scenario that becomes the day’s ordinary draft',
    ),
  })
  .meta({ id: 'Taken' })
export type Taken = z.infer<typeof Taken>

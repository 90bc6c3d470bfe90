import { z } from 'zod'
import { DayTime, Instant } from '../time.ts'
import { PlanEdit, PlanEffect } from './plan-change.ts'
import { StopKind } from './plan.ts'
import { Version } from './version.ts'

/** One part of the way to a stop. */
export const ArrivalLine = z
  .object({
    kind: z
      .enum(['start', 'drive', 'wait', 'park', 'service', 'break', 'reload', 'delay', 'stay'])
      .describe(
        '`wait`: until a window opens; `park`: before the work at the door; `delay`: the driver left later than planned; `stay`: longer at the stop than planned',
      ),
    seconds: z.int(),
    at: Instant.describe('When this part is over'),
    stop_id: z.uuid().describe('The stop that it belongs to; of a drive, where it leads'),
    sequence: z.int().describe('Of that stop; 0 for breaks and depots'),
    name: z.string(),
    distance_km: z.number().nullable().describe('Of a drive'),
    speed_kmh: z.int().nullable().describe('Of a drive, on average'),
  })
  .meta({ id: 'ArrivalLine' })
export type ArrivalLine = z.infer<typeof ArrivalLine>

/** When a stop is reached, and how that adds up. */
export const StopArrival = z
  .object({
    stop_id: z.uuid(),
    kind: StopKind,
    sequence: z.int(),
    lines: z.array(ArrivalLine).describe('From the start of the route on. Their seconds add up to the arrival'),
    arrival_at: Instant,
    begins_at: Instant.describe('After waiting'),
    departure_at: Instant,
    waiting_seconds: z.int(),
    setup_seconds: z.int(),
    service_seconds: z.int(),
    window_start: DayTime.nullable().describe('The window that it is reached in, or the last one if it is late'),
    window_end: DayTime.nullable(),
    late_seconds: z.int().describe('After its last window has closed; 0 in time'),
    spare_seconds: z.int().nullable().describe('Before its window closes; null without a window, or if late'),
    promised_at: Instant.nullable(),
    after_promise_seconds: z.int().nullable().describe('After the promised arrival; earlier if negative'),
  })
  .meta({ id: 'StopArrival' })
export type StopArrival = z.infer<typeof StopArrival>

/** Something that one press can do about it. */
export const WhyFix = z
  .object({
    kind: z.enum([
      'place',
      'window',
      'overtime',
      'load',
      'vehicle',
      'skills',
      'stops',
      'territories',
      'late',
      'driver',
      'trade',
      'insist',
    ]),
    label: z.string().describe('What it does: “Extend the window by 12 min”'),
    detail: z.string().describe('What comes of it, such as who brings it and when'),
    changes: z.array(PlanEdit).describe('The change of the plan that does it'),
    effect: PlanEffect,
    warnings: z.array(z.string()).describe('What speaks against it all the same'),
  })
  .meta({ id: 'WhyFix' })
export type WhyFix = z.infer<typeof WhyFix>

/** One thing that keeps a delivery off a route. */
export const WhyReason = z.object({ code: z.string(), sentence: z.string() }).meta({ id: 'WhyReason' })
export type WhyReason = z.infer<typeof WhyReason>

/** What one driver could do for a delivery. */
export const WhyDriver = z
  .object({
    driver_id: z.uuid(),
    driver_name: z.string(),
    vehicle_code: z.string().nullable(),
    route_id: z.uuid().nullable().describe('Null for a driver without a route on the plan'),
    fits: z.boolean(),
    reasons: z.array(WhyReason).describe('Why not, or what would be broken; empty if it fits'),
    place: z
      .object({
        position: z.int(),
        pickup_position: z.int().nullable(),
        arrival_at: Instant,
        effect: PlanEffect,
      })
      .nullable()
      .describe('The best place on that route; null if the driver cannot be asked'),
  })
  .meta({ id: 'WhyDriver' })
export type WhyDriver = z.infer<typeof WhyDriver>

const about = {
  plan_version: Version,
  delivery_id: z.uuid(),
  delivery_number: z.int(),
  sentences: z.array(z.string()).describe('The short answer'),
  drivers: z
    .array(WhyDriver)
    .describe('What every other driver could do: those who can take it first, the cheapest of them first'),
  fixes: z.array(WhyFix).describe('What would change it, the cheapest first'),
}

/** Why a delivery is where it is on a plan, or why it is nowhere. */
export const DeliveryWhy = z
  .discriminatedUnion('is', [
    z.object({
      is: z.literal('planned'),
      ...about,
      route_id: z.uuid(),
      driver_name: z.string(),
      arrivals: z.array(StopArrival).describe('Of its pickup, if it is picked up on the way, and of its delivery'),
      travel: z.array(z.string()).describe('How driving times are worked out'),
      is_cheapest_place: z
        .boolean()
        .nullable()
        .describe('Whether no other place on its route is cheaper; null if unknown'),
      next_place: z
        .object({ position: z.int(), pickup_position: z.int().nullable(), arrival_at: Instant, effect: PlanEffect })
        .nullable()
        .describe('The next best place on its route'),
    }),
    z.object({
      is: z.literal('unassigned'),
      ...about,
      reason_code: z.string(),
    }),
  ])
  .meta({ id: 'DeliveryWhy' })
export type DeliveryWhy = z.infer<typeof DeliveryWhy>

/** What a plan may be bound by, and what is tried without. */
export const constraintCodes = [
  'time_windows',
  'shift_end',
  'capacity',
  'max_stops',
  'limits',
  'last_in_first_out',
  'priority_order',
  'skills',
  'wanted_driver',
  'temperature',
  'territory',
  'groups',
  'balance',
  'compactness',
  'locks',
  'promises',
] as const
export type ConstraintCode = (typeof constraintCodes)[number]

/** A kind of constraint, and what the plan would be without it. */
export const PlanConstraint = z
  .object({
    code: z.enum(constraintCodes),
    label: z.string().describe('What it is called: “Time windows”'),
    effect: PlanEffect.pick({ cost: true, distance_km: true, driving_seconds: true, late_seconds: true })
      .extend({ unassigned: z.int() })
      .describe('What the plan would cost, drive, be late and leave out without it, less what it does with it'),
    where: z.array(z.string()).describe('What would be broken, in words with figures: at most five'),
    delivery_ids: z.array(z.uuid()).max(100).describe('The deliveries that it is about'),
    remedy: z.string().describe('What can be done about it'),
  })
  .meta({ id: 'PlanConstraint' })
export type PlanConstraint = z.infer<typeof PlanConstraint>

/** Which constraints of a plan cost most. */
export const PlanWhy = z
  .object({
    plan_version: Version,
    sentences: z.array(z.string()).describe('The short answer'),
    constraints: z.array(PlanConstraint).max(3).describe('Those that cost most, the dearest first'),
    tried: z.array(z.enum(constraintCodes)).describe('Without which of them the plan was calculated'),
  })
  .meta({ id: 'PlanWhy' })
export type PlanWhy = z.infer<typeof PlanWhy>

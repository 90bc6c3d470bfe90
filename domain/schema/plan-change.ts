import { z } from 'zod'
import { page } from '../api/endpoint.ts'
import { Day, DayTime, Instant } from '../time.ts'
import { PlanSummary, Route, RouteLock } from './plan.ts'

const position = z
  .int()
  .min(1)
  .max(10_000)
  .describe('Its place among the pickups and deliveries of the route, from 1; beyond the last one means the end')

/** One thing that a dispatcher does to a plan. Several are done together, in order, or not at all. */
export const PlanEdit = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        type: z.literal('insert'),
        delivery_id: z.uuid(),
        route_id: z.uuid().optional().describe('The cheapest place of all routes if absent'),
        driver_id: z
          .uuid()
          .optional()
          .describe('Instead of a route: begins a new one for this driver, unless they have one on the plan by now'),
        position: position.optional().describe('The cheapest place of the route if absent'),
        pickup_position: position
          .optional()
          .describe('Where it is picked up, if it is picked up on the way; before `position`'),
        window: z
          .strictObject({ start: DayTime.nullable(), end: DayTime.nullable() })
          .optional()
          .describe('The delivery’s first window from then on, as it was agreed'),
      })
      .refine(({ route_id, driver_id }) => !route_id || !driver_id, {
        path: ['driver_id'],
        error: 'Name a route or a driver for a new one, not both.',
      }),
    z
      .strictObject({
        type: z.literal('move'),
        delivery_ids: z.array(z.uuid()).min(1).max(500),
        route_id: z.uuid().optional().describe('The same route changes only their place'),
        driver_id: z
          .uuid()
          .optional()
          .describe('Instead of a route: begins a new one for this driver, unless they have one on the plan by now'),
        position: position.optional().describe('The cheapest place for each if absent'),
      })
      .refine(({ route_id, driver_id }) => Boolean(route_id) !== Boolean(driver_id), {
        path: ['route_id'],
        error: 'Name a route, or a driver for a new one.',
      }),
    z.strictObject({
      type: z.literal('remove'),
      delivery_ids: z.array(z.uuid()).min(1).max(500),
      scheduled_date: Day.optional().describe('The day that they are for from then on; the same one if absent'),
    }),
    z.strictObject({
      type: z.literal('reorder'),
      route_id: z.uuid(),
      stop_ids: z
        .array(z.uuid())
        .min(1)
        .max(1000)
        .describe('All pickups and deliveries of the route, as they should be'),
    }),
    z.strictObject({ type: z.literal('reverse'), route_id: z.uuid() }),
    z.strictObject({
      type: z.literal('improve'),
      route_id: z.uuid().describe('Its open stops are put into the best order; locked ones stay where they are'),
    }),
    z.strictObject({
      type: z.literal('refresh'),
      route_id: z.uuid().optional().describe('All routes if absent. Times are worked out again, as deliveries are now'),
    }),
    z.strictObject({ type: z.literal('driver'), route_id: z.uuid(), driver_id: z.uuid() }),
    z.strictObject({
      type: z.literal('vehicle'),
      route_id: z.uuid(),
      vehicle_id: z.uuid().nullable().describe('Null for none, which limits the load by nothing'),
    }),
    z.strictObject({ type: z.literal('swap_drivers'), route_id: z.uuid(), other_route_id: z.uuid() }),
    z.strictObject({
      type: z.literal('split'),
      route_id: z.uuid(),
      stop_id: z.uuid().describe('The first stop of the new route'),
      driver_id: z.uuid().describe('Who drives the new route'),
    }),
    z.strictObject({
      type: z.literal('merge'),
      route_id: z.uuid().describe('Its open stops move; what is done stays on it'),
      into_route_id: z.uuid(),
    }),
    z.strictObject({
      type: z.literal('arrange'),
      routes: z
        .array(
          z
            .strictObject({
              route_id: z.uuid().optional(),
              driver_id: z.uuid().optional().describe('Instead of a route: the driver’s own, or else a new one'),
              stops: z
                .array(z.strictObject({ delivery_id: z.uuid(), kind: z.enum(['pickup', 'delivery']) }))
                .max(1000)
                .describe('All open pickups and deliveries of the route, in order; what is done stays in front'),
            })
            .refine(({ route_id, driver_id }) => !route_id !== !driver_id, {
              path: ['route_id'],
              error: 'Name a route or a driver, one of them.',
            }),
        )
        .min(1)
        .max(500),
      remove: z
        .array(z.uuid())
        .max(5000)
        .default([])
        .describe('Deliveries of these routes that go on no route; each of the others needs a place'),
    }),
    z.strictObject({
      type: z.literal('spread'),
      route_id: z
        .uuid()
        .describe(
          'Its vehicle broke down: each open delivery goes where it costs least on the other routes, or on none',
        ),
    }),
    z.strictObject({ type: z.literal('lock'), stop_ids: z.array(z.uuid()).min(1).max(1000) }),
    z.strictObject({ type: z.literal('unlock'), stop_ids: z.array(z.uuid()).min(1).max(1000) }),
    z.strictObject({ type: z.literal('lock_route'), route_id: z.uuid(), lock: RouteLock }),
    z.strictObject({ type: z.literal('unlock_route'), route_id: z.uuid(), lock: RouteLock }),
  ])
  .meta({ id: 'PlanEdit' })
export type PlanEdit = z.infer<typeof PlanEdit>

export const PlanEdits = z.strictObject({ changes: z.array(PlanEdit).min(1).max(50) }).meta({ id: 'PlanEdits' })
export type PlanEdits = z.infer<typeof PlanEdits>

/** What a change makes of the routes that it touches: after, less before. */
export const PlanEffect = z
  .object({
    cost: z.number().nullable().describe('In minor units of the currency; null if nothing has a cost'),
    distance_km: z.number(),
    driving_seconds: z.int(),
    late_seconds: z.int().describe('How much later than their windows stops are reached, all together'),
    late_stops: z.int().describe('How many more stops are reached too late; fewer if negative'),
    promises: z
      .array(
        z.object({
          delivery_id: z.uuid(),
          number: z.int(),
          promised_at: Instant,
          arrival_at: Instant.nullable().describe('Null if it is on no route any more'),
        }),
      )
      .describe('Arrivals that were promised and would no longer be kept'),
    recipients: z
      .array(
        z.object({
          delivery_id: z.uuid(),
          number: z.int(),
          was_at: Instant.describe('When the driver was to come'),
          will_at: Instant.nullable().describe('Null if nobody comes that day'),
        }),
      )
      .describe(
        'Who would have to be told, once the plan has been dispatched: a promise is broken, or the driver comes earlier or later by more than the tolerance',
      ),
  })
  .meta({ id: 'PlanEffect' })
export type PlanEffect = z.infer<typeof PlanEffect>

/** What a dispatcher should know, and may decide to live with. */
export const planWarningCodes = [
  'outside_window',
  'over_capacity',
  'missing_skills',
  'wanted_driver',
  'driver_off_duty',
  'vehicle_blocked',
  'driver_busy',
  'driver_other_depot',
  'shift_end',
  'temperature',
  'territory',
  'precedence',
  'kept_apart',
  'apart_on_board',
  'last_in_first_out',
  'priority_order',
  'max_ride',
  'too_many_stops',
  'too_many_territories',
  'other_day',
  'other_depot',
  'rough_location',
  'locked',
  'on_board',
  'fits_nowhere',
] as const
export type PlanWarningCode = (typeof planWarningCodes)[number]

export const PlanWarning = z
  .object({
    code: z.enum(planWarningCodes),
    sentence: z.string(),
    delivery_id: z.uuid().optional(),
    route_id: z.uuid().optional(),
  })
  .meta({ id: 'PlanWarning' })
export type PlanWarning = z.infer<typeof PlanWarning>

/** A change of a plan: made, or only tried. */
export const PlanChangeResult = z
  .object({
    id: z.uuid().nullable().describe('Of the change in the plan’s history, to undo it; null if it was only tried'),
    plan: PlanSummary.describe('The plan as it is now'),
    sentence: z.string().describe('What was done, or would be'),
    routes: z.array(Route).describe('The changed routes as they are, or would be'),
    removed_route_ids: z.array(z.uuid()).describe('Routes without a stop are removed'),
    effect: PlanEffect,
    warnings: z.array(PlanWarning),
  })
  .meta({ id: 'PlanChangeResult' })
export type PlanChangeResult = z.infer<typeof PlanChangeResult>

/** Where one more delivery would fit. */
export const PlanPlace = z
  .object({
    route_id: z.uuid().nullable().describe('Null for a new route of the driver'),
    driver_id: z.uuid(),
    driver_name: z.string(),
    position: z.int(),
    pickup_position: z.int().nullable(),
    arrival_at: Instant,
    effect: PlanEffect,
  })
  .meta({ id: 'PlanPlace' })
export type PlanPlace = z.infer<typeof PlanPlace>

export const PlanPlaces = z
  .object({
    places: z
      .array(PlanPlace)
      .describe(
        'At most three on routes, the cheapest first, and then the cheapest new route of a driver who has none',
      ),
    reason: z.string().nullable().describe('Why it fits on no route; you can insist on a place all the same'),
  })
  .meta({ id: 'PlanPlaces' })
export type PlanPlaces = z.infer<typeof PlanPlaces>

/** One change in a plan's history. */
export const PlanChange = z
  .object({
    id: z.uuid(),
    at: Instant,
    by: z.string().describe('Who did it'),
    is_yours: z.boolean().describe('Whether whoever asks did it'),
    sentence: z.string().describe('What was done, in words'),
    types: z.array(z.string()),
    effect: PlanEffect.omit({ promises: true, recipients: true }),
    route_ids: z.array(z.uuid()),
    undoes: z.uuid().nullable().describe('The change that it took back'),
    undone_by: z.uuid().nullable().describe('The change that took it back'),
    can_undo: z.boolean().describe('False once it was taken back, or its routes were changed again'),
  })
  .meta({ id: 'PlanChange' })
export type PlanChange = z.infer<typeof PlanChange>

export const PlanChangePage = page(PlanChange).meta({ id: 'PlanChangePage' })

/** Deliveries that a plan could not know of: they came in, or were reopened, after it was made. */
export const LateOrders = z
  .object({
    count: z.int(),
    delivery_ids: z.array(z.uuid()).describe('At most 100, the oldest first'),
  })
  .meta({ id: 'LateOrders' })
export type LateOrders = z.infer<typeof LateOrders>

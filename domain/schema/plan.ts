import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Location } from '../geo.ts'
import { longestPlanSeconds } from '../search-limits.ts'
import { Day, DayTime, Instant } from '../time.ts'
import { DeliveryStatus, locationFields } from './delivery.ts'
import { PlanTravel } from './travel.ts'
import { newRevisionFields, revisionFields } from './revision.ts'
import { Version } from './version.ts'

/**
 * `queued → optimizing → draft → approved → dispatched`; `cancelled`, `failed` and `discarded` are final. A plan that
 * revises another one ends as `taken` instead of being approved.
 * Taking back goes one step: dispatched → approved → draft.
 */
const planStates = [
  'queued',
  'optimizing',
  'draft',
  'approved',
  'dispatched',
  'cancelled',
  'failed',
  'discarded',
  'taken',
] as const
export const PlanState = z.enum(planStates).meta({ id: 'PlanState' })
export type PlanState = z.infer<typeof PlanState>

export const NewPlan = z
  .strictObject({
    day: Day,
    driver_ids: z
      .array(z.uuid())
      .min(1, 'Choose at least one driver.')
      .max(500)
      .optional()
      .describe('Required unless it revises a plan: then its drivers, and those who have a route, by default'),
    depot_id: z
      .uuid()
      .toLowerCase()
      .nullable()
      .optional()
      .describe('Plan the deliveries of this depot only, for its drivers and those without a depot; all if empty'),
    depot: text(100).min(1).optional().describe('Instead of depot_id: the depot’s ID or name'),
    time_limit_seconds: z.int().min(1).max(longestPlanSeconds).default(10),
    ...newRevisionFields,
  })
  .superRefine(({ driver_ids, revises, scope, choices, depot, depot_id }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (!driver_ids && !revises) refuse('driver_ids', 'Choose at least one driver.')
    if (revises && (depot !== undefined || depot_id !== undefined)) {
      refuse('depot_id', 'A revision is for the depot of the plan that it revises.')
    }
    if (!revises && scope) refuse('scope', 'Only a plan that revises another one has a scope.')
    if (!revises && (choices?.keep_order || choices?.max_changes !== undefined)) {
      refuse('choices', 'There is no plan yet whose order or drivers could be kept.')
    }
    if (choices?.keep_order && typeof scope === 'object') {
      refuse('choices', 'If the order of these routes is kept, nothing of them can be improved.')
    }
  })
  .meta({ id: 'NewPlan' })
export type NewPlan = z.infer<typeof NewPlan>

/** Progress of the search, updated about twice a second. */
export const PlanProgress = z
  .object({
    iterations: z.int(),
    elapsed_seconds: z.number(),
    cost: z.number().describe('Of the best plan so far: its driving in seconds, or money in minor units'),
    is_money: z.boolean().optional().describe('Whether the cost is money: if vehicles have costs'),
    routes: z.int(),
    unassigned: z.int(),
    is_score: z
      .boolean()
      .optional()
      .describe('Whether the cost also says how well a choice is kept, so that it is neither seconds nor money'),
    best: z.int().optional().describe('The number of the best plan so far, as `GET /v1/plans/:id/best` has it'),
    /** Cost over time, oldest first, for the chart. */
    history: z.array(z.object({ elapsed_seconds: z.number(), cost: z.number() })),
  })
  .meta({ id: 'PlanProgress' })
export type PlanProgress = z.infer<typeof PlanProgress>

export const PlanTotals = z
  .object({
    routes: z.int(),
    deliveries: z.int(),
    unassigned: z.int(),
    distance_km: z.number(),
    driving_seconds: z.int(),
    waiting_seconds: z.int(),
    service_seconds: z.int(),
    duration_seconds: z.int(),
    fuel_liters: z.number(),
    cost: z
      .number()
      .nullable()
      .optional()
      .describe('In minor units of the currency; null if nothing has a cost. Plans from before costs lack it'),
  })
  .meta({ id: 'PlanTotals' })
export type PlanTotals = z.infer<typeof PlanTotals>

export const Unassigned = z
  .object({
    delivery_id: z.uuid(),
    delivery_number: z.int(),
    delivery_address: z.string(),
    recipient_name: z.string().nullable(),
    location: Location.nullable(),
    reason_code: z.string(),
    reason: z.string().describe('Why it is on no route, and what would help'),
    fix: z
      .string()
      .optional()
      .describe('The smallest change that would fit it into a route. Only if no other delivery has the same reason'),
  })
  .meta({ id: 'Unassigned' })
export type Unassigned = z.infer<typeof Unassigned>

/** What a group fix changes. A screen can offer the matching action; the sentence says it all. */
export const GroupFixKind = z.enum([
  'drivers',
  'shift_start',
  'shift_end',
  'time_window',
  'capacity_kg',
  'capacity_l',
  'capacity_units',
  'skills',
  'max_stops',
  'max_territories',
  'max_shift',
  'max_travel_time',
  'max_distance',
  'max_ride',
  'last_in_first_out',
  'priority_order',
  'worth',
])
export type GroupFixKind = z.infer<typeof GroupFixKind>

export const GroupFix = z
  .object({
    kind: GroupFixKind,
    amount: z
      .number()
      .describe(
        'How many drivers, skills or territories, how many minutes of a shift, a window or on board, how many kg, L or pieces per vehicle',
      ),
    fits: z.int().describe('How many of the group’s deliveries then fit together'),
    sentence: z.string(),
  })
  .meta({ id: 'GroupFix' })
export type GroupFix = z.infer<typeof GroupFix>

export const UnassignedGroup = z
  .object({
    reason_code: z.string(),
    reason: z.string().describe('Why all of them are on no route, and what would help'),
    count: z.int(),
    delivery_ids: z.array(z.uuid()),
    fix: GroupFix.nullable().describe('The smallest change that makes room for all or most of them, tried together'),
  })
  .meta({ id: 'UnassignedGroup' })
export type UnassignedGroup = z.infer<typeof UnassignedGroup>

/** What has become of an unassigned delivery that no longer waits for a route on the plan's day. */
export const UnassignedChange = z
  .object({
    delivery_id: z.uuid(),
    status: DeliveryStatus.nullable().describe('Null if it was deleted'),
    scheduled_date: Day.nullable(),
  })
  .meta({ id: 'UnassignedChange' })
export type UnassignedChange = z.infer<typeof UnassignedChange>

/** Why a chosen driver has no route. */
export const unusedReasons = [
  'not_needed',
  'free_day',
  'day_off',
  'holiday',
  'vehicle_blocked',
  'on_transfer',
  'shift_over',
  'busy',
  'closed',
  'skills',
  'capacity',
  'out_of_reach',
  'no_deliveries',
  'stopped_early',
] as const

export const UnusedDriver = z
  .object({
    driver_id: z.uuid(),
    driver_name: z.string(),
    reason_code: z.enum(unusedReasons),
    reason: z.string().describe('Why this driver has no route'),
  })
  .meta({ id: 'UnusedDriver' })
export type UnusedDriver = z.infer<typeof UnusedDriver>

/** What is known about a day before it is planned. */
export const PlanningDay = z
  .object({
    off: z.array(UnusedDriver).describe('Active drivers who do not work that day, each with the reason'),
    obstacles: z
      .array(
        z.object({
          code: z.string(),
          sentence: z.string().describe('What cannot be planned together, and what to change'),
          driver_ids: z.array(z.uuid()).describe('It is in the way only if one of them is chosen'),
          delivery_ids: z.array(z.uuid()),
        }),
      )
      .describe('A plan is refused while one of these is in the way'),
  })
  .meta({ id: 'PlanningDay' })
export type PlanningDay = z.infer<typeof PlanningDay>

/** A route of a plan that no driver has yet, although it should have begun. */
export const PlanLateness = z
  .object({
    driver_name: z.string().describe('The driver of the route that is latest'),
    leave_by: Instant.describe('When that driver had to leave the depot to be on time'),
    first_stop_at: Instant.describe('When its first stop should be reached'),
    late_seconds: z.int().describe('How long ago the driver had to leave'),
    routes: z.int().describe('How many routes of the plan are late'),
  })
  .meta({ id: 'PlanLateness' })
export type PlanLateness = z.infer<typeof PlanLateness>

export const PlanSummary = z
  .object({
    id: z.uuid(),
    day: Day,
    state: PlanState,
    time_limit_seconds: z.int(),
    driver_ids: z.array(z.uuid()),
    depot_id: z.uuid().nullable().describe('Whose deliveries it plans; null for those of all depots'),
    progress: PlanProgress.nullable(),
    totals: PlanTotals.nullable(),
    failure: z.string().nullable().describe('Why it failed, if the state is failed'),
    by_itself: z.boolean().describe('Whether a wave made it, rather than a person'),
    orders_until: Instant.nullable().describe(
      'It has the orders that had come by then; later ones join the next wave. Null for all',
    ),
    travel: PlanTravel.nullable().describe('What its times come from; null before it has any'),
    ...revisionFields,
    unpublished: z
      .int()
      .optional()
      .describe('How many changes of it drivers do not see yet. Events from before there were any lack it'),
    waits_behind: z
      .int()
      .optional()
      .describe('How many plans and operations of this workspace come first. Only with the progress of a queued plan'),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'PlanSummary' })
export type PlanSummary = z.infer<typeof PlanSummary>

/** How far the position of a stop is to be trusted. All null at a depot, and if the delivery has moved since. */
const trust = {
  location_source: locationFields.location_source,
  location_confidence: locationFields.location_confidence,
  location_provider: locationFields.location_provider,
  location_kind: locationFields.location_kind,
  location_flags: locationFields.location_flags,
}

/**
 * What happens at a stop. Whatever is collected from somebody is a pickup, also a return. A driver reloads at a depot
 * between two trips.
 */
export const StopKind = z
  .enum(['start', 'pickup', 'delivery', 'break', 'reload', 'end'])
  .meta({ id: 'StopKind', description: 'A shipment is two stops of one delivery: its pickup and its delivery' })
export type StopKind = z.infer<typeof StopKind>

export const Stop = z
  .object({
    id: z.uuid(),
    kind: StopKind,
    sequence: z.int().describe('Its place among the pickups and deliveries, from 1; 0 for the others'),
    delivery_id: z.uuid().nullable(),
    delivery_number: z.int().nullable(),
    delivery_status: DeliveryStatus.nullable(),
    name: z.string().describe('The name of the recipient, of who hands it over at a pickup, or of the depot'),
    address: z.string(),
    place_name: z.string().nullable().describe('What the place is called, if it is one of several'),
    location: Location.nullable().describe('Null for a break, which is taken wherever the driver is'),
    ...trust,
    window_start: DayTime.nullable().describe("The delivery's or pickup's time window as it is now; null without one"),
    window_end: DayTime.nullable(),
    arrival_at: Instant,
    departure_at: Instant,
    waiting_seconds: z.int(),
    setup_seconds: z.int().describe('Parking and walking, before the service'),
    service_seconds: z.int(),
    early_seconds: z.int().describe('How much before the preferred time it begins'),
    late_seconds: z.int().describe('How much after the preferred time it begins'),
    /** Kilometers since the start of the route. */
    distance_km: z.number(),
    /** Load when leaving the stop. */
    load_kg: z.number(),
    load_l: z.number(),
    load_units: z.int(),
    locked: z.boolean().describe('A dispatcher wants it to stay where it is'),
    promised_at: Instant.nullable().describe('The arrival that was promised when the route was dispatched'),
  })
  .meta({ id: 'Stop' })
export type Stop = z.infer<typeof Stop>

/** What a dispatcher wants to stay as it is on a route. */
export const RouteLock = z.enum(['order', 'driver', 'route']).meta({
  id: 'RouteLock',
  description:
    '`order`: its stops keep their order, and others may come between. `driver`: its stops stay with the driver, in any order. `route`: it stays as it is',
})
export type RouteLock = z.infer<typeof RouteLock>

export const Route = z
  .object({
    id: z.uuid(),
    plan_id: z.uuid(),
    driver_id: z.uuid(),
    driver_name: z.string(),
    vehicle_id: z.uuid().nullable().describe('Without a vehicle, nothing limits the load'),
    vehicle_code: z.string().nullable(),
    capacity_kg: z.number().nullable(),
    capacity_l: z.number().nullable(),
    starts_at: Instant,
    ends_at: Instant,
    distance_km: z.number(),
    driving_seconds: z.int(),
    waiting_seconds: z.int(),
    service_seconds: z.int(),
    duration_seconds: z.int(),
    overtime_seconds: z.int().describe('How long it goes on after the shift of its driver'),
    fuel_liters: z.number(),
    load_kg: z.number(),
    load_l: z.number(),
    load_units: z.int(),
    capacity_units: z.int().nullable(),
    cost: z.number().nullable().describe('In minor units of the currency; null if nothing has a cost'),
    locks: z.array(RouteLock),
    stops: z.array(Stop),
  })
  .meta({ id: 'Route' })
export type Route = z.infer<typeof Route>

/** A route and the order of its stops, without what is the recipients'. */
export const RouteOutline = Route.omit({ stops: true })
  .extend({
    stops: z.array(
      Stop.pick({
        id: true,
        kind: true,
        sequence: true,
        delivery_id: true,
        arrival_at: true,
        departure_at: true,
        waiting_seconds: true,
        setup_seconds: true,
        service_seconds: true,
        early_seconds: true,
        late_seconds: true,
        distance_km: true,
        load_kg: true,
        load_l: true,
        load_units: true,
        locked: true,
        promised_at: true,
      }),
    ),
  })
  .meta({ id: 'RouteOutline' })
export type RouteOutline = z.infer<typeof RouteOutline>

/** A stop whose position somebody should look at before it is driven. The stop itself says why. */
export const DoubtfulStop = z
  .object({
    route_id: z.uuid(),
    driver_name: z.string(),
    sequence: z.int(),
    delivery_id: z.uuid(),
  })
  .meta({ id: 'DoubtfulStop' })
export type DoubtfulStop = z.infer<typeof DoubtfulStop>

/** A route with a vehicle that may not drive. */
export const BlockedRoute = z
  .object({
    route_id: z.uuid(),
    driver_name: z.string(),
    vehicle_id: z.uuid(),
    sentence: z.string().describe('What keeps the vehicle from driving, and since when'),
  })
  .meta({ id: 'BlockedRoute' })
export type BlockedRoute = z.infer<typeof BlockedRoute>

/** A driver's working time on the plan's day. */
export const DriverShift = z
  .object({ driver_id: z.uuid(), starts_at: Instant, ends_at: Instant })
  .meta({ id: 'DriverShift' })
export type DriverShift = z.infer<typeof DriverShift>

export const Plan = PlanSummary.extend({
  routes: z.array(Route),
  unassigned: z.array(Unassigned),
  unassigned_groups: z.array(UnassignedGroup).describe('The unassigned deliveries by reason, the largest group first'),
  unassigned_changes: z
    .array(UnassignedChange)
    .describe('The unassigned deliveries that were moved, planned or changed otherwise since'),
  unused_drivers: z.array(UnusedDriver).describe('Chosen drivers without a route, each with the reason'),
  doubtful_stops: z.array(DoubtfulStop).describe('Look at these positions before you approve the plan'),
  blocked_routes: z
    .array(BlockedRoute)
    .describe('Routes with a vehicle that has a blocking defect. Give them another vehicle, or mark it as solved'),
  shifts: z
    .array(DriverShift)
    .describe('When the drivers of the routes work that day, as it is known now. Whoever is off is missing'),
  late: PlanLateness.nullable().describe('Whether a draft or approved plan can no longer be driven on time'),
}).meta({ id: 'Plan' })
export type Plan = z.infer<typeof Plan>

export const PlanPage = page(PlanSummary).meta({ id: 'PlanPage' })

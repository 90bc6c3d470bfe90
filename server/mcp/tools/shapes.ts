import { z } from 'zod'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { PlanSummary, Route } from '#domain/schema/plan.ts'

/** A delivery, with what a dispatcher would say about it. */
export const DeliveryShown = z.object({
  id: z.string(),
  number: z.number(),
  status: z.string(),
  address: z.string(),
  recipient: z.string().nullable(),
  day: z.string().nullable(),
  window: z.string().nullable(),
  driver: z.string().nullable(),
  estimated_arrival: z.string().nullable(),
  has_position: z.boolean().describe('Only deliveries with a position can be planned'),
  version: z.number(),
})

export const toDelivery = (delivery: Delivery): z.infer<typeof DeliveryShown> => ({
  id: delivery.id,
  number: delivery.number,
  status: delivery.status,
  address: delivery.delivery_address,
  recipient: delivery.recipient_name,
  day: delivery.scheduled_date,
  window: delivery.window_start && delivery.window_end ? `${delivery.window_start}–${delivery.window_end}` : null,
  driver: delivery.driver_name,
  estimated_arrival: delivery.estimated_arrival,
  has_position: delivery.delivery_location !== null,
  version: delivery.version,
})

export const PlanShown = z.object({
  id: z.string(),
  day: z.string(),
  state: z.string(),
  routes: z.number().nullable(),
  deliveries: z.number().nullable(),
  left_out: z.number().nullable(),
  distance_km: z.number().nullable(),
  failure: z.string().nullable(),
  version: z.number(),
})

export const toPlan = ({ id, day, state, totals, failure, version }: PlanSummary): z.infer<typeof PlanShown> => ({
  id,
  day,
  state,
  routes: totals?.routes ?? null,
  deliveries: totals?.deliveries ?? null,
  left_out: totals?.unassigned ?? null,
  distance_km: totals?.distance_km ?? null,
  failure,
  version,
})

export const RouteShown = z.object({
  id: z.string(),
  driver_id: z.string(),
  driver: z.string(),
  vehicle: z.string().nullable(),
  starts_at: z.string(),
  ends_at: z.string(),
  distance_km: z.number(),
  stops: z.array(
    z.object({
      place: z.number().describe('Among the pickups and deliveries of the route, from 1'),
      kind: z.string(),
      delivery_id: z.string().nullable(),
      number: z.number().nullable(),
      name: z.string(),
      address: z.string(),
      arrival_at: z.string(),
      late_seconds: z.number(),
      status: z.string().nullable(),
    }),
  ),
})

export const toRoute = (route: Route): z.infer<typeof RouteShown> => ({
  id: route.id,
  driver_id: route.driver_id,
  driver: route.driver_name,
  vehicle: route.vehicle_code,
  starts_at: route.starts_at,
  ends_at: route.ends_at,
  distance_km: route.distance_km,
  stops: route.stops
    .filter(({ kind }) => kind === 'pickup' || kind === 'delivery')
    .map((stop) => ({
      place: stop.sequence,
      kind: stop.kind,
      delivery_id: stop.delivery_id,
      number: stop.delivery_number,
      name: stop.name,
      address: stop.address,
      arrival_at: stop.arrival_at,
      late_seconds: stop.late_seconds,
      status: stop.delivery_status,
    })),
})

import { z } from 'zod'
import { Location } from '../geo.ts'
import { Day, DayTime, Instant } from '../time.ts'
import { DeliveryStatus } from './delivery.ts'
import { StopKind } from './plan.ts'

/** A delivery as its driver sees it: whom to bring it, or who hands it over at a pickup, and what to know at the door. */
const StopDelivery = z.object({
  id: z.uuid(),
  number: z.int(),
  status: DeliveryStatus,
  recipient_name: z.string().nullable(),
  recipient_phone: z.string().nullable(),
  window_start: DayTime.nullable(),
  window_end: DayTime.nullable(),
  notes: z.string().nullable(),
})

const MyStop = z
  .object({
    id: z.uuid(),
    kind: StopKind,
    sequence: z.int().describe('Its place among the pickups and deliveries, from 1; 0 for the others'),
    name: z.string(),
    address: z.string(),
    place_name: z.string().nullable().describe('What the place is called, if it is one of several'),
    location: Location.nullable().describe('Null for a break, which is taken wherever the driver is'),
    arrival_at: Instant,
    departure_at: Instant,
    delivery: StopDelivery.nullable(),
  })
  .meta({ id: 'MyStop' })
export type MyStop = z.infer<typeof MyStop>

/** A dispatched route of the driver who asks. */
export const MyRoute = z
  .object({
    id: z.uuid(),
    day: Day,
    vehicle_code: z.string().nullable(),
    starts_at: Instant,
    ends_at: Instant,
    distance_km: z.number(),
    stops: z.array(MyStop),
  })
  .meta({ id: 'MyRoute' })
export type MyRoute = z.infer<typeof MyRoute>

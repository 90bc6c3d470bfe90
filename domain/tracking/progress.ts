import type { Delivery } from '../schema/delivery.ts'
import type { TrackingProgress } from '../schema/tracking.ts'
import { arrivalRange } from './arrival.ts'
import { stepOf } from './step.ts'

/** How far a delivery is on its route, as the database says it. */
export type TrackedStop = {
  delivery_id: string
  stop_id: string
  route_id: string
  driver_id: string
  planned_at: string
  p10_at: string | null
  p90_at: string | null
  stops_before: number | null
  has_left: boolean
  arrived_at: string | null
  van_lat: number | null
  van_lng: number | null
  van_at: string | null
}

type Counted = { attempts: number; mostAttempts: number }

/** What changes while somebody watches a delivery. */
export function progressOf(
  { status }: Pick<Delivery, 'status'>,
  stop: TrackedStop | undefined,
  { attempts, mostAttempts }: Counted,
  now: Date,
): TrackingProgress {
  const stopsBefore = stop?.stops_before ?? null
  const isOpen = status === 'dispatched' || status === 'in_transit'
  const hasRange = isOpen && stop?.p10_at && stop.p90_at
  return {
    step: stepOf({ status, hasLeft: stop?.has_left ?? false, stopsBefore, attempts, mostAttempts }),
    arrival: hasRange ? arrivalRange(stop.p10_at!, stop.p90_at!, now) : null,
    stops_before: isOpen && stop?.has_left ? stopsBefore : null,
    van: stop?.van_at ? { lat: stop.van_lat!, lng: stop.van_lng!, at: stop.van_at } : null,
  }
}

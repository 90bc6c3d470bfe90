import type { Location } from '../geo.ts'
import type { DayDelivery } from '../plan/day.ts'

/** What a slot is asked for or held for: an order that is no delivery yet. */
export type HeldOrder = {
  delivery_address: string | null
  location: Location
  depot_id: string | null
  weight_kg: number
  volume_l: number
  units: number
  service_minutes: number
  skills: string[]
  temperature_min_c: number | null
  temperature_max_c: number | null
  /** Where it is picked up, and the pickup slot that is held with it. */
  pickup_place_id?: string | null
  preparation_minutes?: number | null
  pickup_slot_at?: string | null
  /** As clocks show it on the day. */
  pickup_slot?: string | null
  ready_time?: string | null
}

/** The order as planning sees it, in a window. */
export function asDelivery(
  order: HeldOrder,
  { id, day, start, end, depot }: { id: string; day: string; start: string; end: string; depot: string | null },
): DayDelivery {
  const { delivery_address, depot_id, location, ...held } = order
  const {
    pickup_place_id: _,
    preparation_minutes: __,
    pickup_slot_at: ___,
    pickup_slot: ____,
    ready_time,
    ...rest
  } = held
  return {
    ...rest,
    ...(ready_time && { ready_time }),
    id,
    number: 0,
    location,
    location_confidence: null,
    delivery_address: delivery_address ?? '',
    recipient_name: null,
    scheduled_date: day,
    window_start: start,
    window_end: end,
    depot_id: depot_id ?? depot,
    depot_name: null,
    priority: 2,
    wanted_driver_id: null,
    wanted_driver_name: null,
  }
}

import { asStored } from '../problem/at-place.ts'
import type { DayDelivery } from './day.ts'

type Planned = Omit<DayDelivery, 'id' | 'number' | 'recipient_name' | 'priority' | 'wanted_driver_name'>

/**
 * Everything about a delivery that a plan depends on, as one string. If the string changes, the plan is outdated. It
 * does not include phone numbers or notes, but the time zone, because the day and window depend on it.
 */
export function plannedFrom(given: Planned, timeZone: string): string {
  // Where it is planned at another of its places, the delivery is still the same.
  const delivery = asStored(given)
  const { scheduled_date, delivery_address, location, window_start, window_end } = delivery
  const { service_minutes, weight_kg, volume_l, skills, wanted_driver_id } = delivery
  const more = saidBesides(delivery)
  return JSON.stringify([
    scheduled_date,
    delivery_address,
    location?.lat,
    location?.lng,
    window_start,
    window_end,
    service_minutes,
    weight_kg,
    volume_l,
    skills,
    timeZone,
    // Omitted where nothing is said, to match drafts that predate these fields.
    ...(wanted_driver_id ? [wanted_driver_id] : []),
    ...(Object.keys(more).length ? [more] : []),
  ])
}

/** Whether a stop was planned from the delivery as it is. Drafts of before do not say from which depot it comes. */
export function isPlannedFrom(said: string | null, given: Planned, timeZone: string): boolean {
  const delivery = asStored(given)
  return said === plannedFrom(delivery, timeZone) || said === plannedFrom({ ...delivery, depot_id: null }, timeZone)
}

/** What most deliveries do not say. */
function saidBesides(delivery: Planned): Record<string, unknown> {
  const { kind, units, pickup, tags, more_windows } = delivery
  const said = {
    kind: kind === 'delivery' ? null : kind,
    units: units || null,
    return_weight_kg: delivery.return_weight_kg,
    return_volume_l: delivery.return_volume_l,
    return_units: delivery.return_units,
    more_windows: more_windows?.map(({ start, end }) => [start, end]),
    preferred_start: delivery.preferred_start,
    preferred_end: delivery.preferred_end,
    places: delivery.other_places?.map(({ name: _, address, location, windows, service_minutes }) => [
      address,
      location.lat,
      location.lng,
      windows.map(({ start, end }) => [start, end]),
      service_minutes,
    ]),
    ready_time: delivery.ready_time,
    elsewhere: delivery.are_goods_elsewhere,
    setup_minutes: delivery.setup_minutes,
    max_ride_minutes: delivery.max_ride_minutes,
    max_detour_minutes: delivery.max_detour_minutes,
    temperature_min_c: delivery.temperature_min_c,
    temperature_max_c: delivery.temperature_max_c,
    tags: tags?.toSorted(),
    order: delivery.order_reference ? [delivery.client_id, delivery.order_reference, delivery.order_step] : null,
    worth: delivery.worth,
    depot: delivery.depot_id,
    pickup: pickup && [
      pickup.address,
      pickup.location?.lat,
      pickup.location?.lng,
      pickup.window_start,
      pickup.window_end,
      pickup.service_minutes,
    ],
  }
  return Object.fromEntries(
    Object.entries(said).filter(([, value]) => value != null && !(Array.isArray(value) && !value.length)),
  )
}

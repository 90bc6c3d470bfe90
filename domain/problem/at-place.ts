import type { Location } from '../geo.ts'
import type { OtherPlace, TimeWindow } from '../schema/order.ts'
import { endOfTime } from './clock.ts'
import type { PlannerDelivery } from './types.ts'

type Placed = PlannerDelivery & { delivery_address?: string; place_name?: string | null }

/** A delivery as it is planned at one of its other places. */
export function atPlace<D extends Placed>(delivery: D, index: number): D {
  const { name, address, location, windows, service_minutes } = delivery.other_places![index]!
  const [first, ...more_windows] = windows
  return {
    ...delivery,
    stored: delivery.stored ?? delivery,
    other_place: index,
    place_name: name,
    delivery_address: address,
    location,
    location_confidence: 1,
    window_start: first?.start ?? null,
    window_end: first?.end ?? null,
    more_windows,
    service_minutes: service_minutes ?? delivery.service_minutes,
  }
}

/**
 * A delivery at each place where it may be planned, its own address first. What was promised, or is on a standing route, stays
 * where it is.
 */
export function atEachPlace<D extends Placed>(delivery: D): D[] {
  const { other_places = [], promised_at, standing_position } = delivery
  if (promised_at != null || standing_position != null) return [delivery]
  return [delivery, ...other_places.map((_, index) => atPlace(delivery, index))]
}

/** A delivery as it is stored, wherever it is planned. */
export const asStored = <D extends Pick<PlannerDelivery, 'stored'>>(delivery: D): D =>
  (delivery.stored as D | undefined) ?? delivery

/** The other place that a draft chose for a stop, if the delivery still has it. Somebody may have changed them since. */
export function chosenPlace(
  stop: { other_place: number | null; address: string },
  places: readonly OtherPlace[] | null,
): OtherPlace | undefined {
  const place = stop.other_place === null ? undefined : places?.[stop.other_place]
  return place?.address === stop.address ? place : undefined
}

type Own = {
  delivery_address: string
  delivery_location: Location | null
  place_name: string | null
  window_start: string | null
  window_end: string | null
  more_windows: TimeWindow[]
  service_minutes: number
  other_places: OtherPlace[]
}

/** What a delivery says once one of its other places has become its delivery address, and its address another place. */
export function movedToPlace(delivery: Own, index: number): Own {
  const { window_start: start, window_end: end, more_windows, delivery_location: location, ...own } = delivery
  const { name, address, windows, ...there } = own.other_places[index]!
  const [first, ...others] = windows
  // A window of another place has both ends.
  const window = start === null && end === null ? [] : [{ start: start ?? '00:00', end: end ?? endOfTime }]
  const left = {
    name: own.place_name ?? 'First address',
    address: own.delivery_address,
    windows: [...window, ...more_windows],
    service_minutes: own.service_minutes,
  }
  return {
    delivery_address: address,
    delivery_location: there.location,
    place_name: name,
    window_start: first?.start ?? null,
    window_end: first?.end ?? null,
    more_windows: others,
    service_minutes: there.service_minutes ?? own.service_minutes,
    other_places: own.other_places.flatMap((place, at) =>
      at !== index ? [place] : location ? [{ ...left, location }] : [],
    ),
  }
}

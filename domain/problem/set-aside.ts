import { isAreaOnly } from '../address/position.ts'
import type { Location } from '../geo.ts'
import { endOfTime, type Clock } from './clock.ts'
import { hasTagsApart, ordersAmong } from './groups.ts'
import { atEachPlace } from './at-place.ts'
import type { PlannerSettings } from './settings.ts'
import type { PlannerDelivery, SetAsideCode } from './types.ts'
import { deliveryWindows, pickupWindows } from './windows.ts'

/** The solver links no more than this many parts of an order by their steps. */
const mostSteps = 100

type Sorted<D> = { plannable: D[]; setAside: { delivery: D; code: SetAsideCode }[] }

/**
 * Tells deliveries that can be planned from those that cannot. An order without one of its parts cannot. With `choosesPlaces`,
 * each is there once for each of its places that is still open.
 */
export function sortOut<D extends PlannerDelivery>(
  deliveries: readonly D[],
  settings: PlannerSettings,
  at: Clock,
  earliestStart: number,
  choosesPlaces = false,
): Sorted<D> {
  const codes = new Map<D, SetAsideCode>()
  const places = new Map<D, D[]>()
  for (const delivery of deliveries) {
    const code = reasonFor(delivery, settings, at, earliestStart)
    const each = choosesPlaces && (!code || code === 'window_over') ? atEachPlace(delivery) : [delivery]
    const open = each.filter((place) => !reasonFor(place, settings, at, earliestStart))
    places.set(delivery, open)
    if (code && open.length === 0) codes.set(delivery, code)
  }
  for (const parts of ordersAmong(deliveries)) {
    const code = parts.some((part) => codes.has(part))
      ? 'order_incomplete'
      : hasTooManySteps(parts)
        ? 'order_too_large'
        : undefined
    if (code) for (const part of parts) if (!codes.has(part)) codes.set(part, code)
  }
  return {
    plannable: deliveries.filter((delivery) => !codes.has(delivery)).flatMap((delivery) => places.get(delivery)!),
    setAside: [...codes].map(([delivery, code]) => ({ delivery, code })),
  }
}

function reasonFor(
  delivery: PlannerDelivery,
  settings: PlannerSettings,
  at: Clock,
  earliestStart: number,
): SetAsideCode | undefined {
  const { pickup, location, location_confidence = null, ready_time = null } = delivery
  const place = doubtOf(location, location_confidence)
  if (place) return place === 'none' ? 'no_location' : 'rough_location'
  if (pickup) {
    if (delivery.kind === 'exchange') return 'exchange_pickup'
    const doubt = doubtOf(pickup.location, pickup.location_confidence)
    if (doubt) return doubt === 'none' ? 'no_pickup_location' : 'rough_pickup_location'
  }
  if (delivery.are_goods_elsewhere) return 'goods_elsewhere'
  if (hasTagsApart(delivery, settings)) return 'tags_apart'
  const ends = [deliveryWindows(delivery, at), pickup && pickupWindows(pickup, ready_time, at)].map(
    (windows) => windows?.at(-1)?.[1] ?? at(endOfTime),
  )
  return Math.min(...ends) < earliestStart ? 'window_over' : undefined
}

function doubtOf(location: Location | null, location_confidence: number | null): 'none' | 'rough' | undefined {
  if (!location) return 'none'
  return isAreaOnly({ location_confidence }) ? 'rough' : undefined
}

const hasTooManySteps = (parts: readonly PlannerDelivery[]) =>
  parts.filter(({ order_step }) => order_step != null).length > mostSteps

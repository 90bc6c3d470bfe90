import { isVisit } from './stop-kinds.ts'
import type { StopKind } from './schema/plan.ts'

type Stop = { kind: StopKind; distance_km: number }
type Prices = { perStop: number; perParcel: number }

/**
 * What a driver who is paid by stop and by parcel gets for each stop of a route. Deliveries one after another at one address
 * are one stop: nothing is driven in between.
 */
export function stopPay<T extends Stop>(
  stops: readonly T[],
  parcelsOf: (stop: T) => number,
  { perStop, perParcel }: Prices,
): number[] {
  return stops.map((stop, index) => {
    if (!isVisit(stop)) return 0
    const hasMoved = stop.distance_km !== (stops[index - 1]?.distance_km ?? 0)
    return (hasMoved ? perStop : 0) + parcelsOf(stop) * perParcel
  })
}

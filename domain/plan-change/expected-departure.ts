import type { StopKind } from '../schema/plan.ts'
import { isVisit } from '../stop-kinds.ts'

/** A stop as it is planned. Times are instants. */
type PlannedStop = { id: string; kind: StopKind; arrival_at: string; departure_at: string; service_seconds: number }

/**
 * When a driver is expected to leave a stop for what comes next, in milliseconds: the next arrival that is expected, less the
 * way there as it is planned. Null if nothing is expected of what comes next, nor of the stop itself.
 * @param etas when the driver is expected at stops ahead, by their ids, in milliseconds
 */
export function expectedDeparture(
  stops: readonly PlannedStop[],
  from: PlannedStop,
  etas: ReadonlyMap<string, number>,
): number | null {
  const next = stops.slice(stops.indexOf(from) + 1).find((stop) => isVisit(stop) && etas.has(stop.id))
  if (next) return etas.get(next.id)! - (Date.parse(next.arrival_at) - Date.parse(from.departure_at))
  const here = etas.get(from.id)
  return here === undefined ? null : here + from.service_seconds * 1000
}

import type { RehearsedMeasures, RehearsedRouteEnd, RiskyStop } from '../schema/rehearsal.ts'
import { isCopy } from './changed-day.ts'
import type { RehearsedDay, RehearsedStop } from './day.ts'
import { distributionOf, percentile } from './distribution.ts'
import type { Tally } from './tally.ts'

type Placed = RehearsedStop & { index: number; driver_id: string; driver_name: string }

/** The stops of a day in the order of a tally. */
function stopsOf({ routes }: RehearsedDay): Placed[] {
  let index = 0
  return routes.flatMap(({ driver_id, driver_name, stops }) =>
    stops.map((stop) => ({ ...stop, index: index++, driver_id, driver_name })),
  )
}

const shareOf = (count: number, days: number) => Math.round((count / days) * 1000) / 1000
const iso = (at: number) => new Date(Math.round(at / 1000) * 1000).toISOString()

/** What the drawn days say of the whole day. A figure that nothing was drawn for is null. */
export function measuresOf(day: RehearsedDay, tally: Tally): RehearsedMeasures {
  const due = stopsOf(day).filter(({ due_at }) => due_at !== null).length
  const hasCosts = day.routes.some(({ costs }) => costs)
  return {
    on_time_share: due ? distributionOf(tally.late.map((late) => 1 - late / due)) : null,
    late_stops: distributionOf(tally.late),
    failed_stops: distributionOf(tally.failed),
    absent_stops: distributionOf(tally.absent),
    overtime_minutes: distributionOf(tally.overtimeSeconds.map((seconds) => seconds / 60)),
    driving_hours: distributionOf(tally.drivingSeconds.map((seconds) => seconds / 3600)),
    cost: hasCosts ? distributionOf(tally.cost) : null,
  }
}

/** When each route ends, and how often that is overtime. */
export function routeEndsOf({ routes }: RehearsedDay, { days, routeEndsAt }: Tally): RehearsedRouteEnd[] {
  return routes.map((route, index) => {
    const ends = Float64Array.from({ length: days }, (_, day) => routeEndsAt[day * routes.length + index]!).sort()
    const late = ends.filter((end) => end > route.shift_ends_at).length
    return {
      driver_id: route.driver_id,
      driver_name: route.driver_name,
      stops: route.stops.filter(({ delivery_id }) => delivery_id !== null).length,
      planned_at: iso(route.planned_end_at),
      shift_ends_at: iso(route.shift_ends_at),
      p10_at: iso(percentile(ends, 0.1)),
      p50_at: iso(percentile(ends, 0.5)),
      p90_at: iso(percentile(ends, 0.9)),
      overtime_share: shareOf(late, days),
    }
  })
}

const mostRisky = 50
/** Below, a stop is no more of a risk than any other. */
const leastRisk = 0.1

/** The stops that are late on many of the drawn days, the most first. */
export function riskyStopsOf(day: RehearsedDay, { days, lateAt, failedAt, lateSecondsAt }: Tally): RiskyStop[] {
  return stopsOf(day)
    .filter(({ delivery_id }) => delivery_id !== null && !isCopy(delivery_id))
    .filter(({ index }) => lateAt[index]! / days >= leastRisk)
    .toSorted((a, b) => lateAt[b.index]! - lateAt[a.index]! || a.planned_at - b.planned_at)
    .slice(0, mostRisky)
    .map(({ index, delivery_id, driver_id, driver_name, planned_at, due_at }) => ({
      delivery_id: delivery_id!,
      driver_id,
      driver_name,
      planned_at: iso(planned_at),
      due_at: iso(due_at!),
      late_share: shareOf(lateAt[index]!, days),
      late_minutes: Math.round(lateSecondsAt[index]! / lateAt[index]! / 6) / 10,
      failed_share: shareOf(failedAt[index]!, days),
    }))
}

import type { PlanTotals } from '../schema/plan.ts'
import { countDeliveries } from '../stop-kinds.ts'
import type { RouteRows } from './to-routes.ts'

type Counted = Pick<
  RouteRows[number],
  | 'cost'
  | 'distance_km'
  | 'driving_seconds'
  | 'waiting_seconds'
  | 'service_seconds'
  | 'duration_seconds'
  | 'fuel_liters'
> & { stops: { delivery_id: string | null }[] }

/** What the routes of a plan add up to. */
export function totalsOf(routes: readonly Counted[], unassigned: number): PlanTotals {
  const sum = (pick: (route: Counted) => number) => routes.reduce((total, route) => total + pick(route), 0)
  const thousandths = (value: number) => Math.round(value * 1000) / 1000
  return {
    routes: routes.length,
    deliveries: sum((route) => countDeliveries(route.stops)),
    unassigned,
    distance_km: thousandths(sum((route) => route.distance_km)),
    driving_seconds: sum((route) => route.driving_seconds),
    waiting_seconds: sum((route) => route.waiting_seconds),
    service_seconds: sum((route) => route.service_seconds),
    duration_seconds: sum((route) => route.duration_seconds),
    fuel_liters: thousandths(sum((route) => route.fuel_liters)),
    cost: routes.some(({ cost }) => cost !== null) ? sum(({ cost }) => cost ?? 0) : null,
  }
}

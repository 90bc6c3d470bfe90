import { stopPay } from '../stop-pay.ts'
import type { Rates, RawRoute } from './raw.ts'

/** Where the cost of a route comes from. They add up to it. */
export type CostParts = { distance: number; time: number; stops: number; fixed: number }

const hour = 3600

/**
 * Tells where the planned cost of a route comes from, by what its vehicle costs. The cost stays as it was planned, also if
 * the vehicle costs something else by now. Without rates, it is a cost of time. Null if the plan knew no costs.
 */
export function costPartsOf(
  route: Pick<
    RawRoute,
    'cost' | 'rates' | 'distance_km' | 'driving_seconds' | 'service_seconds' | 'waiting_seconds' | 'stops'
  >,
): CostParts | null {
  const { cost, rates } = route
  if (cost === null) return null
  const fixed = of(rates, 'cost_fixed')
  const distance = of(rates, 'cost_per_km') * route.distance_km
  const time =
    (of(rates, 'cost_per_hour') * route.driving_seconds +
      of(rates, 'cost_per_service_hour') * route.service_seconds +
      of(rates, 'cost_per_waiting_hour') * route.waiting_seconds) /
    hour
  const stops = payOf(route).reduce((sum, pay) => sum + pay, 0)
  const all = fixed + distance + time + stops
  if (all <= 0) return { distance: 0, time: cost, stops: 0, fixed: 0 }
  const scale = cost / all
  return { distance: distance * scale, time: time * scale, stops: stops * scale, fixed: fixed * scale }
}

/** What each stop pays by itself. */
export const payOf = ({ stops, rates }: Pick<RawRoute, 'stops' | 'rates'>): number[] =>
  stopPay(stops, ({ pieces }) => pieces, {
    perStop: of(rates, 'cost_per_stop'),
    perParcel: of(rates, 'cost_per_parcel'),
  })

const of = (rates: Rates, name: keyof Rates) => rates[name] ?? 0

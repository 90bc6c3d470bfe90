import type { PlanTotals } from '#domain/schema/plan.ts'
import { formatDuration, formatLiters, formatMoney, formatNumber } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { planKilometers } from '../../plan-words.ts'
import { Fact, Facts } from './facts.tsx'

/** The plan in seven figures, and what it costs if anything has a cost. */
export function Totals({ totals }: { totals: PlanTotals }) {
  const { currency } = useMe().workspace
  return (
    <Facts>
      <Fact name="Routes">{formatNumber(totals.routes, 0)}</Fact>
      <Fact name="Deliveries">{formatNumber(totals.deliveries, 0)}</Fact>
      <Fact name="Distance">{planKilometers(totals.distance_km)}</Fact>
      <Fact name="Driving">{formatDuration(totals.driving_seconds)}</Fact>
      <Fact name="Waiting">{formatDuration(totals.waiting_seconds)}</Fact>
      <Fact name="Duration">{formatDuration(totals.duration_seconds)}</Fact>
      <Fact name="Fuel">{formatLiters(totals.fuel_liters)}</Fact>
      <Fact name="Cost">{totals.cost != null && formatMoney(totals.cost, currency)}</Fact>
    </Facts>
  )
}

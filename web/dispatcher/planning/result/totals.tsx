import type { PlanTotals } from '#domain/schema/plan.ts'
import { formatDuration, formatLiters, formatMoney, formatNumber } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Card } from '#web/ui/card.tsx'
import { Figure, Figures } from '../figures.tsx'
import { planKilometers } from '../plan-words.ts'

/** The plan in seven figures, and what it costs if anything has a cost. */
export function Totals({ totals }: { totals: PlanTotals }) {
  const { currency } = useMe().workspace
  return (
    <Card>
      <Figures>
        <Figure label="Routes" value={formatNumber(totals.routes, 0)} />
        <Figure label="Deliveries" value={formatNumber(totals.deliveries, 0)} />
        <Figure label="Distance" value={planKilometers(totals.distance_km)} />
        <Figure label="Driving" value={formatDuration(totals.driving_seconds)} />
        <Figure label="Waiting" value={formatDuration(totals.waiting_seconds)} />
        <Figure label="Duration" value={formatDuration(totals.duration_seconds)} />
        <Figure label="Fuel" value={formatLiters(totals.fuel_liters)} />
        {totals.cost != null && <Figure label="Cost" value={formatMoney(totals.cost, currency)} />}
      </Figures>
    </Card>
  )
}

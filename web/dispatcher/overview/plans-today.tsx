import { useQuery } from '@tanstack/react-query'
import type { PlanTotals } from '#domain/schema/plan.ts'
import { countOf, formatKilometers, formatLiters } from '#web/lib/format.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { StateBadge, stateLook } from '#web/ui/state-badge.tsx'
import { boardPath } from '../planning/board-path.ts'
import { plansOfDayQuery } from '../planning/plan-queries.ts'
import { drivenBeside, planNumbers } from '../planning/plans-of-day.ts'

/** Today's plans, except discarded ones. */
export function PlansToday({ today }: { today: string }) {
  const plans = useQuery(plansOfDayQuery(today))
  const shown = plans.data?.filter(({ state }) => !['discarded', 'cancelled', 'failed'].includes(state)) ?? []
  const numbers = planNumbers(plans.data ?? [])
  const driven = drivenBeside(shown).flatMap(({ totals }) => totals ?? [])
  return (
    <Card title="Today’s plans">
      {shown.length === 0 ? (
        <p className="text-ink-muted">
          {plans.isLoadingError ? sentenceOf(plans.error) : plans.isPending ? 'Loading…' : 'No plan yet.'}
        </p>
      ) : (
        <ul className="-my-2 divide-y">
          {shown.map((plan) => (
            <li key={plan.id} className="flex flex-wrap items-center justify-between gap-3 py-2.5">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium">Plan {numbers.get(plan.id)}</span>
                <StateBadge state={plan.state} />
                {plan.totals && <span className="text-ink-muted tabular-nums">{describe(plan.totals)}</span>}
              </span>
              <ButtonLink
                size="small"
                to={boardPath(plan.day, { plan: plan.id })}
                aria-label={`Open plan ${numbers.get(plan.id)}, ${stateLook(plan.state).label.toLowerCase()}`}
              >
                Open
              </ButtonLink>
            </li>
          ))}
          {driven.length > 1 && (
            <li className="py-2.5 font-medium tabular-nums">
              Together: {describe(driven.reduce<Totals>(sum, nothing))}
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}

type Totals = Pick<PlanTotals, 'routes' | 'deliveries' | 'distance_km' | 'fuel_liters'>

const describe = ({ routes, deliveries, distance_km, fuel_liters }: Totals) =>
  [
    countOf(routes, 'route'),
    countOf(deliveries, 'delivery', 'deliveries'),
    formatKilometers(distance_km),
    formatLiters(fuel_liters),
  ].join(' · ')

const nothing: Totals = { routes: 0, deliveries: 0, distance_km: 0, fuel_liters: 0 }
const sum = (one: Totals, other: Totals): Totals => ({
  routes: one.routes + other.routes,
  deliveries: one.deliveries + other.deliveries,
  distance_km: one.distance_km + other.distance_km,
  fuel_liters: one.fuel_liters + other.fuel_liters,
})

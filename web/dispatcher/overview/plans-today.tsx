import { useQuery } from '@tanstack/react-query'
import { countOf, formatKilometers, formatLiters } from '#web/lib/format.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { StateBadge, stateLook } from '#web/ui/state-badge.tsx'
import { plansOfDayQuery } from '../planning/plan-queries.ts'

/** Today's plans, except discarded ones. */
export function PlansToday({ today }: { today: string }) {
  const plans = useQuery(plansOfDayQuery(today))
  const shown = plans.data?.filter(({ state }) => !['discarded', 'cancelled', 'failed'].includes(state)) ?? []
  return (
    <Card title="Today’s plans">
      {shown.length === 0 ? (
        <p className="text-ink-muted">
          {plans.error ? sentenceOf(plans.error) : plans.isPending ? 'Loading…' : 'No plan yet.'}
        </p>
      ) : (
        <ul className="-my-2 divide-y">
          {shown.map((plan) => (
            <li key={plan.id} className="flex flex-wrap items-center justify-between gap-3 py-2.5">
              <span className="flex flex-wrap items-center gap-2">
                <StateBadge state={plan.state} />
                {plan.totals && (
                  <span className="text-ink-muted tabular-nums">
                    {countOf(plan.totals.routes, 'route')} · {formatKilometers(plan.totals.distance_km)} ·{' '}
                    {formatLiters(plan.totals.fuel_liters)}
                  </span>
                )}
              </span>
              <ButtonLink
                size="small"
                to={`/dashboard/planning?day=${plan.day}&plan=${plan.id}`}
                aria-label={`Open the ${stateLook(plan.state).label.toLowerCase()} plan`}
              >
                Open
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

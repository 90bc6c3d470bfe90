import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { plans, type Plan } from './plans.ts'
import { asSales } from '../navigation.ts'
import { CheckList } from '../parts/check-list.tsx'
import { TrialLink } from '../parts/trial-link.tsx'

export function PlanCards() {
  return (
    <ul className="grid items-stretch gap-5 lg:grid-cols-3">
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} />
      ))}
    </ul>
  )
}

function PlanCard({ plan }: { plan: Plan }) {
  return (
    <li
      aria-labelledby={`plan-${plan.id}`}
      className={cx(
        'flex flex-col rounded-2xl border bg-surface p-6 sm:p-8',
        plan.isPopular ? 'border-brand shadow-raised ring-1 ring-brand' : 'shadow-card',
      )}
    >
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 id={`plan-${plan.id}`} className="text-lg font-semibold tracking-tight">
          {plan.name}
        </h2>
        {plan.isPopular && (
          <span className="rounded-full bg-brand-soft px-3 py-1 text-xs font-semibold text-brand-ink">Popular</span>
        )}
      </div>
      <p className="mt-4 flex min-h-12 flex-wrap items-baseline gap-x-2">
        <span className="text-4xl font-semibold tracking-[-0.03em] tabular-nums">{plan.price}</span>
        {plan.per && <span className="text-sm text-ink-muted">{plan.per}</span>}
      </p>
      <p className="mt-3 text-pretty text-ink-muted lg:min-h-[4.875rem] xl:min-h-13">{plan.description}</p>
      <PlanAction plan={plan} />
      <CheckList points={plan.features} className="mt-7 border-t pt-7" />
    </li>
  )
}

function PlanAction({ plan }: { plan: Plan }) {
  const { label, leadsTo } = plan.callToAction
  const look = {
    variant: plan.isPopular ? ('primary' as const) : ('secondary' as const),
    size: 'large' as const,
    'aria-describedby': `plan-${plan.id}`,
    className: 'mt-6 w-full',
  }
  if (leadsTo === 'trial') return <TrialLink label={label} {...look} />
  return (
    <ButtonLink to="/contact" state={asSales} {...look}>
      {label}
    </ButtonLink>
  )
}

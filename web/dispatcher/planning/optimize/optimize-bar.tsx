import { FlaskConical } from 'lucide-react'
import type { Plan } from '#domain/schema/plan.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { OptimizeButton } from './optimize-button.tsx'

type OptimizeBarProps = {
  plan: Plan
  /** The routes that are selected, to be optimized among themselves. */
  routeIds: readonly string[]
}

/** Optimizes the plan anew, and leads to its scenarios. */
export function OptimizeBar({ plan, routeIds }: OptimizeBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <OptimizeButton plan={plan} routeIds={routeIds} />
      <ButtonLink
        size="small"
        variant="quiet"
        to={`/dashboard/planning/${plan.day}/scenarios?plan=${plan.id}`}
        icon={<FlaskConical aria-hidden="true" className="size-4" />}
      >
        Scenarios
      </ButtonLink>
    </div>
  )
}

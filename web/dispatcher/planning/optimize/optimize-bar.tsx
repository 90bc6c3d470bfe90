import { FlaskConical } from 'lucide-react'
import type { Plan } from '#domain/schema/plan.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { useSelection } from '../board/selection.ts'
import { OptimizeButton } from './optimize-button.tsx'

/** Optimizes the plan or what is selected of it anew, and leads to its scenarios. */
export function OptimizeBar({ plan }: { plan: Plan }) {
  const { routeId, stopIds } = useSelection()
  const selected = plan.routes.filter(({ id, stops }) => id === routeId || stops.some((stop) => stopIds.has(stop.id)))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <OptimizeButton plan={plan} routeIds={selected.map(({ id }) => id)} />
      <ButtonLink
        size="small"
        variant="quiet"
        to={`/dashboard/planning/${plan.day}/scenarios?plan=${plan.id}`}
        aria-label="Scenarios"
        icon={<FlaskConical aria-hidden="true" className="size-4" />}
      >
        <span className="max-sm:hidden">Scenarios</span>
      </ButtonLink>
    </div>
  )
}

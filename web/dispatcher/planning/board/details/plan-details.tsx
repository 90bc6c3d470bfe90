import { Clock3 } from 'lucide-react'
import type { Plan } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DriverPanel } from '../../result/driver-panel.tsx'
import { PlanWhy } from '../../why/plan-why.tsx'
import { useSelection } from '../selection.ts'
import { Totals } from './totals.tsx'

/** The plan as a whole, while nothing is selected. */
export function PlanDetails({ plan }: { plan: Plan }) {
  const { select } = useSelection()
  const late = plan.routes.flatMap((route) => route.stops.filter((stop) => isVisit(stop) && stop.late_seconds > 0))
  return (
    <>
      <h2 className="font-semibold tracking-tight">The plan</h2>
      {plan.totals && <Totals totals={plan.totals} />}
      {late.length > 0 && (
        <Button
          size="small"
          className="justify-self-start"
          icon={<Clock3 aria-hidden="true" className="size-3.5" />}
          onPress={() => select(late.map(({ id }) => id))}
        >
          {`Select ${countOf(late.length, 'late stop')}`}
        </Button>
      )}
      {plan.routes.length > 0 && <PlanWhy plan={plan} />}
      <DriverPanel plan={plan} />
    </>
  )
}

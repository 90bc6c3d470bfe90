import { Card } from '#web/ui/card.tsx'
import { OvertimeSteps } from '../records/overtime-steps.tsx'
import type { SettingsCardProps } from './cost-cards.tsx'

/** What drivers may work after their shifts, unless they have overtime of their own. */
export function OvertimeCard({ form: { values, set, problemOf }, isDisabled }: SettingsCardProps) {
  return (
    <Card
      title="Overtime"
      description="How long drivers may work past their shift, and what an hour costs then, as a percentage of an hour of driving. Plans use overtime only where it pays off. Drivers can have overtime of their own."
    >
      {values.overtime.length === 0 && <p className="mb-3 text-ink-muted">Nobody works longer than the shift.</p>}
      <OvertimeSteps
        value={values.overtime}
        onChange={(steps) => set('overtime', steps)}
        problemOf={(path) => problemOf(`overtime.${path}`)}
        isDisabled={isDisabled}
      />
    </Card>
  )
}

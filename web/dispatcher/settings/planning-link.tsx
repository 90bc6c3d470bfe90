import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'

/** Leads to what plans are made with. */
export function PlanningLink() {
  return (
    <Card
      title="Planning settings"
      description="What plans count as a cost, how fast vehicles are over the day, and what goes together."
    >
      <ButtonLink to="/dashboard/settings/planning">Open the planning settings</ButtonLink>
    </Card>
  )
}

import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'

/** Leads to the audit log. */
export function AuditLink() {
  return (
    <Card
      title="Audit log"
      description="Who changed or exported what, who signed in, and what was refused. Every change of these settings is there, with the value before and after."
    >
      <ButtonLink to="/dashboard/audit">Open the audit log</ButtonLink>
    </Card>
  )
}

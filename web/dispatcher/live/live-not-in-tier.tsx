import { RadioTower } from 'lucide-react'
import { tiersWith } from '#domain/tiers.ts'
import { BillingLink } from '#web/lib/billing-link.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** What is there instead of the live map where the tier leaves it out. */
export function LiveNotInTier() {
  return (
    <>
      <PageHeader title="Live" />
      <Card>
        <EmptyState
          icon={<RadioTower />}
          title={`The live map is part of ${tiersWith('real_time_tracking')}`}
          actions={<ButtonLink to="/dashboard/planning">See today’s routes</ButtonLink>}
        >
          <p>
            Positions are still recorded and appear here after an upgrade. Planning shows how far each route is, and
            recipients follow their delivery on its tracking page. <BillingLink />
          </p>
        </EmptyState>
      </Card>
    </>
  )
}

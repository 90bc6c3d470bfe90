import { ChartColumn } from 'lucide-react'
import { tiersWith } from '#domain/tiers.ts'
import { BillingLink } from '#web/lib/billing-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Instead of figures, in tiers without them. */
export function NotInTier() {
  return (
    <Card>
      <EmptyState icon={<ChartColumn />} title={`Analytics are part of ${tiersWith('analytics')}`}>
        <p>
          What happens is kept all the same, and its figures are here after an upgrade. <BillingLink />
        </p>
      </EmptyState>
    </Card>
  )
}

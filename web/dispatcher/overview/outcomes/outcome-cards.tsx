import { tiersWith } from '#domain/tiers.ts'
import { BillingLink } from '#web/lib/billing-link.tsx'
import { useTier } from '#web/lib/tier.ts'
import { Card } from '#web/ui/card.tsx'
import { FailuresCard } from './failures-card.tsx'
import { RatingsCard } from './ratings-card.tsx'

/** Ratings and failures, or which tiers have them. */
export function OutcomeCards() {
  if (useTier()?.features.analytics === false) {
    return (
      <Card title="Ratings and failed deliveries">
        <p className="text-ink-muted">
          Their figures are part of {tiersWith('analytics')}. Each delivery still shows its rating and why it failed.{' '}
          <BillingLink />
        </p>
      </Card>
    )
  }
  return (
    <>
      <RatingsCard />
      <FailuresCard />
    </>
  )
}

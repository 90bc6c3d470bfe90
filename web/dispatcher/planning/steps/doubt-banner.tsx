import { MapPinX } from 'lucide-react'
import type { Plan } from '#domain/schema/plan.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { doubtSentence } from './doubt-words.ts'

/** Before a plan is approved: which of its stops somebody should look at first. */
export function DoubtBanner({ plan }: { plan: Pick<Plan, 'day' | 'doubtful_stops' | 'routes'> }) {
  return (
    <Banner
      tone="warning"
      icon={<MapPinX />}
      actions={
        <ButtonLink size="small" to={`/dashboard/addresses?day=${plan.day}`}>
          Check positions
        </ButtonLink>
      }
    >
      {doubtSentence(plan)} Check the pins before drivers follow them.
    </Banner>
  )
}

import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { trialDaysLeft, trialSentence } from './trial.ts'

/** How long the free trial still runs. Can be dismissed until the page is reloaded. */
export function TrialBanner({ endsAt }: { endsAt: string }) {
  const [isDismissed, setDismissed] = useState(false)
  const [daysLeft] = useState(() => trialDaysLeft(endsAt, Date.now()))
  if (isDismissed) return null
  return (
    <Banner
      shape="bar"
      tone={daysLeft <= 1 ? 'warning' : 'brand'}
      icon={<Sparkles />}
      onDismiss={() => setDismissed(true)}
    >
      {trialSentence(daysLeft)}
    </Banner>
  )
}

import { Sparkles, X } from 'lucide-react'
import { useState } from 'react'
import { recall, remember } from '#web/lib/device-memory.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Trial } from './account.ts'
import { isTrialShown, trialDaysLeft, trialSentence } from './trial.ts'

/** How long the free trial still runs, in one line. The device remembers that it was dismissed. */
export function TrialBanner({ trial }: { trial: Trial }) {
  const { workspaceId, endsAt } = trial
  const storageKey = `karta-trial-${workspaceId}`
  const [daysLeft] = useState(() => trialDaysLeft(endsAt, Date.now()))
  const [dismissedAt, setDismissedAt] = useState(() => readNumber(storageKey))
  if (!isTrialShown(daysLeft, dismissedAt)) return null
  const dismiss = () => {
    setDismissedAt(daysLeft)
    remember(storageKey, String(daysLeft))
  }
  return (
    <aside
      aria-label="Trial"
      className={cx(
        'flex items-center gap-2 print:hidden py-0.5 pr-2 pl-4 text-[0.8125rem] md:pl-7',
        daysLeft <= 1 ? 'bg-warning-soft text-warning-ink' : 'bg-brand-soft text-brand-ink',
      )}
    >
      <Sparkles aria-hidden="true" className="size-3.5 shrink-0" />
      <output className="min-w-0 truncate">{trialSentence(daysLeft)}</output>
      <Link to={trial.page} className="whitespace-nowrap text-current underline">
        See plans
      </Link>
      <IconButton
        label="Dismiss"
        size="small"
        icon={<X aria-hidden="true" className="size-3.5" />}
        onPress={dismiss}
        className="ml-auto text-current pointer-coarse:-my-2"
      />
    </aside>
  )
}

function readNumber(key: string): number | null {
  const stored = recall(key)
  return stored === null ? null : Number(stored)
}

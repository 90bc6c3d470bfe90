import { CloudOff } from 'lucide-react'
import { useLiveStatus } from '#web/lib/live/status.ts'

/** Says quietly that others' changes arrive late, for as long as they do. It takes no room from the page. */
export function LiveSign({ isShort = false }: { isShort?: boolean }) {
  if (useLiveStatus() !== 'interrupted') return null
  const Text = isShort ? 'span' : 'p'
  return (
    <Text aria-hidden="true" className="flex gap-1.5 text-xs font-normal text-ink-muted">
      <CloudOff className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0 text-pretty max-md:truncate">{isShort ? 'Live updates interrupted' : sentence}</span>
    </Text>
  )
}

/** The same for screen readers, who hear it once wherever the sign is. */
export function SpokenLiveSign() {
  return <output className="sr-only">{useLiveStatus() === 'interrupted' && sentence}</output>
}

const sentence = 'Live updates are interrupted. Reconnecting…'

import { CloudCheck, CloudOff, CloudUpload } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { go } from '../path.ts'
import { useRoadState } from '../road/use-road.ts'
import { useNow } from '../use-now.ts'
import { useWords } from '../words/use-words.tsx'

/** Always in sight: whether all is sent, and if not, how much is not and for how long. */
export function StatusBar() {
  const { say, duration, time } = useWords()
  const { unsent, unsentPhotos, readAt, sending } = useRoadState()
  const now = useNow()
  const isOffline = sending.error?.code === 'offline'
  const since = unsent[0] ? now - Date.parse(unsent[0].entry.at) : 0
  const waits = unsent.length > 0 || unsentPhotos > 0
  const Icon = isOffline ? CloudOff : waits ? CloudUpload : CloudCheck
  return (
    <button
      type="button"
      onClick={() => go('/unsent')}
      className={cx(
        'focus-ring flex min-h-11 w-full items-center gap-2 px-4 pt-[calc(0.375rem+env(safe-area-inset-top))] pb-1.5 text-start text-sm font-medium',
        sending.error && !isOffline
          ? 'bg-danger-soft text-danger-ink'
          : waits || isOffline
            ? 'bg-warning-soft text-warning-ink'
            : 'bg-sunken text-ink-muted',
      )}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 grow">
        {isOffline && `${say('sync.offlineShort')} · `}
        {unsent.length > 0
          ? `${say('sync.waiting', { count: unsent.length })}, ${say('sync.since', { time: duration(since) })}`
          : unsentPhotos > 0
            ? say('sync.photos', { count: unsentPhotos })
            : say('sync.sent')}
      </span>
      {readAt !== null && (isOffline || !waits) && (
        <span className="shrink-0 text-xs">{say('sync.dayAge', { time: time(readAt) })}</span>
      )}
    </button>
  )
}

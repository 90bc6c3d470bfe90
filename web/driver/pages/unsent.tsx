import { CloudUpload } from 'lucide-react'
import type { DriverText } from '#domain/messages/driver/en.ts'
import { findStop } from '../day/stops.ts'
import { useDay, useRoad, useRoadState } from '../road/use-road.ts'
import { stopName } from '../stop/stop-words.ts'
import { Note } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Screen } from '../ui/screen.tsx'
import { useNow } from '../use-now.ts'
import { useWords } from '../words/use-words.tsx'

/** Everything that waits on this phone, and why. */
export function UnsentPage() {
  const words = useWords()
  const { say, duration, time } = words
  const road = useRoad()
  const day = useDay()
  const { unsent, unsentPhotos, sending, readAt } = useRoadState()
  const now = useNow(1000)
  const { error, nextTryAt, isSending } = sending
  return (
    <Screen
      title={say('sync.details')}
      subtitle={readAt !== null && say('sync.dayAge', { time: time(readAt) })}
      actions={
        <Press
          look="primary"
          isLarge
          isPending={isSending}
          icon={<CloudUpload aria-hidden="true" className="size-5" />}
          onClick={() => void road.sending.now({ isUrgent: true })}
        >
          {say(isSending ? 'sync.sending' : 'sync.now')}
        </Press>
      }
    >
      {error && (
        <Note tone={error.code === 'offline' ? 'warning' : 'danger'}>
          {/* Spoken once: the seconds below are not. */}
          <p role="status">
            {error.code === 'offline' ? say('sync.offline') : say('sync.failed', { reason: error.message })}
          </p>
          {nextTryAt !== null && <p>{say('sync.nextTry', { time: duration(nextTryAt - now) })}</p>}
        </Note>
      )}
      {unsent.length === 0 && unsentPhotos === 0 && <p>{say('sync.sent')}</p>}
      {unsentPhotos > 0 && <p>{say('sync.photos', { count: unsentPhotos })}</p>}
      <ol className="grid gap-1">
        {unsent.map(({ id, entry }) => {
          const stop = findStop(day, String(entry.data.stop_id))?.stop
          return (
            <li key={id} className="flex items-baseline gap-3 border-b border-line py-2">
              <span className="min-w-0 grow wrap-anywhere">
                {say(`did.${entry.kind}` as DriverText)}
                {stop && <span className="block text-sm text-ink-muted">{stopName(stop, words)}</span>}
              </span>
              <span className="shrink-0 text-sm text-ink-muted">{duration(now - Date.parse(entry.at))}</span>
            </li>
          )
        })}
      </ol>
    </Screen>
  )
}

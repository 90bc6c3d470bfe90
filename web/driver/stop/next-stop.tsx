import type { DrivenStop } from '#domain/schema/driver-day.ts'
import { go } from '../path.ts'
import { useDay } from '../road/use-road.ts'
import { Card } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useNow } from '../use-now.ts'
import { useWords } from '../words/use-words.tsx'
import { ArrivalOffer } from './arrival-offer.tsx'
import { Reach } from './reach.tsx'
import { StopActions } from './stop-actions.tsx'
import { StopFacts } from './stop-facts.tsx'
import { addressOf, stopName } from './stop-words.ts'

/** Where to go now, in large letters, with all that is needed there. */
export function NextStop({ stop }: { stop: DrivenStop }) {
  const words = useWords()
  const { say, time, duration } = words
  const { workspace } = useDay()
  const late = useNow() - Date.parse(stop.arrival_at)
  const isLate = late > 5 * 60_000 && !stop.arrived_at
  return (
    <Card isMain className="grid gap-4">
      <div>
        <div className="flex items-baseline justify-between gap-2">
          <p className="text-sm font-semibold text-brand-ink">{say('stop.next')}</p>
          <p className="font-semibold tabular-nums">{time(stop.arrival_at, workspace.time_zone)}</p>
        </div>
        <h2 className="mt-1 text-2xl font-bold tracking-tight text-balance wrap-anywhere">
          <bdi>{stopName(stop, words)}</bdi>
        </h2>
        <p className="mt-1 text-lg text-pretty wrap-anywhere">
          <bdi>{addressOf(stop)}</bdi>
        </p>
        {isLate && <p className="mt-1 font-semibold text-warning-ink">{say('stop.late', { time: duration(late) })}</p>}
      </div>
      <ArrivalOffer stop={stop} />
      <Reach stop={stop} />
      <StopFacts stop={stop} />
      <StopActions stop={stop} isSticky />
      <Press look="quiet" onClick={() => go(`/stop/${stop.id}`)}>
        {say('stop.details')}
      </Press>
    </Card>
  )
}

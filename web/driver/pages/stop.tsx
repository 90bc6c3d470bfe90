import { findStop } from '../day/stops.ts'
import type { PageProps } from '../page-props.ts'
import { useDay } from '../road/use-road.ts'
import { ArrivalOffer } from '../stop/arrival-offer.tsx'
import { Reach } from '../stop/reach.tsx'
import { StopActions } from '../stop/stop-actions.tsx'
import { StopFacts } from '../stop/stop-facts.tsx'
import { addressOf, stopName } from '../stop/stop-words.ts'
import { Tag } from '../ui/parts.tsx'
import { Screen } from '../ui/screen.tsx'
import { useWords } from '../words/use-words.tsx'
import { GonePage } from './gone.tsx'

/** All about one stop. */
export function StopPage({ params: [id = ''] }: PageProps) {
  const words = useWords()
  const { say, time } = words
  const day = useDay()
  const stop = findStop(day, id)?.stop
  if (!stop) return <GonePage />
  const { delivery } = stop
  return (
    <Screen title={stopName(stop, words)} subtitle={<bdi>{addressOf(stop)}</bdi>} actions={<StopActions stop={stop} />}>
      <p className="flex flex-wrap items-center gap-2">
        {delivery && <Tag tone="brand">{say(`status.${delivery.status}`)}</Tag>}
        {delivery && delivery.kind !== 'delivery' && <Tag tone="info">{say(`kind.${delivery.kind}`)}</Tag>}
        {stop.locked && <Tag>{say('stop.locked')}</Tag>}
        <span>{say('stop.arrival', { time: time(stop.arrival_at, day.workspace.time_zone) })}</span>
        {delivery && delivery.number > 0 && <span>{say('stop.number', { number: String(delivery.number) })}</span>}
        {delivery?.reference && <span>{say('stop.reference', { reference: delivery.reference })}</span>}
      </p>
      <ArrivalOffer stop={stop} />
      <Reach stop={stop} />
      <StopFacts stop={stop} />
      {delivery && delivery.custom.length > 0 && (
        <dl className="grid gap-2">
          {delivery.custom.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-sm text-ink-muted">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Screen>
  )
}

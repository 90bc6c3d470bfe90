import { Ban, Check, ChevronRight, Coffee, CornerDownRight, Warehouse, X } from 'lucide-react'
import type { DrivenStop } from '#domain/schema/driver-day.ts'
import { cx } from '#web/ui/cx.ts'
import { isDone } from '../day/stops.ts'
import { go } from '../path.ts'
import { useDay } from '../road/use-road.ts'
import { useWords } from '../words/use-words.tsx'
import { addressOf, stopName } from './stop-words.ts'

/** One line of the list: who, where, when. */
export function StopRow({ stop }: { stop: DrivenStop }) {
  const words = useWords()
  const { workspace } = useDay()
  const { delivery } = stop
  const done = isDone(stop)
  return (
    <li>
      <button
        type="button"
        onClick={() => go(`/stop/${stop.id}`)}
        className="focus-ring flex w-full items-center gap-3 px-3 py-3 text-start pressed:bg-pressed"
      >
        <Mark stop={stop} />
        <span className="min-w-0 grow">
          <span className={cx('block font-semibold wrap-anywhere', done && 'text-ink-muted')}>
            <bdi>{stopName(stop, words)}</bdi>
          </span>
          <span className="block text-sm text-ink-muted wrap-anywhere">
            <bdi>{addressOf(stop)}</bdi>
          </span>
          {(done || stop.skipped_at) && delivery && (
            <span className="block text-sm text-ink-muted">
              {stop.skipped_at && !done
                ? words.say('status.skipped')
                : stop.kind === 'pickup' && delivery.status !== 'failed' && delivery.status !== 'cancelled'
                  ? words.say('stop.collectNow')
                  : words.say(`status.${delivery.status}`)}
              {delivery.failure_reason && `: ${words.sayIfKnown(`reason.${delivery.failure_reason}`) ?? ''}`}
            </span>
          )}
        </span>
        <span className="shrink-0 text-sm font-medium tabular-nums">
          {words.time(stop.done_at ?? stop.arrival_at, workspace.time_zone)}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-faint rtl:-scale-x-100" />
      </button>
    </li>
  )
}

function Mark({ stop: { kind, sequence, delivery, done_at, skipped_at } }: { stop: DrivenStop }) {
  const Icon = kind === 'break' ? Coffee : Warehouse
  const shared = 'grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold [&_svg]:size-4.5'
  const state = delivery?.status
  if (state === 'failed')
    return (
      <span className={cx(shared, 'bg-danger-soft text-danger-ink')}>
        <X aria-hidden="true" />
      </span>
    )
  if (state === 'cancelled')
    return (
      <span className={cx(shared, 'bg-neutral-soft text-neutral-ink')}>
        <Ban aria-hidden="true" />
      </span>
    )
  if (done_at || state === 'delivered')
    return (
      <span className={cx(shared, 'bg-success-soft text-success-ink')}>
        <Check aria-hidden="true" />
      </span>
    )
  if (skipped_at)
    return (
      <span className={cx(shared, 'bg-warning-soft text-warning-ink')}>
        <CornerDownRight aria-hidden="true" />
      </span>
    )
  return (
    <span className={cx(shared, 'bg-brand-soft text-brand-ink')}>
      {delivery ? sequence : <Icon aria-hidden="true" />}
    </span>
  )
}

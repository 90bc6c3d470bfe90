import { Coffee, MapPin, Phone, Warehouse } from 'lucide-react'
import type { MyStop } from '#domain/schema/my-route.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { dayOf } from '#domain/time.ts'
import { formatTime } from '../format.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { cx } from '#web/ui/cx.ts'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { windowWords } from '../window-words.ts'
import { directionsTo } from './directions.ts'

/** One stop: when, where, for whom, and what to know at the door. */
export function StopRow({ stop, day, zone }: { stop: MyStop; day: string; zone: string }) {
  const { kind, delivery } = stop
  const at = kind === 'start' ? stop.departure_at : stop.arrival_at
  const isDone = delivery?.status === 'delivered' || delivery?.status === 'failed' || delivery?.status === 'cancelled'
  return (
    <li className="flex gap-3 px-4 py-3.5">
      <Mark stop={stop} />
      <div className={cx('min-w-0 flex-1', isDone && 'opacity-60')}>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="font-semibold">{headOf(stop)}</p>
          <p className="font-semibold tabular-nums">
            {formatTime(at, zone)}
            {dayOf(new Date(at), zone) > day && (
              <span className="ml-1 text-xs font-normal text-ink-muted">next day</span>
            )}
          </p>
        </div>
        <p className="mt-0.5 text-pretty">{stop.address}</p>
        {delivery && (
          <>
            <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-ink-muted">
              <StateBadge state={delivery.status} />
              <span>#{delivery.number}</span>
              <span>{windowWords(delivery)}</span>
            </p>
            {delivery.notes && (
              <p className="mt-2 rounded-lg bg-warning-soft px-3 py-2 text-pretty whitespace-pre-line text-warning-ink">
                {delivery.notes}
              </p>
            )}
          </>
        )}
        <div className="mt-2.5 flex flex-wrap gap-2">
          {stop.location && (
            <a
              href={directionsTo(stop.location)}
              target="_blank"
              rel="noreferrer"
              className={buttonStyle('secondary', 'small')}
              aria-label={`Directions to ${stop.address}`}
            >
              <MapPin aria-hidden="true" className="size-4" />
              Directions
            </a>
          )}
          {delivery?.recipient_phone && (
            <a
              href={`tel:${delivery.recipient_phone.replace(/[^+\d]/g, '')}`}
              className={buttonStyle('secondary', 'small')}
              aria-label={`Call ${delivery.recipient_name ?? stop.name}`}
            >
              <Phone aria-hidden="true" className="size-4" />
              {delivery.recipient_phone}
            </a>
          )}
        </div>
      </div>
    </li>
  )
}

function headOf({ kind, name }: MyStop): string {
  if (kind === 'start') return `Leave ${name}`
  if (kind === 'end') return `Return to ${name}`
  if (kind === 'reload') return `Load again at ${name}`
  return kind === 'pickup' ? `Pick up: ${name || 'no name'}` : name || 'No name'
}

function Mark({ stop }: { stop: MyStop }) {
  if (!isVisit(stop)) {
    const Icon = stop.kind === 'break' ? Coffee : Warehouse
    return (
      <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-neutral-soft text-neutral-ink">
        <Icon aria-hidden="true" className="size-4" />
      </span>
    )
  }
  return (
    <span className="grid h-8 min-w-8 shrink-0 place-items-center self-start rounded-full bg-brand px-1.5 font-semibold text-on-brand tabular-nums">
      {stop.sequence}
    </span>
  )
}

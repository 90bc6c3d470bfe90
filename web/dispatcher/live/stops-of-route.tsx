import { UserSearch } from 'lucide-react'
import type { StopEta } from '#domain/schema/eta.ts'
import { formatTime, formatWindow } from '#web/lib/format.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { stopStateWords, type DrivenStop, type StopState } from './route-on-map.ts'

const tones: Record<StopState, BadgeTone> = {
  done: 'success',
  failed: 'danger',
  here: 'info',
  next: 'brand',
  left: 'neutral',
}

type StopsOfRouteProps = {
  stops: readonly DrivenStop[]
  etas: readonly StopEta[]
  zone: string
  onFindDrivers: (deliveryId: string) => void
}

/** The stops of a driver in their order, each with its state. For what is left, another driver can be looked for. */
export function StopsOfRoute({ stops, etas, zone, onFindDrivers }: StopsOfRouteProps) {
  return (
    <ol className="-mx-1.5">
      {stops.map(({ stop, state }) => {
        const isOver = state === 'done' || state === 'failed'
        const eta = isOver ? undefined : etas.find(({ stop_id }) => stop_id === stop.id)
        return (
          <li key={stop.id} className={cx('flex items-center gap-2.5 px-1.5 py-1.5', isOver && 'text-ink-muted')}>
            <span className="w-5 text-right text-[0.8125rem] tabular-nums">{stop.sequence}</span>
            <span className="min-w-0 flex-1">
              {stop.delivery_id ? (
                <Link to={`/dashboard/deliveries?delivery=${stop.delivery_id}`} className="block truncate">
                  {stop.name || stop.address}
                </Link>
              ) : (
                <span className="block truncate">{stop.name || stop.address}</span>
              )}
              <span className="block truncate text-[0.8125rem] text-ink-muted tabular-nums">
                {formatTime(stop.arrival_at, zone)}
                {stop.name && `, ${stop.address}`}
              </span>
              {eta && (
                <span
                  className={cx(
                    'block text-[0.8125rem] tabular-nums',
                    (eta.late_seconds ?? 0) > 0 && 'text-danger-ink',
                  )}
                >
                  Expected {formatWindow(eta.p10_at, eta.p90_at, zone)}
                </span>
              )}
            </span>
            <Badge tone={tones[state]}>{stopStateWords[state]}</Badge>
            {stop.delivery_id && !isOver && (
              <IconButton
                label={`Nearest drivers for stop ${stop.sequence}`}
                size="small"
                icon={<UserSearch aria-hidden="true" className="size-4" />}
                onPress={() => onFindDrivers(stop.delivery_id!)}
              />
            )}
          </li>
        )
      })}
    </ol>
  )
}

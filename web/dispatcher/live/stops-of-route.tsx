import { UserSearch } from 'lucide-react'
import type { StopEta } from '#domain/schema/eta.ts'
import { countOf, formatTime, formatWindow } from '#web/lib/format.ts'
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

/** The stops of a driver in their order, each with its state. What is behind is folded, so that the next one is on top. */
export function StopsOfRoute({ stops, ...about }: StopsOfRouteProps) {
  const ahead = Math.max(
    stops.findIndex((each) => !isOver(each)),
    0,
  )
  return (
    <>
      {ahead > 0 && (
        <details className="pb-1">
          <summary className="focus-ring cursor-pointer rounded-md py-1 text-[0.8125rem] font-medium text-ink-muted">
            {countOf(ahead, 'earlier stop')}
          </summary>
          <StopLines stops={stops.slice(0, ahead)} {...about} />
        </details>
      )}
      <StopLines stops={stops.slice(ahead)} {...about} />
    </>
  )
}

const isOver = ({ state }: DrivenStop) => state === 'done' || state === 'failed'

/** For what is left, another driver can be looked for. */
function StopLines({ stops, etas, zone, onFindDrivers }: StopsOfRouteProps) {
  return (
    <ol className="-mx-1.5">
      {stops.map((each) => {
        const { stop, state } = each
        const isBehind = isOver(each)
        const eta = isBehind ? undefined : etas.find(({ stop_id }) => stop_id === stop.id)
        return (
          <li key={stop.id} className={cx('flex items-center gap-2.5 px-1.5 py-1.5', isBehind && 'text-ink-muted')}>
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
            {stop.delivery_id && !isBehind && (
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

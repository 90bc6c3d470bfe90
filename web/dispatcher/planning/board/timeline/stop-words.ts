import type { Route, Stop } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { formatDuration } from '#web/lib/format.ts'
import { windowWords } from '#web/lib/window-words.ts'
import { clockWords } from '../../result/clock.tsx'

const kinds = { start: 'Start', end: 'End', break: 'Break', reload: 'Reload', pickup: 'Pick up', delivery: '' }

/** A stop as a screen reader says it. */
export function sayStop(stop: Stop, route: Pick<Route, 'starts_at'>, zone: string): string {
  const { kind, sequence, name, window_start, window_end } = stop
  const place = isVisit(stop) ? [`Stop ${sequence}`, kinds[kind], name || 'No name'] : [kinds[kind], name]
  const details = [
    kind !== 'start' && `arrival ${clockWords({ at: stop.arrival_at, route, zone })}`,
    kind !== 'end' && `departure ${clockWords({ at: stop.departure_at, route, zone })}`,
    (window_start || window_end) && `window ${windowWords(stop)}`,
    stop.waiting_seconds > 0 && `waiting ${formatDuration(stop.waiting_seconds)}`,
    stop.late_seconds > 0 && `${formatDuration(stop.late_seconds)} late`,
    stop.locked && 'locked',
    stop.delivery_status === 'delivered' && 'delivered',
    stop.delivery_status === 'failed' && 'failed',
  ]
  return [...place, ...details].filter(Boolean).join(', ')
}

import { useQuery } from '@tanstack/react-query'
import type { Replay, ReplayStop } from '#domain/schema/replay.ts'
import { formatTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { StateMark } from '../live/state-mark.tsx'
import { stateWords } from '../live/row-words.ts'
import { replayEtasQuery } from './replay-queries.ts'
import { isOver, saidOf, type ReplayRow } from './replay-rows.ts'

type DriverListProps = {
  replay: Replay
  rows: readonly ReplayRow[]
  at: number
  zone: string
  selectedId: string | undefined
  onSelect: (id: string | undefined) => void
}

/** Everybody as they were at the moment; one of them with all stops. */
export function DriverList({ replay, rows, at, zone, selectedId, onSelect }: DriverListProps) {
  const selected = rows.find(({ id }) => id === selectedId)
  if (selected) {
    return (
      <div>
        <div className="flex items-center gap-2 border-b p-3">
          <span className="min-w-0 flex-1 font-semibold">{selected.name}</span>
          <Button size="small" onPress={() => onSelect(undefined)}>
            All drivers
          </Button>
        </div>
        <p className="px-3 pt-3">{wordsOf(selected)}</p>
        <Stops
          day={replay.day}
          driverId={selected.id}
          stops={replay.stops.filter(({ driver_id }) => driver_id === selected.id)}
          at={at}
          zone={zone}
        />
      </div>
    )
  }
  return (
    <ul aria-label="Drivers at this moment">
      {rows.map((row) => (
        <li key={row.id} className="border-b">
          <button
            type="button"
            onClick={() => onSelect(row.id)}
            className="focus-ring flex w-full items-center gap-2.5 px-3 py-2 text-left -outline-offset-2 hovered:bg-hover"
          >
            <StateMark state={row.state} isLate={row.isLate} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{row.name}</span>
              <span className="block truncate text-[0.8125rem] text-ink-muted">{wordsOf(row)}</span>
            </span>
            {row.total > 0 && (
              <span className="text-[0.8125rem] text-ink-muted tabular-nums">
                {row.done}/{row.total}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

function wordsOf({ state, isLate, next, active }: ReplayRow): string {
  const words = [stateWords[state]]
  if (isLate) words.push('late')
  if (next && state !== 'off_shift') words.push(`next: ${next.name || next.address}`)
  if (!active) words.push('no longer drives')
  return words.join(', ')
}

type StopsProps = { day: string; driverId: string; stops: readonly ReplayStop[]; at: number; zone: string }

/** The stops of a driver as they stood, with what had been said of those ahead. */
function Stops({ day, driverId, stops, at, zone }: StopsProps) {
  const etas = useQuery(replayEtasQuery(day, driverId)).data ?? []
  const time = (instant: string) => formatTime(instant, zone)
  const sayOf = (stop: ReplayStop): string => {
    if (isOver(stop, at)) {
      if (stop.done_at === null) return `skipped at ${time(stop.skipped_at!)}`
      return `${stop.outcome === 'done' ? 'done' : (stop.outcome ?? 'over')} at ${time(stop.done_at)}`
    }
    if (stop.arrived_at && Date.parse(stop.arrived_at) <= at) return `there since ${time(stop.arrived_at)}`
    const said = saidOf(etas, stop.id, at)
    const planned = `planned ${time(stop.planned_at)}`
    return said ? `expected ${time(said.p10_at)} to ${time(said.p90_at)}, ${planned}` : planned
  }
  if (!stops.length) return <p className="p-3 text-ink-muted">No route that day.</p>
  return (
    <ol aria-label="Stops at this moment" className="py-2">
      {stops.map((stop) => (
        <li key={stop.id} className={`flex gap-2.5 px-3 py-1.5 ${isOver(stop, at) ? 'text-ink-muted' : ''}`}>
          <span className="w-6 text-right tabular-nums">{stop.sequence}</span>
          <span className="min-w-0 flex-1">
            <span className="block truncate">
              {stop.delivery_number !== null && `#${stop.delivery_number} `}
              {stop.name || stop.address}
            </span>
            <span className="block text-[0.8125rem] text-ink-muted">{sayOf(stop)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

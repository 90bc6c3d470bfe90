import { Coffee, RefreshCw, Warehouse } from 'lucide-react'
import { memo, type CSSProperties } from 'react'
import type { Stop } from '#domain/schema/plan.ts'
import { countDeliveries, isVisit } from '#domain/stop-kinds.ts'
import { countOf } from '#web/lib/format.ts'
import { LockSign } from '../../changes/lock-sign.tsx'
import { barOf, loadOf } from '../../plan-words.ts'
import { useHovered, type Hover } from '../hover.ts'
import type { Colleague } from '../people.tsx'
import { expectationsAt, loadPath, type Lane, type LaneStop } from './lane.ts'
import { sayStop } from './stop-words.ts'

export const rowPixels = 44

/** The day of the timeline, where it begins, and how long it is. */
export type TimelineDay = { day: string; zone: string; originMs: number; seconds: number }

type LaneRowProps = {
  lane: Lane
  place: number
  day: TimelineDay
  hover: Hover
  isOpen: boolean
  /** Which of its stops are selected, joined: a text changes only when they do. */
  selected: string
  /** Who else has selected stops, if some of this row. */
  selectors: ReadonlyMap<string, Colleague> | null
  /** What Tab reaches in this row: a stop, or the route itself. */
  reached: string | null
}

/** A route from its start to its end. Nothing in it depends on the zoom. */
export const LaneRow = memo(function LaneRow({
  lane,
  place,
  day,
  hover,
  isOpen,
  selected,
  selectors,
  reached,
}: LaneRowProps) {
  const { route, color, stops, load, shift } = lane
  const hoveredId = useHovered(hover, ({ stopId }) => (stops.some(({ stop }) => stop.id === stopId) ? stopId : null))
  const isHovered = useHovered(hover, ({ routeId }) => routeId === route.id)
  const chosen = new Set(selected.split(' '))
  const [first, last] = [stops[0], stops.at(-1)]
  const looked = hoveredId ?? (chosen.size === 1 ? selected : null)
  const lookedAt = stops.find(({ stop }) => stop.id === looked)?.stop
  return (
    <div
      role="row"
      aria-rowindex={place + 1}
      data-route={route.id}
      data-open={isOpen || undefined}
      data-hovered={isHovered || undefined}
      className="lane"
      style={{ top: place * rowPixels, '--row': `${rowPixels}px`, '--color': color } as CSSProperties}
    >
      <Name lane={lane} isOpen={isOpen} isReached={reached === route.id} />
      <div role="none" className="lane-track">
        {shift && <Off from={0} to={shift.from} />}
        {shift && <Off from={shift.to} to={day.seconds} />}
        {lookedAt && <Expectations stop={lookedAt} day={day} />}
        {first && last && <span aria-hidden="true" className="lane-way" style={between(first.to, last.from)} />}
        {load.length > 0 && first && last && (
          <svg
            aria-hidden="true"
            className="lane-load"
            viewBox={`${first.from} 0 ${Math.max(last.to - first.from, 1)} 100`}
            preserveAspectRatio="none"
            style={between(first.from, last.to)}
          >
            <path d={loadPath(load)} fill="currentColor" opacity="0.5" />
          </svg>
        )}
        {load.map(({ from, to, share }) =>
          share > 1 ? <span key={from} aria-hidden="true" className="lane-over" style={between(from, to)} /> : null,
        )}
        {stops.map((each) => (
          <StopBar
            key={each.stop.id}
            laneStop={each}
            label={sayStop(each.stop, route, day.zone)}
            isSelected={chosen.has(each.stop.id)}
            selectedBy={selectors?.get(each.stop.id)}
            isHovered={hoveredId === each.stop.id}
            isReached={reached === each.stop.id}
          />
        ))}
      </div>
    </div>
  )
})

/** Time outside of the shift. */
function Off({ from, to }: { from: number; to: number }) {
  return to > from ? <span aria-hidden="true" className="lane-off" style={between(from, to)} /> : null
}

/** When a stop may be reached, and when it was promised. */
function Expectations({ stop, day }: { stop: Stop; day: TimelineDay }) {
  const { from, to, promised } = expectationsAt(stop, day)
  const isOpen = from === -Infinity && to === Infinity
  return (
    <>
      {!isOpen && (
        <span
          aria-hidden="true"
          className="lane-window"
          style={between(Math.max(from, 0), Math.min(to, day.seconds))}
        />
      )}
      {promised !== null && <span aria-hidden="true" className="lane-promise" style={between(promised, promised)} />}
    </>
  )
}

const between = (from: number, to: number) => ({ '--from': from, '--to': to }) as CSSProperties

function Name({ lane: { route }, isOpen, isReached }: { lane: Lane; isOpen: boolean; isReached: boolean }) {
  const { share } = loadOf(route)
  const facts = [countOf(countDeliveries(route.stops), 'delivery', 'deliveries'), share !== null && barOf(share).label]
  return (
    <div
      role="rowheader"
      tabIndex={isReached ? 0 : -1}
      aria-expanded={isOpen}
      data-cell={route.id}
      data-drag-route={route.id}
      className="lane-name focus-ring -outline-offset-2"
    >
      <span className="flex items-center gap-1 text-[0.8125rem] font-medium">
        <span className="truncate">{route.driver_name}</span>
        <LockSign route={route} />
      </span>
      <span className="block truncate text-2xs text-ink-muted">{facts.filter(Boolean).join(' · ')}</span>
    </div>
  )
}

type StopBarProps = {
  laneStop: LaneStop
  label: string
  isSelected: boolean
  selectedBy: Colleague | undefined
  isHovered: boolean
  isReached: boolean
}

const signs = { break: Coffee, reload: RefreshCw, start: Warehouse, end: Warehouse }

function StopBar({ laneStop, label, isSelected, selectedBy, isHovered, isReached }: StopBarProps) {
  const { stop, from, waitsUntil, servesFrom, to, progress } = laneStop
  const percent = (seconds: number) => (to > from ? (seconds / (to - from)) * 100 : 0)
  const Sign = stop.kind === 'pickup' || stop.kind === 'delivery' ? null : signs[stop.kind]
  return (
    <div
      role="gridcell"
      tabIndex={isReached ? 0 : -1}
      aria-label={selectedBy ? `${label}, selected by ${selectedBy.name}` : label}
      data-selected-by={selectedBy?.name}
      aria-selected={isVisit(stop) ? isSelected : undefined}
      data-cell={stop.id}
      data-stop={stop.id}
      data-kind={stop.kind}
      data-progress={progress === 'open' ? undefined : progress}
      data-waits={waitsUntil > from || undefined}
      data-late={stop.late_seconds > 0 || undefined}
      data-locked={stop.locked || undefined}
      data-hovered={isHovered || undefined}
      className="lane-stop"
      style={
        {
          '--from': from,
          '--to': to,
          '--wait': percent(waitsUntil - from),
          '--setup': percent(servesFrom - waitsUntil),
          ...(selectedBy && { '--by': selectedBy.color }),
        } as CSSProperties
      }
    >
      {servesFrom > waitsUntil && <span aria-hidden="true" className="lane-setup" />}
      <span aria-hidden="true">{Sign ? <Sign className="size-[1.1em]" /> : stop.sequence}</span>
    </div>
  )
}

import './timeline.css'
import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Plan, Route } from '#domain/schema/plan.ts'
import { formatTime } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { routeColor } from '#web/map/icons/route-colors.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useIsNarrow } from '#web/ui/use-media.ts'
import { usePeople } from '../people.tsx'
import { modeOf, useSelection } from '../selection.ts'
import { laneOf } from './lane.ts'
import { cellAfterKey } from './lane-keys.ts'
import { LaneRow, rowPixels } from './lane-row.tsx'
import { clockChangesOf, spanOf, ticksOf } from './span.ts'
import { useRowsInView } from './use-rows-in-view.ts'
import { useZoom } from './use-zoom.ts'

type TimelineProps = { plan: Pick<Plan, 'day' | 'shifts'>; routes: readonly Route[]; zone: string }

/** The label of a change of clocks takes so much room on either side. */
const clockChangePixels = 46

/** Each route as a row, with its stops to scale. */
export function Timeline(props: TimelineProps) {
  if (props.routes.length > 0) return <Lanes {...props} />
  return <p className="p-4 text-[0.8125rem] text-ink-muted">No routes. What is unassigned, and why, is in the list.</p>
}

/** Arrow keys go through it, and a press selects. */
function Lanes({ plan, routes, zone }: TimelineProps) {
  const box = useRef<HTMLDivElement>(null)
  const selection = useSelection()
  const { stopIds, routeId, hover } = selection
  const { selectors } = usePeople()
  const span = useMemo(() => spanOf(routes, zone, shiftTimes(plan, routes)), [plan, routes, zone])
  const day = useMemo(
    () => ({ day: plan.day, zone, originMs: span.from, seconds: (span.to - span.from) / 1000 }),
    [plan.day, zone, span],
  )
  const lanes = useMemo(
    () => routes.map((route, place) => laneOf(route, routeColor(place), { originMs: span.from, shifts: plan.shifts })),
    [routes, span.from, plan.shifts],
  )
  const isNarrow = useIsNarrow()
  const names = isNarrow ? 120 : 184
  const { pixelsPerHour, isFit, fit, zoom } = useZoom(box, (span.to - span.from) / 3_600_000, names + 16)
  const ticks = useMemo(() => ticksOf(span, pixelsPerHour, zone), [span, pixelsPerHour, zone])
  const clockChanges = useMemo(() => clockChangesOf(span, zone), [span, zone])
  const isCovered = (at: number) =>
    clockChanges.some((change) => (Math.abs(change.at - at) / 3_600_000) * pixelsPerHour < clockChangePixels)
  const [reached, setReached] = useState<string | null>(null)
  const { from, to } = useRowsInView(box, lanes.length, rowPixels)
  const isIn = (lane: (typeof lanes)[number], id: string | null) =>
    lane.route.id === id || lane.stops.some(({ stop }) => stop.id === id)
  const reachedRow = Math.max(
    lanes.findIndex((lane) => isIn(lane, reached)),
    0,
  )
  // Nothing before it is measured: all of it would be placed twice.
  const shown =
    to === 0 ? [] : [...new Set([...Array.from({ length: to - from }, (_, place) => from + place), reachedRow])]
  useFollow(box, stopIds, lanes)
  useOpening(box, { routes, span, pixelsPerHour })

  const go = (id: string) => {
    flushSync(() => setReached(id))
    box.current?.querySelector<HTMLElement>(`[data-cell="${id}"]`)?.focus()
  }
  const press = (target: EventTarget, keys: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>) => {
    const cell = cellOf(target)
    if (!cell) return
    setReached(cell.id)
    const mode = modeOf(keys)
    if (cell.isRoute) selection.openRoute(routeId === cell.id ? null : cell.id)
    else if (!cell.isVisit) selection.openRoute(cell.routeId)
    else if (mode === 'replace') selection.showStop(cell.id)
    else selection.select([cell.id], mode)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target)
    if (!cell || event.altKey) return
    const next = event.ctrlKey || event.metaKey ? undefined : cellAfterKey(lanes, cell.id, event.key)
    if (next) go(next)
    else if (event.key === 'Enter') press(event.target, event)
    else if (event.key === ' ' && cell.isVisit) selection.select([cell.id], 'toggle')
    else if (event.key === '+' || event.key === '=') zoom(1.5)
    else if (event.key === '-') zoom(1 / 1.5)
    else if (event.key === '0') fit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section aria-label="Timeline" className="relative flex h-full min-h-0 flex-col">
      <div
        ref={box}
        role="grid"
        tabIndex={-1}
        aria-label="Routes over the day"
        aria-rowcount={lanes.length}
        aria-multiselectable="true"
        className="lanes min-h-0 flex-1"
        style={
          {
            '--s': pixelsPerHour / 3600,
            '--span': (span.to - span.from) / 1000,
            '--names': `${names}px`,
          } as CSSProperties
        }
        onClick={(event) => press(event.target, event)}
        onKeyDown={onKeyDown}
        onPointerOver={(event) => {
          const cell = cellOf(event.target)
          hover.set({ stopId: cell?.isVisit ? cell.id : null, routeId: cell?.routeId ?? null })
        }}
        onPointerLeave={() => hover.set({})}
      >
        <div
          role="none"
          className="lanes-inner"
          style={{ height: `calc(var(--axis) + ${lanes.length * rowPixels}px)` }}
        >
          <div aria-hidden="true" className="lanes-axis">
            <div className="lanes-corner" />
            {ticks
              .filter(({ at }) => !isCovered(at))
              .map(({ at, label, isMidnight }) => (
                <span
                  key={at}
                  data-first={at === span.from || undefined}
                  data-midnight={isMidnight || undefined}
                  style={atSecond(at, span.from)}
                >
                  {label}
                </span>
              ))}
            {clockChanges.map(({ at, label }) => (
              <span key={at} className="lanes-clocks-label" style={atSecond(at, span.from)}>
                {label}
              </span>
            ))}
            <NowLabel span={span} zone={zone} />
          </div>
          {ticks.map(({ at, isMidnight }) => (
            <div
              key={at}
              aria-hidden="true"
              data-midnight={isMidnight || undefined}
              className="lanes-line"
              style={atSecond(at, span.from)}
            />
          ))}
          {clockChanges.map(({ at }) => (
            <div key={at} aria-hidden="true" className="lanes-line lanes-clocks" style={atSecond(at, span.from)} />
          ))}
          <NowLine span={span} />
          <div role="rowgroup" className="relative">
            {shown.map((place) => {
              const lane = lanes[place]
              if (!lane) return null
              const ids = lane.stops.flatMap(({ stop }) => (stopIds.has(stop.id) ? stop.id : []))
              return (
                <LaneRow
                  key={lane.route.id}
                  lane={lane}
                  place={place}
                  day={day}
                  hover={hover}
                  isOpen={routeId === lane.route.id}
                  selected={ids.join(' ')}
                  selectors={lane.stops.some(({ stop }) => selectors.has(stop.id)) ? selectors : null}
                  reached={place === reachedRow ? (isIn(lane, reached) ? reached : lane.route.id) : null}
                />
              )
            })}
          </div>
        </div>
      </div>
      <div className="absolute top-0 left-0 z-10 flex h-7 items-center pl-1">
        <IconButton
          size="small"
          label="Zoom out"
          icon={<ZoomOut aria-hidden="true" className="size-3.5" />}
          isDisabled={isFit}
          onPress={() => zoom(1 / 1.5)}
        />
        <IconButton
          size="small"
          label="Zoom in"
          icon={<ZoomIn aria-hidden="true" className="size-3.5" />}
          onPress={() => zoom(1.5)}
        />
        {!isNarrow && (
          <IconButton
            size="small"
            label="Fit the whole day"
            icon={<Maximize2 aria-hidden="true" className="size-3.5" />}
            isDisabled={isFit}
            onPress={fit}
          />
        )}
      </div>
    </section>
  )
}

/** Opens where the day is by now, or where its first route starts. */
function useOpening(
  box: { readonly current: HTMLElement | null },
  day: { routes: readonly Route[]; span: { from: number; to: number }; pixelsPerHour: number },
) {
  const latest = useRef(day)
  useEffect(() => {
    latest.current = day
  })
  useEffect(() => {
    // By then it is measured how wide an hour is.
    const frame = requestAnimationFrame(() => {
      const { routes, span, pixelsPerHour } = latest.current
      const now = Date.now()
      const isUnderWay = now > span.from && now < span.to
      const at = isUnderWay ? now - 3_600_000 : Math.min(...routes.map(({ starts_at }) => Date.parse(starts_at)))
      box.current?.scrollTo({ left: ((at - span.from) / 3_600_000) * pixelsPerHour - 24 })
    })
    return () => cancelAnimationFrame(frame)
  }, [box])
}

/** When the drivers of these routes begin and end work. */
const shiftTimes = ({ shifts }: Pick<Plan, 'shifts'>, routes: readonly Route[]) =>
  shifts
    .filter(({ driver_id }) => routes.some((route) => route.driver_id === driver_id))
    .flatMap(({ starts_at, ends_at }) => [Date.parse(starts_at), Date.parse(ends_at)])

const atSecond = (at: number, origin: number) => ({ '--at': (at - origin) / 1000 }) as CSSProperties

/** What was pressed: a stop, or a route by its name. */
function cellOf(target: EventTarget) {
  if (!(target instanceof Element)) return null
  const cell = target.closest<HTMLElement>('[data-cell]')
  const routeId = target.closest<HTMLElement>('[data-route]')?.dataset.route ?? null
  if (!cell) return routeId === null ? null : { id: routeId, routeId, isRoute: true, isVisit: false }
  const { kind } = cell.dataset
  return {
    id: cell.dataset.cell!,
    routeId,
    isRoute: kind === undefined,
    isVisit: kind === 'pickup' || kind === 'delivery',
  }
}

/** Scrolls to a stop that was selected on the map or in the list. */
function useFollow(
  box: { readonly current: HTMLElement | null },
  stopIds: ReadonlySet<string>,
  lanes: readonly { stops: readonly { stop: { id: string } }[] }[],
) {
  const only = stopIds.size === 1 ? [...stopIds][0]! : null
  useEffect(() => {
    const row = lanes.findIndex(({ stops }) => stops.some(({ stop }) => stop.id === only))
    const element = box.current
    if (row < 0 || !element || element.contains(document.activeElement)) return
    const [top, bottom] = [row * rowPixels, (row + 1) * rowPixels]
    const room = element.clientHeight - 28
    if (top < element.scrollTop) element.scrollTo({ top })
    else if (bottom > element.scrollTop + room) element.scrollTo({ top: bottom - room })
    element.querySelector(`[data-stop="${only}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [box, only, lanes])
}

function NowLine({ span }: { span: { from: number; to: number } }) {
  const now = useNow().getTime()
  if (now < span.from || now > span.to) return null
  return <div aria-hidden="true" className="lanes-line lanes-now" style={atSecond(now, span.from)} />
}

function NowLabel({ span, zone }: { span: { from: number; to: number }; zone: string }) {
  const now = useNow()
  if (now.getTime() < span.from || now.getTime() > span.to) return null
  return (
    <span className="lanes-now-label" style={atSecond(now.getTime(), span.from)}>
      {formatTime(now.toISOString(), zone)}
    </span>
  )
}

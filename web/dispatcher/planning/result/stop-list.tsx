import { Coffee, Lock, Warehouse } from 'lucide-react'
import { GridList, GridListItem } from 'react-aria-components'
import { namedPlace } from '#domain/address/named-place.ts'
import type { Route, Stop } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { countOf, formatDuration, formatKilograms, formatVolume } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import { windowWords } from '#web/lib/window-words.ts'
import { PositionMark } from '../../records/position-trust.tsx'
import { usePeople } from '../board/people.tsx'
import { useEditor } from '../changes/editor-context.ts'
import { inOrder } from '../changes/stop-order.ts'
import { StopMenu } from '../changes/stop-menu.tsx'
import { useStopKeys } from '../changes/use-stop-keys.ts'
import { durationOrDash, planKilometers } from '../plan-words.ts'
import { Clock, clockWords } from './clock.tsx'

type StopListProps = {
  route: Route
  color: string
  zone: string
  onHover: (id: string | null) => void
}

/**
 * The stops of a route in order. Arrow keys go through them, and several are selected as in any list. A table where there is
 * room, otherwise two lines per stop.
 */
export function StopList({ route, color, zone, onHover }: StopListProps) {
  const { isOn, selected, select, wanted } = useEditor()
  const keys = useStopKeys(route)
  const isMoving = wanted?.route.id === route.id
  return (
    <div className="@container border-t" {...keys}>
      <div aria-hidden="true" className={cx(columns, 'hidden py-1.5 text-xs font-medium text-ink-muted @xl:grid')}>
        <span />
        <span>Stop</span>
        {['Window', 'Arrival', 'Departure', 'Waiting', 'Service', 'Load', 'Distance'].map((name) => (
          <span key={name} className="text-right">
            {name}
          </span>
        ))}
        <span />
      </div>
      <GridList
        aria-label={`Stops of ${route.driver_name}`}
        items={isMoving ? inOrder(route.stops, wanted.stopIds) : route.stops}
        selectionMode={isOn ? 'multiple' : 'single'}
        selectionBehavior="replace"
        selectedKeys={selected}
        onSelectionChange={(ids) =>
          select(ids === 'all' ? route.stops.filter(isVisit).map(({ id }) => id) : [...ids].map(String))
        }
        className="outline-none"
      >
        {(stop) => (
          <GridListItem
            id={stop.id}
            textValue={spoken(stop, route, zone)}
            onHoverStart={() => onHover(isVisit(stop) ? stop.id : null)}
            onHoverEnd={() => onHover(null)}
            className={cx(
              columns,
              'focus-ring cursor-pointer border-t border-line/70 py-2 -outline-offset-2 first:border-t-0 data-hovered:bg-hover data-selected:bg-brand-soft @xl:border-t',
            )}
          >
            <Mark stop={stop} color={color} />
            <Place stop={stop} />
            <Times stop={stop} route={route} zone={zone} isMoving={isMoving} />
            <Loads stop={stop} />
            <span className="col-start-4 row-span-2 row-start-1 -my-1 -mr-2 @xl:col-start-auto @xl:row-span-1">
              <StopMenu route={route} stop={stop} />
            </span>
          </GridListItem>
        )}
      </GridList>
    </div>
  )
}

const columns =
  'grid grid-cols-[1.75rem_minmax(0,1fr)_auto_auto] items-start gap-x-2.5 px-3.5 @xl:grid-cols-[1.75rem_minmax(0,1fr)_6.25rem_3rem_4rem_3.75rem_3.75rem_4.25rem_4.5rem_1.75rem] @xl:gap-x-1.5'
const figure = 'text-right tabular-nums'

/** The number of a stop, or what it is otherwise. */
function Mark({ stop, color }: { stop: Stop; color: string }) {
  const Icon = stop.kind === 'break' ? Coffee : Warehouse
  const look = isVisit(stop)
    ? 'grid h-6 min-w-6 place-items-center justify-self-start rounded-full px-1 text-xs font-semibold text-white tabular-nums'
    : 'grid size-6 place-items-center rounded-md bg-neutral-soft text-neutral-ink'
  return (
    <span className={look} style={isVisit(stop) ? { backgroundColor: color } : undefined}>
      {isVisit(stop) ? stop.sequence : <Icon aria-hidden="true" className="size-3.5" />}
    </span>
  )
}

function Place({ stop }: { stop: Stop }) {
  return (
    // Two cells where there is no table: the address has the width below the times too.
    <span className="contents min-w-0 @xl:block">
      <span className="flex min-w-0 gap-1.5">
        {kindWords[stop.kind] && <Badge>{kindWords[stop.kind]}</Badge>}
        <span className="truncate font-medium">{stop.name || 'No name'}</span>
        {stop.locked && <Lock aria-label="Locked" className="mt-1 size-3.5 shrink-0 text-ink-muted" />}
      </span>
      <span
        className="col-span-2 col-start-2 row-start-2 line-clamp-2 text-[0.8125rem] text-ink-muted"
        title={namedPlace(stop.place_name, stop.address)}
      >
        <SelectedBy stopId={stop.id} />
        {stop.delivery_id && (
          <Link
            to={`/dashboard/deliveries?delivery=${stop.delivery_id}`}
            aria-label={`Delivery ${stop.delivery_number}`}
            className="mr-1.5 tabular-nums"
          >
            #{stop.delivery_number}
          </Link>
        )}
        {stop.location_source && <PositionMark trust={stop} className="mr-1.5 align-[-0.15em]" />}
        {namedPlace(stop.place_name, stop.address)}
        {offWords(stop) && <span className="block text-warning-ink">{offWords(stop)}</span>}
      </span>
    </span>
  )
}

/** Who else has selected it, in their color. */
function SelectedBy({ stopId }: { stopId: string }) {
  const by = usePeople().selectors.get(stopId)
  if (!by) return null
  return (
    <span
      className="mr-1.5 inline-block max-w-32 truncate rounded px-1 align-bottom text-xs/5 font-medium text-white"
      style={{ backgroundColor: by.color }}
    >
      <span className="sr-only">selected by </span>
      {by.name}
    </span>
  )
}

/** What is not said by the mark of a stop. */
const kindWords: Partial<Record<Stop['kind'], string>> = { pickup: 'Pick up', reload: 'Reload' }

/** How far it is from the preferred time, if at all. */
function offWords({ early_seconds, late_seconds }: Stop): string | null {
  if (late_seconds > 0) return `${formatDuration(late_seconds)} after the preferred time`
  return early_seconds > 0 ? `${formatDuration(early_seconds)} before the preferred time` : null
}

/** Times are pale while an order is shown that they do not belong to. */
function Times({ stop, route, zone, isMoving }: { stop: Stop; route: Route; zone: string; isMoving: boolean }) {
  const arrival = stop.kind === 'start' ? null : <Clock at={stop.arrival_at} route={route} zone={zone} />
  const departure = stop.kind === 'end' ? null : <Clock at={stop.departure_at} route={route} zone={zone} />
  return (
    <>
      <span className={cx(figure, 'col-start-3 row-start-1 @xl:hidden', isMoving && 'opacity-40')}>
        {arrival}
        {arrival && departure && '–'}
        {departure}
      </span>
      <span className={cx(figure, 'hidden @xl:block')}>{windowOf(stop) ?? '–'}</span>
      <span className={cx(figure, 'hidden @xl:block', isMoving && 'opacity-40')}>{arrival ?? '–'}</span>
      <span className={cx(figure, 'hidden @xl:block', isMoving && 'opacity-40')}>{departure ?? '–'}</span>
    </>
  )
}

function Loads({ stop }: { stop: Stop }) {
  const waiting = durationOrDash(stop.waiting_seconds)
  const service = durationOrDash(stop.service_seconds)
  return (
    <>
      <span className="col-span-2 col-start-2 row-start-3 flex flex-wrap gap-x-3 text-[0.8125rem] text-ink-muted tabular-nums @xl:hidden">
        {windowOf(stop) && <span>window {windowOf(stop)}</span>}
        {stop.waiting_seconds > 0 && <span>waiting {waiting}</span>}
        {stop.service_seconds > 0 && <span>service {service}</span>}
        <span>load {loadWords(stop)}</span>
        <span>{planKilometers(stop.distance_km)}</span>
      </span>
      <span className={cx(figure, 'hidden @xl:block')}>{waiting}</span>
      <span className={cx(figure, 'hidden @xl:block')}>{service}</span>
      <span className={cx(figure, 'hidden @xl:block')} title={loadWords(stop)}>
        {formatKilograms(stop.load_kg)}
      </span>
      <span className={cx(figure, 'hidden @xl:block')}>{planKilometers(stop.distance_km)}</span>
    </>
  )
}

const windowOf = (stop: Stop) => (stop.window_start || stop.window_end ? windowWords(stop) : null)

/** What is on board after the stop. */
function loadWords({ load_kg, load_l, load_units }: Stop): string {
  const parts = [
    formatKilograms(load_kg),
    load_l > 0 && formatVolume(load_l),
    load_units > 0 && countOf(load_units, 'piece'),
  ]
  return parts.filter(Boolean).join(', ')
}

function spoken(stop: Stop, route: Route, zone: string): string {
  const kind = stop.kind === 'pickup' ? 'pick up, ' : ''
  const place = isVisit(stop)
    ? `${stop.sequence}, ${kind}${stop.name}, ${namedPlace(stop.place_name, stop.address)}`
    : `${stop.kind}, ${stop.name}`
  const times = [
    windowOf(stop) && `window ${windowOf(stop)}`,
    stop.kind !== 'start' && `arrival ${clockWords({ at: stop.arrival_at, route, zone })}`,
    stop.kind !== 'end' && `departure ${clockWords({ at: stop.departure_at, route, zone })}`,
    stop.waiting_seconds > 0 && `waiting ${formatDuration(stop.waiting_seconds)}`,
    offWords(stop),
    stop.locked && 'locked',
  ]
  return [place, ...times.filter(Boolean)].join(', ')
}

import type { Delivery } from '#domain/schema/delivery.ts'
import type { Plan, Route, Stop } from '#domain/schema/plan.ts'
import { countDeliveries, isVisit } from '#domain/stop-kinds.ts'
import {
  countOf,
  formatDateTime,
  formatDay,
  formatDuration,
  formatKilograms,
  formatKilometers,
  formatTime,
  formatVolume,
} from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { cx } from '#web/ui/cx.ts'
import { stateLook } from '#web/ui/state-badge.tsx'
import { windowWords } from '../../deliveries/delivery-words.ts'
import { loadWords, needWords } from '../print-words.ts'

type RouteSheetProps = {
  plan: Plan
  route: Route
  /** Among the plan's routes, from 0. */
  position: number
  deliveries: ReadonlyMap<string, Delivery>
}

/** What one driver takes along: the route's head and its stops in driving order, with room to sign. */
export function RouteSheet({ plan, route, position, deliveries }: RouteSheetProps) {
  const { workspace } = useMe()
  const zone = workspace.time_zone
  return (
    <section className={cx(position > 0 && 'break-before-page mt-16 print:mt-0')}>
      <SheetHead plan={plan} route={route} workspaceName={workspace.name} zone={zone} />
      <table>
        <colgroup>
          <col style={{ width: '5%' }} />
          <col style={{ width: '15%' }} />
          <col style={{ width: '33%' }} />
          <col style={{ width: '22%' }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Stop</th>
            <th scope="col">Arrival, window</th>
            <th scope="col">Address and recipient</th>
            <th scope="col">Load, requirements, notes</th>
            <th scope="col">Signature, remarks</th>
          </tr>
        </thead>
        <tbody>
          {route.stops.map((stop) => {
            const delivery = stop.delivery_id === null ? undefined : deliveries.get(stop.delivery_id)
            return isVisit(stop) ? (
              <DeliveryRow key={stop.id} stop={stop} delivery={delivery} zone={zone} />
            ) : (
              <DepotRow key={stop.id} stop={stop} zone={zone} />
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

type SheetHeadProps = { plan: Plan; route: Route; workspaceName: string; zone: string }

function SheetHead({ plan, route, workspaceName, zone }: SheetHeadProps) {
  const count = countDeliveries(route.stops)
  const isFinal = plan.state === 'approved' || plan.state === 'dispatched'
  return (
    <header className="mb-3">
      <div className="flex justify-between gap-6 text-[9pt]">
        <span>{workspaceName}</span>
        <span className="text-right text-[8pt]">
          {isFinal ? '' : `${stateLook(plan.state).label}, not approved · `}
          Printed {formatDateTime(new Date(), zone)}
        </span>
      </div>
      <div className="flex items-baseline justify-between gap-6">
        <h2 className="text-[16pt] leading-tight font-bold">{route.driver_name}</h2>
        <span className="text-[12pt] font-semibold whitespace-nowrap">{formatDay(plan.day)}</span>
      </div>
      <p>
        {[
          route.vehicle_code ? `Vehicle ${route.vehicle_code}` : 'No vehicle',
          `${formatTime(route.starts_at, zone)} to ${formatTime(route.ends_at, zone)}`,
          countOf(count, 'delivery', 'deliveries'),
          formatKilometers(route.distance_km),
          formatDuration(route.duration_seconds),
          formatKilograms(route.load_kg),
          formatVolume(route.load_l),
        ].join(' · ')}
      </p>
    </header>
  )
}

const depotWords: Partial<Record<Stop['kind'], string>> = {
  start: 'Leave',
  reload: 'Load again at',
  end: 'Return to',
}

function DepotRow({ stop, zone }: { stop: Stop; zone: string }) {
  return (
    <tr>
      <td aria-label="Depot" />
      <td className="font-semibold whitespace-nowrap">
        {formatTime(stop.kind === 'start' ? stop.departure_at : stop.arrival_at, zone)}
      </td>
      <td colSpan={3}>
        <span className="font-semibold">
          {depotWords[stop.kind]} {stop.name}
        </span>
        {stop.address && `, ${stop.address}`}
      </td>
    </tr>
  )
}

type DeliveryRowProps = { stop: Stop; delivery: Delivery | undefined; zone: string }

function DeliveryRow({ stop, delivery, zone }: DeliveryRowProps) {
  const isCancelled = stop.delivery_status === 'cancelled'
  const needs = delivery && needWords(delivery)
  return (
    <tr className="h-[15mm]">
      <td className="text-[12pt] font-bold">{stop.sequence}</td>
      <td>
        <div className="text-[11pt] font-semibold">{formatTime(stop.arrival_at, zone)}</div>
        {delivery && <div className="text-[8.5pt]">{windowWords(delivery)}</div>}
      </td>
      <td className={cx(isCancelled && 'line-through')}>
        <div className="font-semibold">{stop.address}</div>
        <div>{[delivery?.recipient_name ?? stop.name, delivery?.recipient_phone].filter(Boolean).join(' · ')}</div>
        <div className="text-[8.5pt]">
          #{stop.delivery_number}
          {delivery?.reference && ` · ${delivery.reference}`}
        </div>
      </td>
      <td>
        {isCancelled && <div className="font-bold">Cancelled: do not deliver</div>}
        {delivery && <div>{loadWords(delivery)}</div>}
        {needs && <div className="font-semibold">{needs}</div>}
        {delivery?.notes}
      </td>
      <td aria-label="Signature, remarks" />
    </tr>
  )
}

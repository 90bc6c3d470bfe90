import { Lock } from 'lucide-react'
import { namedPlace } from '#domain/address/named-place.ts'
import type { Route, Stop } from '#domain/schema/plan.ts'
import { formatDuration, formatKilograms, formatTime } from '#web/lib/format.ts'
import { windowWords } from '#web/lib/window-words.ts'
import { Link } from '#web/ui/link.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Why } from '../../why/why.tsx'
import { StopMenu } from '../../changes/stop-menu.tsx'
import { durationOrDash, planKilometers } from '../../plan-words.ts'
import { Clock } from '../../result/clock.tsx'
import { DetailHead } from './detail-head.tsx'
import { Fact, Facts } from './facts.tsx'

type StopDetailsProps = { stop: Stop; route: Route; color: string; zone: string }

/** One stop: when it is reached, within which window, and with what on board. */
export function StopDetails({ stop, route, color, zone }: StopDetailsProps) {
  const { window_start, window_end, waiting_seconds, setup_seconds, service_seconds, late_seconds } = stop
  return (
    <>
      <DetailHead
        title={`${stop.sequence}. ${stop.name || 'No name'}`}
        description={namedPlace(stop.place_name, stop.address)}
        color={color}
      >
        <StopMenu route={route} stop={stop} />
      </DetailHead>
      <p className="flex flex-wrap items-center gap-2">
        {stop.delivery_status && <StateBadge state={stop.delivery_status} />}
        {stop.locked && (
          <span className="inline-flex items-center gap-1 text-[0.8125rem] font-medium">
            <Lock aria-hidden="true" className="size-3.5" /> Locked in place
          </span>
        )}
        <Link to={`/dashboard/deliveries?delivery=${stop.delivery_id}`} className="ml-auto text-[0.8125rem]">
          {`Delivery #${stop.delivery_number}`}
        </Link>
      </p>
      <Facts>
        <Fact name="Driver">{route.driver_name}</Fact>
        <Fact name="Arrival">
          <Clock at={stop.arrival_at} route={route} zone={zone} />
        </Fact>
        <Fact name="Departure">
          <Clock at={stop.departure_at} route={route} zone={zone} />
        </Fact>
        <Fact name="Window">{(window_start || window_end) && windowWords(stop)}</Fact>
        <Fact name="Late">
          {late_seconds > 0 && <span className="font-medium text-danger-ink">{formatDuration(late_seconds)}</span>}
        </Fact>
        <Fact name="Promised">{stop.promised_at && formatTime(stop.promised_at, zone)}</Fact>
        <Fact name="Waiting">{waiting_seconds > 0 && formatDuration(waiting_seconds)}</Fact>
        <Fact name="Parking and walking">{setup_seconds > 0 && formatDuration(setup_seconds)}</Fact>
        <Fact name="Service">{durationOrDash(service_seconds)}</Fact>
        <Fact name="Load afterwards">{formatKilograms(stop.load_kg)}</Fact>
        <Fact name="Driven so far">{planKilometers(stop.distance_km)}</Fact>
      </Facts>
      {stop.delivery_id && (
        <Fold title="Why here, and why then">
          <Why deliveryId={stop.delivery_id} stopId={stop.id} zone={zone} />
        </Fold>
      )}
    </>
  )
}

import { X } from 'lucide-react'
import { namedPlace } from '#domain/address/named-place.ts'
import type { Route, Stop } from '#domain/schema/plan.ts'
import { countDeliveries, isVisit } from '#domain/stop-kinds.ts'
import { countOf, formatDuration, formatKilograms, formatTime, formatWindow } from '#web/lib/format.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { planKilometers } from '../plan-words.ts'

type MapCaptionProps = { route: Route; color: string; stop: Stop | null; zone: string; onClose: () => void }

/** For maps without a list beside them: the open route, and the stop selected on it. */
export function MapCaption({ route, color, stop, zone, onClose }: MapCaptionProps) {
  return (
    <div className="mb-3 rounded-xl border bg-surface py-2 pr-2 pl-3.5 shadow-card">
      <div className="flex items-center gap-2.5">
        <span aria-hidden="true" className="size-3 shrink-0 rounded-full" style={{ backgroundColor: color }} />
        <span className="min-w-0 flex-1 truncate">
          <span className="font-semibold">{route.driver_name}</span>
          <span className="ml-2 text-[0.8125rem] text-ink-muted tabular-nums">
            {countOf(countDeliveries(route.stops), 'delivery', 'deliveries')}, {planKilometers(route.distance_km)}
          </span>
        </span>
        <IconButton
          label="Show all routes"
          size="small"
          icon={<X aria-hidden="true" className="size-4" />}
          onPress={onClose}
        />
      </div>
      {stop && isVisit(stop) && <StopFacts stop={stop} zone={zone} />}
    </div>
  )
}

function StopFacts({ stop, zone }: { stop: Stop; zone: string }) {
  const facts = [
    stop.waiting_seconds > 0 &&
      `waiting ${formatDuration(stop.waiting_seconds)} from ${formatTime(stop.arrival_at, zone)}`,
    `load ${formatKilograms(stop.load_kg)}`,
    planKilometers(stop.distance_km),
  ].filter(Boolean)
  return (
    <div className="mt-1 border-t pt-1.5 pr-2 pb-0.5">
      <p className="flex justify-between gap-3">
        <span className="min-w-0 truncate font-medium">
          {stop.sequence}. {stop.kind === 'pickup' && 'Pick up: '}
          {stop.name || 'No name'}
        </span>
        <span className="shrink-0 tabular-nums">{formatWindow(stop.arrival_at, stop.departure_at, zone)}</span>
      </p>
      <p className="text-[0.8125rem] text-ink-muted">{namedPlace(stop.place_name, stop.address)}</p>
      <p className="text-[0.8125rem] text-ink-muted tabular-nums">{facts.join(' · ')}</p>
    </div>
  )
}

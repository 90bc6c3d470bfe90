import { ChevronDown, Truck } from 'lucide-react'
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import type { Route } from '#domain/schema/plan.ts'
import { countDeliveries } from '#domain/stop-kinds.ts'
import { countOf, formatDuration, formatLiters, formatWindow } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { LoadBar } from './load-bar.tsx'
import { planKilometers } from '../plan-words.ts'
import { StopList } from './stop-list.tsx'

type RouteCardProps = {
  route: Route
  color: string
  zone: string
  isOpen: boolean
  isHovered: boolean
  selectedStopId: string | null
  onOpenChange: (isOpen: boolean) => void
  onHover: (isHovered: boolean) => void
  onSelectStop: (id: string) => void
  onHoverStop: (id: string | null) => void
}

/** One route: its figures, and its stops when opened. */
export function RouteCard(props: RouteCardProps) {
  const { route, color, zone, isOpen, onHover } = props
  return (
    <Disclosure
      id={route.id}
      isExpanded={isOpen}
      onExpandedChange={props.onOpenChange}
      className={cx(
        'overflow-hidden rounded-xl border border-l-4 bg-surface shadow-card transition-colors',
        (isOpen || props.isHovered) && 'border-line-strong',
      )}
      style={{ borderLeftColor: color }}
    >
      <Heading level={3}>
        <AriaButton
          slot="trigger"
          onHoverChange={onHover}
          onFocusChange={onHover}
          className="focus-ring grid w-full grid-cols-[minmax(0,1fr)] gap-2 rounded-xl px-4 py-3 text-left -outline-offset-2 data-hovered:bg-hover"
        >
          <span className="flex items-center gap-3">
            <span className="min-w-0 flex-1 truncate font-semibold">{route.driver_name}</span>
            <span className="text-[0.8125rem] tabular-nums">{formatWindow(route.starts_at, route.ends_at, zone)}</span>
            <ChevronDown
              aria-hidden="true"
              className={cx('size-4 text-ink-muted transition-transform', isOpen && 'rotate-180')}
            />
          </span>
          <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-[0.8125rem] text-ink-muted tabular-nums">
            <span className="inline-flex items-center gap-1">
              <Truck aria-hidden="true" className="size-3.5" />
              {route.vehicle_code ?? 'No vehicle'}
            </span>
            <span>{countOf(countDeliveries(route.stops), 'delivery', 'deliveries')}</span>
            <span>{planKilometers(route.distance_km)}</span>
            <span>{formatDuration(route.duration_seconds)}</span>
            <span>{route.waiting_seconds > 0 ? `waiting ${formatDuration(route.waiting_seconds)}` : 'no waiting'}</span>
            <span>{formatLiters(route.fuel_liters)} fuel</span>
          </span>
          <LoadBar route={route} />
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        {isOpen && (
          <StopList
            route={route}
            color={color}
            zone={zone}
            selectedId={props.selectedStopId}
            onSelect={props.onSelectStop}
            onHover={props.onHoverStop}
          />
        )}
      </DisclosurePanel>
    </Disclosure>
  )
}

import { ChevronDown, Truck } from 'lucide-react'
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import type { Route } from '#domain/schema/plan.ts'
import { countDeliveries } from '#domain/stop-kinds.ts'
import { countOf, formatDuration, formatMoney } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { Clock } from './clock.tsx'
import { LoadBar } from './load-bar.tsx'
import { loadOf, planKilometers } from '../plan-words.ts'
import { LockSign } from '../changes/lock-sign.tsx'
import { RouteMenu } from '../changes/route-menu.tsx'
import { useEditor } from '../changes/editor-context.ts'
import { StopList } from './stop-list.tsx'

type RouteCardProps = {
  route: Route
  color: string
  zone: string
  isOpen: boolean
  isHovered: boolean
  onOpenChange: (isOpen: boolean) => void
  onHover: (isHovered: boolean) => void
  onHoverStop: (id: string | null) => void
}

/** One route: its figures, and its stops when opened. */
export function RouteCard(props: RouteCardProps) {
  const { route, color, zone, isOpen, onHover } = props
  const { currency } = useMe().workspace
  const { isOn, plan, unpublishedRoutes } = useEditor()
  const isEditable = isOn && plan?.id === route.plan_id
  return (
    <div data-route={route.id} className="focus-ring rounded-xl">
      <Disclosure
        id={route.id}
        isExpanded={isOpen}
        onExpandedChange={props.onOpenChange}
        className={cx(
          'relative overflow-hidden rounded-xl border border-l-4 bg-surface shadow-card transition-colors',
          (isOpen || props.isHovered) && 'border-line-strong',
        )}
        style={{ borderLeftColor: color }}
      >
        <Heading level={3}>
          <AriaButton
            slot="trigger"
            data-drag-route={isEditable ? route.id : undefined}
            onHoverChange={onHover}
            onFocusChange={onHover}
            className="focus-ring grid w-full grid-cols-[minmax(0,1fr)] gap-1 rounded-xl px-3.5 py-2.5 text-left -outline-offset-2 data-hovered:bg-hover"
          >
            <span className="flex items-center gap-3">
              <span className="flex min-w-0 flex-1 items-center gap-1.5 font-semibold">
                <span className="truncate">{route.driver_name}</span>
                <LockSign route={route} />
              </span>
              <span className="text-[0.8125rem] tabular-nums">
                <Clock at={route.starts_at} route={route} zone={zone} />–
                <Clock at={route.ends_at} route={route} zone={zone} />
              </span>
              <ChevronDown
                aria-hidden="true"
                className={cx(
                  'size-4 text-ink-muted transition-transform',
                  isOpen && 'rotate-180',
                  isEditable && 'mr-7',
                )}
              />
            </span>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-[0.8125rem] text-ink-muted tabular-nums">
              {unpublishedRoutes.has(route.id) && <Badge tone="brand">Not published</Badge>}
              <span>{countOf(countDeliveries(route.stops), 'delivery', 'deliveries')}</span>
              <span>{planKilometers(route.distance_km)}</span>
              <span>{formatDuration(route.duration_seconds)}</span>
              {route.waiting_seconds > 0 && <span>waiting {formatDuration(route.waiting_seconds)}</span>}
              {route.overtime_seconds > 0 && <span>overtime {formatDuration(route.overtime_seconds)}</span>}
              {route.cost !== null && <span>{formatMoney(route.cost, currency)}</span>}
              <span className="inline-flex items-center gap-1">
                <Truck aria-hidden="true" className="size-3.5" />
                {route.vehicle_code ?? 'No vehicle'}
              </span>
            </span>
            {loadOf(route).share !== null && <LoadBar route={route} />}
          </AriaButton>
        </Heading>
        <div className="absolute top-2 right-2 pointer-coarse:top-0.5 pointer-coarse:right-0.5">
          <RouteMenu route={route} />
        </div>
        <DisclosurePanel>
          {isOpen && <StopList route={route} color={color} zone={zone} onHover={props.onHoverStop} />}
        </DisclosurePanel>
      </Disclosure>
    </div>
  )
}

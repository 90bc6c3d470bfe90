import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Plan } from '#domain/schema/plan.ts'
import { routeColor } from '#web/map/icons/route-colors.ts'
import { cx } from '#web/ui/cx.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { MapCaption } from './map-caption.tsx'
import { routeOfStop } from './map-routes.ts'
import { PlanMap } from './plan-map.tsx'
import { RouteCard } from './route-card.tsx'
import { Totals } from './totals.tsx'
import { UnassignedList } from './unassigned-list.tsx'

/** The routes of a plan on the map and as a list, each side showing what the other points at. */
export function Result({ plan, zone }: { plan: Plan; zone: string }) {
  const isWide = useMedia('(min-width: 75rem)')
  const [openRouteId, setOpenRoute] = useState<string | null>(null)
  const [hoveredRouteId, setHoveredRoute] = useState<string | null>(null)
  const [selectedStopId, setSelectedStop] = useState<string | null>(null)
  const [hoveredStopId, setHoveredStop] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)

  const openRoute = (id: string | null) => {
    setOpenRoute(id)
    setSelectedStop(null)
    setHoveredStop(null)
  }
  // Rendered at once, so that what was pressed on the map is there to scroll to.
  const showInList = (routeId: string | null, stopId: string | null) => {
    flushSync(() => {
      setOpenRoute(routeId)
      setSelectedStop(stopId)
    })
    const key = CSS.escape(stopId ?? routeId ?? '')
    list.current?.querySelector(`[data-key="${key}"], [data-place="${key}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  const map = (
    <PlanMap
      plan={plan}
      zone={zone}
      openRouteId={openRouteId}
      hoveredRouteId={hoveredRouteId}
      litStopId={hoveredStopId ?? selectedStopId}
      onSelectRoute={(id) => showInList(id, null)}
      onSelectStop={(id) => showInList(routeOfStop(plan.routes, id)?.id ?? null, id)}
      className={cx('rounded-xl border shadow-card', isWide ? 'h-full' : 'h-[calc(100dvh-19rem)] min-h-96')}
    />
  )
  const routes = (
    <div ref={list} className="grid min-w-0 gap-3">
      {plan.totals && <Totals totals={plan.totals} />}
      <UnassignedList unassigned={plan.unassigned} selectedId={selectedStopId} />
      {plan.routes.map((route, position) => (
        <div key={route.id} data-place={route.id} className="min-w-0">
          <RouteCard
            route={route}
            color={routeColor(position)}
            zone={zone}
            isOpen={openRouteId === route.id}
            isHovered={hoveredRouteId === route.id}
            selectedStopId={selectedStopId}
            onOpenChange={(isOpen) => openRoute(isOpen ? route.id : null)}
            onHover={(isHovered) => setHoveredRoute(isHovered ? route.id : null)}
            onSelectStop={setSelectedStop}
            onHoverStop={setHoveredStop}
          />
        </div>
      ))}
    </div>
  )
  const shown = plan.routes.find((route) => route.id === openRouteId)
  if (isWide) {
    return (
      <div className="grid h-[calc(100dvh-13.75rem)] min-h-[34rem] grid-cols-[minmax(0,1fr)_minmax(34rem,40rem)] gap-4">
        {map}
        <div className="-m-1 overflow-y-auto p-1">{routes}</div>
      </div>
    )
  }
  return (
    <Tabs
      label="The plan as map or list"
      items={[
        { id: 'list', label: 'List', content: routes },
        {
          id: 'map',
          label: 'Map',
          content: (
            <>
              {shown && (
                <MapCaption
                  route={shown}
                  color={routeColor(plan.routes.indexOf(shown))}
                  stop={shown.stops.find((stop) => stop.id === selectedStopId) ?? null}
                  zone={zone}
                  onClose={() => openRoute(null)}
                />
              )}
              {map}
            </>
          ),
        },
      ]}
    />
  )
}

import { useMemo, useRef, useState, type Ref, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Plan } from '#domain/schema/plan.ts'
import { routeColor } from '#web/map/icons/route-colors.ts'
import { cx } from '#web/ui/cx.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { DriverPanel } from './driver-panel.tsx'
import { MapCaption } from './map-caption.tsx'
import { routeOfStop } from './map-routes.ts'
import { PlanMap } from './plan-map.tsx'
import { RouteCard } from './route-card.tsx'
import { Totals } from './totals.tsx'
import { LeftOutPanel } from './left-out-panel.tsx'

type ResultProps = { plan: Plan; zone: string; onChooseDrivers: () => void }

/** The routes of a plan on a map and in a list. Pointing at something in one shows it in the other. */
export function Result({ plan, zone, onChooseDrivers }: ResultProps) {
  const isWide = useMedia('(min-width: 75rem)')
  const list = useRef<HTMLDivElement>(null)
  const selection = useSelection(list)
  const { openRouteId, hoveredRouteId, selectedStopId, hoveredStopId, litGroupKey, showInList } = selection
  const litLeftOut = useLitLeftOut(plan, litGroupKey)
  const [tab, setTab] = useState<'list' | 'map'>('list')
  const map = (
    <PlanMap
      plan={plan}
      zone={zone}
      openRouteId={openRouteId}
      hoveredRouteId={hoveredRouteId}
      litLeftOut={litLeftOut}
      litStopId={hoveredStopId ?? selectedStopId}
      onSelectRoute={(id) => showInList(id, null)}
      onSelectStop={(id) => showInList(routeOfStop(plan.routes, id)?.id ?? null, id)}
      className={cx('rounded-xl border shadow-card', isWide ? 'h-full' : 'h-[calc(100dvh-19rem)] min-h-96')}
    />
  )
  const routes = (
    <RouteList
      ref={list}
      plan={plan}
      zone={zone}
      selection={selection}
      onShowMap={() => setTab('map')}
      onChooseDrivers={onChooseDrivers}
    />
  )
  if (isWide) {
    return (
      <div className="grid h-[calc(100dvh-13.75rem)] min-h-[34rem] grid-cols-[minmax(0,1fr)_minmax(34rem,40rem)] gap-4">
        {map}
        <div className="-m-1 overflow-y-auto p-1">{routes}</div>
      </div>
    )
  }
  const captioned = (
    <>
      <OpenRouteCaption plan={plan} zone={zone} selection={selection} />
      {map}
    </>
  )
  return (
    <Tabs
      label="The plan as map or list"
      selectedKey={tab}
      onSelectionChange={(key) => setTab(key === 'map' ? 'map' : 'list')}
      items={[
        { id: 'list', label: 'List', content: routes },
        { id: 'map', label: 'Map', content: captioned },
      ]}
    />
  )
}

/** The deliveries of the group that is shown on the map. */
function useLitLeftOut(plan: Plan, key: string | null): ReadonlySet<string> | null {
  return useMemo(() => {
    const group = plan.unassigned_groups.find(({ delivery_ids }) => delivery_ids[0] === key)
    return group ? new Set(group.delivery_ids) : null
  }, [plan, key])
}

type Selection = ReturnType<typeof useSelection>
type PartProps = { plan: Plan; zone: string; selection: Selection }

/** Which route is open, and which route and stop are selected or under the pointer. */
function useSelection(list: RefObject<HTMLDivElement | null>) {
  const [openRouteId, setOpenRoute] = useState<string | null>(null)
  const [hoveredRouteId, hoverRoute] = useState<string | null>(null)
  const [selectedStopId, selectStop] = useState<string | null>(null)
  const [hoveredStopId, hoverStop] = useState<string | null>(null)
  const [litGroupKey, lightGroup] = useState<string | null>(null)
  const openRoute = (id: string | null) => {
    setOpenRoute(id)
    selectStop(null)
    hoverStop(null)
    lightGroup(null)
  }
  // Rendered at once, so that there is something to scroll to.
  const showInList = (routeId: string | null, stopId: string | null) => {
    flushSync(() => {
      setOpenRoute(routeId)
      selectStop(stopId)
    })
    const key = CSS.escape(stopId ?? routeId ?? '')
    list.current?.querySelector(`[data-key="${key}"], [data-place="${key}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  return {
    openRouteId,
    hoveredRouteId,
    selectedStopId,
    hoveredStopId,
    litGroupKey,
    lightGroup,
    openRoute,
    hoverRoute,
    selectStop,
    hoverStop,
    showInList,
  }
}

type RouteListProps = PartProps & {
  ref: Ref<HTMLDivElement>
  /** Shows the map where it is not beside the list. */
  onShowMap: () => void
  onChooseDrivers: () => void
}

function RouteList({ ref, plan, zone, selection, onShowMap, onChooseDrivers }: RouteListProps) {
  const { openRouteId, hoveredRouteId, selectedStopId, openRoute, hoverRoute, selectStop, hoverStop } = selection
  return (
    <div ref={ref} className="grid min-w-0 gap-3">
      {plan.totals && <Totals totals={plan.totals} />}
      <LeftOutPanel
        plan={plan}
        selectedId={selectedStopId}
        litKey={selection.litGroupKey}
        onLight={(key) => {
          openRoute(null)
          selection.lightGroup(key)
          if (key) onShowMap()
        }}
        onSelect={(id) => {
          selectStop(id)
          if (id) onShowMap()
        }}
        onChooseDrivers={onChooseDrivers}
      />
      <DriverPanel plan={plan} />
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
            onHover={(isHovered) => hoverRoute(isHovered ? route.id : null)}
            onSelectStop={selectStop}
            onHoverStop={hoverStop}
          />
        </div>
      ))}
    </div>
  )
}

function OpenRouteCaption({ plan, zone, selection }: PartProps) {
  const route = plan.routes.find(({ id }) => id === selection.openRouteId)
  if (!route) return null
  return (
    <MapCaption
      route={route}
      color={routeColor(plan.routes.indexOf(route))}
      stop={route.stops.find((stop) => stop.id === selection.selectedStopId) ?? null}
      zone={zone}
      onClose={() => selection.openRoute(null)}
    />
  )
}

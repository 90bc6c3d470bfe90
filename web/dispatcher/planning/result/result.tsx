import { useMemo, useRef, useState, type Ref, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Plan, Route } from '#domain/schema/plan.ts'
import { routeColor } from '#web/map/icons/route-colors.ts'
import { Link } from '#web/ui/link.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useEditor } from '../changes/editor-context.ts'
import { MapAndList, type MapOrList } from '../map-and-list.tsx'
import { planContents } from '../plan-words.ts'
import { DriverPanel } from './driver-panel.tsx'
import type { NumberedPlan } from '../plans-of-day.ts'
import { MapCaption } from './map-caption.tsx'
import { routeOfStop } from './map-routes.ts'
import { PlanMap } from './plan-map.tsx'
import { RouteCard } from './route-card.tsx'
import { Totals } from './totals.tsx'
import { LeftOutPanel } from './left-out-panel.tsx'

type ResultProps = {
  plan: Plan
  /** The other plans of the day that are approved or dispatched. */
  others: readonly NumberedPlan[]
  zone: string
  onChooseDrivers: () => void
}

/**
 * The routes of a plan on a map and in a list, with those of the day's other plans. Pointing at something in one shows it
 * in the other.
 */
export function Result({ plan, others, zone, onChooseDrivers }: ResultProps) {
  const list = useRef<HTMLDivElement>(null)
  const selection = useSelection(list)
  const { openRouteId, hoveredRouteId, hoveredStopId, litGroupKey, showInList, toggleStop } = selection
  const litLeftOut = useLitLeftOut(plan, litGroupKey)
  const [shown, setShown] = useState<MapOrList>('list')
  const routes = useMemo(
    () => [plan, ...others.map((other) => other.plan)].flatMap((each) => each.routes),
    [plan, others],
  )
  const map = (className: string) => (
    <PlanMap
      plan={plan}
      others={others}
      zone={zone}
      openRouteId={openRouteId}
      hoveredRouteId={hoveredRouteId}
      litLeftOut={litLeftOut}
      hoveredStopId={hoveredStopId}
      onSelectRoute={(id) => showInList(id, null)}
      onSelectStop={(id, isAdding) => (isAdding ? toggleStop(id) : showInList(routeOfStop(routes, id)?.id ?? null, id))}
      className={className}
    />
  )
  return (
    <MapAndList
      label="The plan as map or list"
      shown={shown}
      onShow={setShown}
      className="h-[calc(100dvh-13.25rem)]"
      map={map}
      caption={<OpenRouteCaption routes={routes} zone={zone} selection={selection} />}
      list={
        <RouteList
          ref={list}
          plan={plan}
          others={others}
          routes={routes}
          zone={zone}
          selection={selection}
          onShowMap={() => setShown('map')}
          onChooseDrivers={onChooseDrivers}
        />
      }
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

/** Which route is open, and which stops are selected, and what is under the pointer. */
function useSelection(list: RefObject<HTMLDivElement | null>) {
  const [openRouteId, setOpenRoute] = useState<string | null>(null)
  const [hoveredRouteId, hoverRoute] = useState<string | null>(null)
  const { selected, select } = useEditor()
  const selectedStopId = selected.size === 1 ? [...selected][0]! : null
  const selectStop = (id: string | null) => select(id === null ? [] : [id])
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
    list.current
      ?.querySelector(`[data-key="${key}"], [data-place="${key}"]`)
      ?.scrollIntoView({ block: stopId ? 'nearest' : 'start' })
  }
  const toggleStop = (id: string) =>
    select(selected.has(id) ? [...selected].filter((each) => each !== id) : [...selected, id])
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
    toggleStop,
    hoverStop,
    showInList,
  }
}

type RouteListProps = Pick<ResultProps, 'plan' | 'others' | 'zone'> & {
  ref: Ref<HTMLDivElement>
  /** Those of all plans. Their order gives the colors. */
  routes: readonly Route[]
  selection: Selection
  /** Shows the map where it is not beside the list. */
  onShowMap: () => void
  onChooseDrivers: () => void
}

function RouteList({ ref, plan, others, routes, zone, selection, onShowMap, onChooseDrivers }: RouteListProps) {
  const { selectedStopId, openRoute, selectStop } = selection
  const cards = (of: Plan) =>
    of.routes.map((route) => (
      <Card key={route.id} route={route} color={routeColor(routes.indexOf(route))} zone={zone} selection={selection} />
    ))
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
      {cards(plan)}
      {others.map((other) => (
        <section key={other.plan.id} aria-label={`Plan ${other.number}`} className="grid min-w-0 gap-3 pt-2">
          <OtherPlanHead other={other} />
          {cards(other.plan)}
        </section>
      ))}
    </div>
  )
}

function Card({ route, color, zone, selection }: { route: Route; color: string; zone: string; selection: Selection }) {
  const { openRouteId, hoveredRouteId, hoverRoute, hoverStop } = selection
  const { openRoute, showInList } = selection
  return (
    <div data-place={route.id} className="min-w-0 scroll-mt-16 md:scroll-mt-1">
      <RouteCard
        route={route}
        color={color}
        zone={zone}
        isOpen={openRouteId === route.id}
        isHovered={hoveredRouteId === route.id}
        onOpenChange={(isOpen) => (isOpen ? showInList(route.id, null) : openRoute(null))}
        onHover={(isHovered) => hoverRoute(isHovered ? route.id : null)}
        onHoverStop={hoverStop}
      />
    </div>
  )
}

function OtherPlanHead({ other: { plan, number } }: { other: NumberedPlan }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-1">
      <h2 className="font-semibold tracking-tight">Plan {number}</h2>
      <StateBadge state={plan.state} />
      <span className="min-w-0 flex-1 text-[0.8125rem] text-ink-muted tabular-nums">
        {plan.totals && planContents(plan.totals)}
      </span>
      <Link to={`/dashboard/planning?day=${plan.day}&plan=${plan.id}`} className="text-[0.8125rem]">
        Open
      </Link>
    </div>
  )
}

type OpenRouteCaptionProps = { routes: readonly Route[]; zone: string; selection: Selection }

function OpenRouteCaption({ routes, zone, selection }: OpenRouteCaptionProps) {
  const route = routes.find(({ id }) => id === selection.openRouteId)
  if (!route) return null
  return (
    <MapCaption
      route={route}
      color={routeColor(routes.indexOf(route))}
      stop={route.stops.find((stop) => stop.id === selection.selectedStopId) ?? null}
      zone={zone}
      onClose={() => selection.openRoute(null)}
    />
  )
}

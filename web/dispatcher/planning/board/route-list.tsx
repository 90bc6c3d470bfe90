import { useDeferredValue, useEffect, useRef } from 'react'
import type { Plan, Route } from '#domain/schema/plan.ts'
import { routeColor } from '#web/map/icons/route-colors.ts'
import { Link } from '#web/ui/link.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { boardPath } from '../board-path.ts'
import { planContents } from '../plan-words.ts'
import type { NumberedPlan } from '../plans-of-day.ts'
import { DriverPanel } from '../result/driver-panel.tsx'
import { LeftOutPanel } from '../result/left-out-panel.tsx'
import { RouteCard } from '../result/route-card.tsx'
import { PlanWhy } from '../why/plan-why.tsx'
import { useHovered } from './hover.ts'
import { useSelection } from './selection.ts'

type RouteListProps = {
  plan: Plan
  others: readonly NumberedPlan[]
  /** Those of all plans. Their order gives the colors. */
  routes: readonly Route[]
  zone: string
  /** Shows the map where it is not beside the list. */
  onShowMap: () => void
  onChooseDrivers: () => void
}

/** What is unassigned, and the routes of the plan and of the day's other plans. */
export function RouteList({ plan, others, routes, zone, onShowMap, onChooseDrivers }: RouteListProps) {
  const box = useRef<HTMLDivElement>(null)
  const { stopIds, routeId, litGroupKey, lightGroup, select } = useSelection()
  useFollow(box)
  const drawn = useDeferredValue(routes.length, cardsInView())
  // Where these are not beside the map, what they say of the plan is below its routes.
  const hasDetails = useMedia('(min-width: 80rem)')
  const cards = (of: Plan) =>
    of.routes.map((route) => {
      const place = routes.indexOf(route)
      const isDrawn = place < drawn || route.id === routeId
      return <Card key={route.id} route={route} color={routeColor(place)} zone={zone} isDrawn={isDrawn} />
    })
  return (
    <div ref={box} className="grid min-w-0 gap-2">
      <h2 className="sr-only">Routes</h2>
      <LeftOutPanel
        plan={plan}
        selectedId={stopIds.size === 1 ? [...stopIds][0]! : null}
        litKey={litGroupKey}
        onLight={(key) => {
          lightGroup(key)
          if (key) onShowMap()
        }}
        onSelect={(id) => {
          select(id === null ? [] : [id])
          if (id) onShowMap()
        }}
        onChooseDrivers={onChooseDrivers}
      />
      {cards(plan)}
      {!hasDetails && plan.routes.length > 0 && <PlanWhy plan={plan} />}
      {!hasDetails && <DriverPanel plan={plan} />}
      {others.map((other) => (
        <section key={other.plan.id} aria-label={`Plan ${other.number}`} className="grid min-w-0 gap-2 pt-2">
          <OtherPlanHead other={other} />
          {cards(other.plan)}
        </section>
      ))}
    </div>
  )
}

/** How many cards can be seen at most. Those below them are drawn after the board is there. */
const cardsInView = () => Math.ceil(window.innerHeight / cardPixels)
/** As low as a card can be, with the gap below it. */
const cardPixels = 74

type CardProps = { route: Route; color: string; zone: string; isDrawn: boolean }

function Card({ route, color, zone, isDrawn }: CardProps) {
  const { routeId, openRoute, hover } = useSelection()
  const isHovered = useHovered(hover, (hovered) => hovered.routeId === route.id)
  return (
    // Cards beyond the edge are not drawn.
    <div
      data-place={route.id}
      className="min-w-0 scroll-mt-16 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] [overflow-clip-margin:6px] md:scroll-mt-1"
    >
      {isDrawn && (
        <RouteCard
          route={route}
          color={color}
          zone={zone}
          isOpen={routeId === route.id}
          isHovered={isHovered}
          onOpenChange={(isOpen) => openRoute(isOpen ? route.id : null)}
          onHover={(isOver) => hover.set(isOver ? { routeId: route.id } : {})}
          onHoverStop={(stopId) => hover.set({ stopId, routeId: route.id })}
        />
      )}
    </div>
  )
}

/** Scrolls to what was selected elsewhere. */
function useFollow(box: { readonly current: HTMLElement | null }): void {
  const { stopIds, routeId } = useSelection()
  const stopId = stopIds.size === 1 ? [...stopIds][0]! : null
  useEffect(() => {
    const key = CSS.escape(stopId ?? routeId ?? '')
    if (!key) return
    // The stops of a route that has just opened are there with the next frame.
    const frame = requestAnimationFrame(() => {
      const place = box.current?.querySelector(`[data-key="${key}"], [data-place="${key}"]`)
      place?.scrollIntoView({ block: stopId ? 'nearest' : 'start' })
    })
    return () => cancelAnimationFrame(frame)
  }, [box, stopId, routeId])
}

function OtherPlanHead({ other: { plan, number } }: { other: NumberedPlan }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-1">
      <h2 className="font-semibold tracking-tight">Plan {number}</h2>
      <StateBadge state={plan.state} />
      <span className="min-w-0 flex-1 text-[0.8125rem] text-ink-muted tabular-nums">
        {plan.totals && planContents(plan.totals)}
      </span>
      <Link to={boardPath(plan.day, { plan: plan.id })} className="text-[0.8125rem]">
        Open
      </Link>
    </div>
  )
}

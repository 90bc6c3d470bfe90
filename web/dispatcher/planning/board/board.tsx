import { useState } from 'react'
import type { Plan, Route } from '#domain/schema/plan.ts'
import { routeColor } from '#web/map/icons/route-colors.ts'
import { useEditor } from '../changes/editor-context.ts'
import { PreviewPanel } from '../changes/preview-panel.tsx'
import type { NumberedPlan } from '../plans-of-day.ts'
import { useShownRevision } from '../optimize/revision-context.ts'
import { RevisionPanel } from '../optimize/revision-panel.tsx'
import { MapCaption } from '../result/map-caption.tsx'
import { PlanMap } from '../result/plan-map.tsx'
import { BoardBar } from './board-bar.tsx'
import { DetailPanel } from './detail-panel.tsx'
import { Panes, type Tab } from './panes.tsx'
import { RouteList } from './route-list.tsx'
import { useSelection } from './selection.ts'
import { UnpublishedBar } from '../publish/unpublished-bar.tsx'
import { RisksBar } from '../remedies/risks-bar.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { usePanes } from './use-panes.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useOthersNews } from './use-others-news.ts'
import { useWake } from './use-wake.ts'

type BoardProps = {
  plan: Plan
  /** The other plans of the day that are approved or dispatched. */
  others: readonly NumberedPlan[]
  /** Those of all plans. Their order gives the colors. */
  routes: readonly Route[]
  zone: string
  onChooseDrivers: () => void
}

/** The routes of a day on a map, in a list and over time, with one selection. */
export function Board({ plan, others, routes, zone, onChooseDrivers }: BoardProps) {
  const panes = usePanes()
  const { revision } = useShownRevision()
  const { proposal } = useEditor()
  useWake(plan)
  useOthersNews(plan)
  const [tab, setTab] = useState<Tab>('list')
  useBoardKeys(routes, (pane) => {
    setTab(pane)
    if (panes.panes.hidden.includes(pane)) panes.toggle(pane)
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <BoardBar plan={plan} panes={panes} />
      <RisksBar plan={plan} />
      <UnpublishedBar plan={plan} />
      <Panes
        {...panes}
        tab={tab}
        onTab={setTab}
        map={<PlanMap plan={plan} others={others} routes={routes} zone={zone} className="h-full" />}
        caption={<OpenRouteCaption routes={routes} zone={zone} />}
        list={
          <RouteList
            plan={plan}
            others={others}
            routes={routes}
            zone={zone}
            onShowMap={() => setTab('map')}
            onChooseDrivers={onChooseDrivers}
          />
        }
        timeline={routes.length > 0 ? <Timeline plan={plan} routes={routes} zone={zone} /> : <NoTimeline />}
        details={<DetailPanel plan={plan} routes={routes} zone={zone} />}
        guest={
          proposal
            ? (isDocked) => <PreviewPanel isDocked={isDocked} />
            : revision
              ? (isDocked) => <RevisionPanel plan={plan} revision={revision} isDocked={isDocked} />
              : null
        }
      />
    </div>
  )
}

function NoTimeline() {
  return (
    <p className="grid h-full min-h-24 place-items-center p-6 text-center text-ink-muted">
      This plan has no routes. Put a delivery on one, and its day appears here.
    </p>
  )
}

/** For maps without a list beside them: the open route. */
function OpenRouteCaption({ routes, zone }: { routes: readonly Route[]; zone: string }) {
  const { routeId, stopIds, openRoute } = useSelection()
  const route = routes.find(({ id }) => id === routeId)
  if (!route) return null
  return (
    <MapCaption
      route={route}
      color={routeColor(routes.indexOf(route))}
      stop={stopIds.size === 1 ? (route.stops.find(({ id }) => stopIds.has(id)) ?? null) : null}
      zone={zone}
      onClose={() => openRoute(null)}
    />
  )
}

import { useRef } from 'react'
import { Panel } from '../parts/panel.tsx'
import { DemoMap } from './demo-map.tsx'
import { RouteForm } from './route-form.tsx'
import { mostStops } from './route-stop.ts'
import { SummaryPanel } from './summary-panel.tsx'
import { isComparable } from './use-optimizer.ts'
import { useRouteDemo } from './use-route-demo.ts'

/** The form, the map and the summary. Everything is calculated in the page. */
export function RouteDemo() {
  const demo = useRouteDemo()
  const mapBox = useRef<HTMLDivElement>(null)
  // On small screens, the map is below the form.
  const showMap = () => mapBox.current?.scrollIntoView({ block: 'nearest' })
  const { stops } = demo.entered
  const count = `${stops.length} of ${mostStops}, including the depot`
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
      <Panel title="Your stops" aside={<span className="text-sm text-ink-muted tabular-nums">{count}</span>}>
        <RouteForm
          demo={demo}
          onOptimize={async () => {
            if (await demo.optimize()) showMap()
          }}
          onPlace={(id) => {
            demo.startPlacing(id)
            showMap()
          }}
        />
      </Panel>
      <div className="grid min-w-0 gap-5 lg:sticky lg:top-20">
        <div ref={mapBox} className="scroll-my-20">
          <DemoMap
            stops={stops}
            view={demo.view}
            placingId={demo.placingId}
            outcome={demo.outcome}
            isOutdated={demo.isOutdated}
            isComparing={demo.isComparing}
            onMove={demo.place}
            onPlaced={demo.endPlacing}
          />
        </div>
        <SummaryPanel
          outcome={demo.outcome}
          isOutdated={demo.isOutdated}
          isComparing={demo.isComparing && isComparable(stops)}
          engineProblem={demo.engineProblem}
        />
      </div>
    </div>
  )
}

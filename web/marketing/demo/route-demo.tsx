import { Plus, Route as RouteIcon, Sparkles, Trash2, Undo2 } from 'lucide-react'
import { useRef, useState, useSyncExternalStore, type FormEvent } from 'react'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { Panel } from '../parts/panel.tsx'
import { DemoMap } from './demo-map.tsx'
import { EngineSwitch } from './engine-switch.tsx'
import { readPastedList } from './paste-list.ts'
import { PastePanel } from './paste-panel.tsx'
import { mostStops, type Position } from './route-stop.ts'
import { StopFields } from './stop-fields.tsx'
import * as list from './stop-list.ts'
import { SummaryPanel } from './summary-panel.tsx'
import { useFocusAfter } from './use-focus-after.ts'
import { isComparable, useOptimizer } from './use-optimizer.ts'

const never = () => () => {}

/** The specified form for a depot and two delivery points, and what goes beyond it. All of it is computed in the page. */
export function RouteDemo() {
  const [entered, setEntered] = useState(list.emptyList)
  const [isComparing, setComparing] = useState(false)
  const [placingId, setPlacingId] = useState<string>()
  const [view, setView] = useState(0)
  const mapBox = useRef<HTMLDivElement>(null)
  const optimizer = useOptimizer()
  const focusAfter = useFocusAfter()
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const { stops } = entered
  const { outcome, problem } = optimizer
  const isOutdated = outcome !== undefined && outcome.stops !== stops

  const change = (next: list.StopList, isViewMoving = false) => {
    setEntered(next)
    if (optimizer.isBusy) optimizer.cancel()
    if (problem) optimizer.forgetProblem()
    if (isViewMoving) setView((count) => count + 1)
  }
  const place = (id: string, position: Position) => {
    const next = list.placePin(entered, id, position)
    change(next)
    // Dragging a pin of a finished route shows at once what that does to it.
    if (outcome && !isOutdated) void optimizer.optimize(next.stops, isComparing, false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void optimizer.optimize(stops, isComparing)
  }
  const startPlacing = (id: string) => {
    setPlacingId(id)
    mapBox.current?.scrollIntoView({ block: 'nearest' })
  }
  const paste = (text: string) => {
    const read = readPastedList(
      text,
      list.roomForPaste(entered),
      stops.filter((stop) => !list.isBlank(stop)),
    )
    if (read.stops.length > 0) change(list.appendPasted(entered, read.stops), true)
    return { added: read.stops.length, problems: read.problems }
  }
  const compare = (isOn: boolean) => {
    setComparing(isOn)
    if (!isOn) optimizer.cancel()
    else if (outcome && !isOutdated && !outcome.engine) void optimizer.compare(outcome)
  }
  const isEmpty = list.deliveriesOf(entered).every(list.isBlank)

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
      <Panel
        title="Your stops"
        aside={
          <span className="text-sm text-ink-muted">
            {stops.length} of {mostStops}, the depot included
          </span>
        }
      >
        <noscript>
          <p className="mb-4 rounded-lg bg-warning-soft px-3.5 py-2.5 text-warning-ink">
            This form computes the route in your browser and needs JavaScript, which is switched off.
          </p>
        </noscript>
        <form onSubmit={submit} noValidate aria-label="Route optimization">
          <fieldset disabled={!isAlive} className="grid min-w-0 gap-4">
            <StopFields
              stops={stops}
              invalidIds={problem?.ids ?? []}
              onType={(id, address) => change(list.typeAddress(entered, id, address))}
              onChoose={(id, suggestion) => change(list.chooseSuggestion(entered, id, suggestion), true)}
              onPlace={startPlacing}
              onMove={(id, to) => {
                focusAfter(`${id}-${to < stops.findIndex((stop) => stop.id === id) ? 'up' : 'down'}`)
                change(list.moveStop(entered, id, to))
              }}
              onRemove={(id) => {
                focusAfter('undo-removal')
                change(list.removeStop(entered, id))
              }}
            />
            {entered.removals.length > 0 && (
              <div className="flex flex-wrap items-center gap-3 rounded-lg bg-neutral-soft py-1.5 pr-1.5 pl-3.5 text-sm text-neutral-ink">
                <p role="status" className="min-w-0 flex-1 break-words">
                  {entered.removals.at(-1)!.says}
                  {!list.canUndo(entered) && ' Remove some stops to bring them back.'}
                </p>
                <PlainButton
                  id="undo-removal"
                  size="small"
                  icon={<Undo2 aria-hidden="true" className="size-4" />}
                  disabled={!list.canUndo(entered)}
                  onClick={() => {
                    const [back] = entered.removals.at(-1)!.stops
                    focusAfter(`${back.stop.id}-address`)
                    change(list.undoRemoval(entered), true)
                  }}
                >
                  Undo
                </PlainButton>
              </div>
            )}
            <div className="flex flex-wrap gap-2">
              <PlainButton
                size="small"
                icon={<Plus aria-hidden="true" className="size-4" />}
                disabled={list.isFull(entered)}
                onClick={() => {
                  focusAfter(`stop-${entered.nextId}-address`)
                  change(list.addStop(entered))
                }}
              >
                Add stop
              </PlainButton>
              {isEmpty ? (
                <PlainButton
                  size="small"
                  icon={<Sparkles aria-hidden="true" className="size-4" />}
                  onClick={() => change(list.fillSamples(entered), true)}
                >
                  Fill in samples
                </PlainButton>
              ) : (
                <PlainButton
                  size="small"
                  variant="quiet"
                  icon={<Trash2 aria-hidden="true" className="size-4" />}
                  onClick={() => {
                    focusAfter('undo-removal')
                    change(list.clearStops(entered))
                  }}
                >
                  Clear stops
                </PlainButton>
              )}
            </div>
            <PastePanel onPaste={paste} />
            {isComparable(stops) && <EngineSwitch isOn={isComparing} onChange={compare} />}
            {problem && (
              <p
                role="alert"
                className="rounded-lg border border-danger bg-danger-soft px-3.5 py-2.5 font-medium break-words text-danger-ink"
              >
                {problem.message}
              </p>
            )}
            <PlainButton
              type="submit"
              variant="primary"
              size="large"
              disabled={optimizer.isBusy}
              icon={<RouteIcon aria-hidden="true" className="size-5" />}
            >
              {optimizer.isBusy ? 'Optimizing Route...' : 'Optimize Route'}
            </PlainButton>
          </fieldset>
        </form>
      </Panel>
      <div className="grid min-w-0 gap-5 lg:sticky lg:top-20">
        <div ref={mapBox} className="scroll-mt-20">
          <DemoMap
            stops={stops}
            view={view}
            placingId={placingId}
            outcome={outcome}
            isOutdated={isOutdated}
            isComparing={isComparing}
            onMove={place}
            onPlaced={(position) => {
              if (placingId && position) place(placingId, position)
              if (placingId) focusAfter(`${placingId}-address`)
              setPlacingId(undefined)
            }}
          />
        </div>
        <SummaryPanel
          outcome={outcome}
          isOutdated={isOutdated}
          isComparing={isComparing && isComparable(stops)}
          engineProblem={optimizer.engineProblem}
        />
      </div>
    </div>
  )
}

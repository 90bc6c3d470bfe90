import { Route as RouteIcon } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { EngineSwitch } from './engine-switch.tsx'
import { PastePanel } from './paste-panel.tsx'
import { StopFields } from './stop-fields.tsx'
import { StopTools, UndoBar } from './stop-tools.tsx'
import { isComparable } from './use-optimizer.ts'
import type { RouteDemoState } from './use-route-demo.ts'

type RouteFormProps = { demo: RouteDemoState; onOptimize: () => void; onPlace: (id: string) => void }

export function RouteForm({ demo, onOptimize, onPlace }: RouteFormProps) {
  const { stops } = demo.entered
  const isAlive = useIsAlive()
  return (
    <form
      noValidate
      aria-label="Route optimization"
      onSubmit={(event) => {
        event.preventDefault()
        onOptimize()
      }}
    >
      <noscript>
        <p className="mb-4 rounded-lg bg-warning-soft px-3.5 py-2.5 text-warning-ink">
          This form calculates the route in your browser, so it needs JavaScript. Please enable it.
        </p>
      </noscript>
      <fieldset disabled={!isAlive} className="grid min-w-0 gap-4">
        <StopFields
          stops={stops}
          invalidIds={demo.problem?.ids ?? []}
          onType={demo.type}
          onChoose={demo.choose}
          onPlace={onPlace}
          onMove={demo.move}
          onRemove={demo.remove}
        />
        <UndoBar demo={demo} />
        <StopTools demo={demo} />
        <PastePanel onPaste={demo.paste} />
        {isComparable(stops) && <EngineSwitch isOn={demo.isComparing} onChange={demo.compare} />}
        {demo.problem && (
          <p
            role="alert"
            className="rounded-lg border border-danger bg-danger-soft px-3.5 py-2.5 font-medium break-words text-danger-ink"
          >
            {demo.problem.message}
          </p>
        )}
        <PlainButton
          type="submit"
          variant="primary"
          size="large"
          disabled={demo.isBusy}
          icon={<RouteIcon aria-hidden="true" className="size-5" />}
        >
          {demo.isBusy ? 'Optimizing Route...' : 'Optimize Route'}
        </PlainButton>
      </fieldset>
    </form>
  )
}

/** False until hydration, because anything typed before it would be lost. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

const neverChanges = () => () => {}

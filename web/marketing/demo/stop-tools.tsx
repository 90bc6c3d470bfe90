import { Plus, Sparkles, Trash2, Undo2 } from 'lucide-react'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { canUndo, deliveriesOf, isBlank, isFull } from './stop-list.ts'
import type { RouteDemoState } from './use-route-demo.ts'

/** Names the last removal and offers to undo it. */
export function UndoBar({ demo }: { demo: RouteDemoState }) {
  const { entered, undo } = demo
  const last = entered.removals.at(-1)
  if (!last) return null
  const isPossible = canUndo(entered)
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg bg-neutral-soft py-1.5 pr-1.5 pl-3.5 text-sm text-neutral-ink">
      <p role="status" className="min-w-0 flex-1 break-words">
        {last.says}
        {!isPossible && ' To undo, first remove other stops.'}
      </p>
      <PlainButton
        id="undo-removal"
        size="small"
        icon={<Undo2 aria-hidden="true" className="size-4" />}
        disabled={!isPossible}
        onClick={undo}
      >
        Undo
      </PlainButton>
    </div>
  )
}

export function StopTools({ demo }: { demo: RouteDemoState }) {
  const { entered } = demo
  return (
    <div className="flex flex-wrap gap-2">
      <PlainButton
        size="small"
        icon={<Plus aria-hidden="true" className="size-4" />}
        disabled={isFull(entered)}
        onClick={demo.add}
      >
        Add stop
      </PlainButton>
      {deliveriesOf(entered).every(isBlank) ? (
        <PlainButton size="small" icon={<Sparkles aria-hidden="true" className="size-4" />} onClick={demo.fillSamples}>
          Try sample stops
        </PlainButton>
      ) : (
        <PlainButton
          size="small"
          variant="quiet"
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          onClick={demo.clear}
        >
          Clear stops
        </PlainButton>
      )}
    </div>
  )
}

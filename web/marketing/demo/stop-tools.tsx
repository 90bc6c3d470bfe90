import { Plus, Sparkles, Trash2, Undo2 } from 'lucide-react'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { canUndo, deliveriesOf, isBlank, isFull } from './stop-list.ts'
import type { RouteDemoState } from './use-route-demo.ts'

/** What was removed last, and the way to have it back. */
export function UndoBar({ demo }: { demo: RouteDemoState }) {
  const { entered, undo } = demo
  const last = entered.removals.at(-1)
  if (!last) return null
  const isPossible = canUndo(entered)
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg bg-neutral-soft py-1.5 pr-1.5 pl-3.5 text-sm text-neutral-ink">
      <p role="status" className="min-w-0 flex-1 break-words">
        {last.says}
        {!isPossible && ' Remove some stops to bring them back.'}
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

/** More stops, the samples, or a fresh start. */
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
          Fill in samples
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

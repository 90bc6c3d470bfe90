import { useQuery } from '@tanstack/react-query'
import { History, Redo2, Undo2 } from 'lucide-react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { planChangesQuery } from './change-queries.ts'
import { useEditor } from './editor-context.ts'
import { nextRedo, nextUndo } from './undo-order.ts'

/** Undo, redo and the list of changes. */
export function UndoButtons({ plan }: { plan: PlanSummary }) {
  const { isOn, undo, redo, ask, isTakingBack } = useEditor()
  const { data: history = [] } = useQuery(planChangesQuery(plan.id))
  if (!isOn && history.length === 0) return null
  const [back, forth] = [nextUndo(history), nextRedo(history)]
  return (
    <div className="flex items-center gap-1">
      {isOn && (
        <>
          <IconButton
            label={back ? `Undo: ${back.sentence}` : 'Undo'}
            icon={<Undo2 aria-hidden="true" className="size-4" />}
            aria-keyshortcuts="Control+Z Meta+Z"
            isDisabled={!back || isTakingBack}
            onPress={undo}
          />
          <IconButton
            label={forth ? `Redo what was taken back: ${forth.sentence}` : 'Redo'}
            icon={<Redo2 aria-hidden="true" className="size-4" />}
            aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
            isDisabled={!forth || isTakingBack}
            onPress={redo}
          />
        </>
      )}
      <IconButton
        label="Changes of this plan"
        icon={<History aria-hidden="true" className="size-4" />}
        onPress={() => ask({ kind: 'history' })}
      />
    </div>
  )
}

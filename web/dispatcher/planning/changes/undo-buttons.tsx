import { useQuery } from '@tanstack/react-query'
import { ChevronDown, History, Redo2, Undo2 } from 'lucide-react'
import type { PlanChange } from '#domain/schema/plan-change.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { formatTime, withTimes } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { unpublishedQuery } from '../publish/unpublished-queries.ts'
import { planChangesQuery } from './change-queries.ts'
import { useEditor } from './editor-context.ts'
import { nextRedo, nextUndo, undoSteps } from './undo-order.ts'

const none: PlanChange[] = []

/** Undo, redo and the list of changes. */
export function UndoButtons({ plan }: { plan: PlanSummary }) {
  const { isOn, undo, redo, ask, isTakingBack } = useEditor()
  const { data: history = none } = useQuery(planChangesQuery(plan.id))
  const kept = useQuery(unpublishedQuery(plan)).data
  if (!isOn && history.length === 0) return null
  const [back, forth] = [kept?.changes.at(-1) ?? nextUndo(history), kept?.withdrawn[0] ?? nextRedo(history)]
  return (
    <div className="flex items-center gap-1">
      {isOn && (
        <>
          <IconButton
            label={back ? `Undo${byOther(back)}: ${back.sentence}` : 'Undo'}
            icon={<Undo2 aria-hidden="true" className="size-4" />}
            aria-keyshortcuts="Control+Z Meta+Z"
            isDisabled={!back || isTakingBack}
            onPress={undo}
          />
          <StepsMenu steps={kept?.changes.length ? kept.changes.toReversed() : undoSteps(history)} />
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

/** A change, published or not. */
type Step = Pick<PlanChange, 'id' | 'at' | 'by' | 'is_yours' | 'sentence'>

/** Others' changes are marked, since taking them back is not to happen by accident. */
const byOther = ({ is_yours, by }: Step) => (is_yours ? '' : ` what ${by} did`)

/** As many steps as a person overlooks. The list of changes has them all. */
const mostSteps = 12

/** The steps that Undo would go back, to go back several at once. */
function StepsMenu({ steps: all }: { steps: readonly Step[] }) {
  const { undoTo, isTakingBack } = useEditor()
  const zone = useMe().workspace.time_zone
  const steps = all.slice(0, mostSteps)
  if (steps.length < 2) return null
  return (
    <Menu
      aria-label="Undo down to"
      onAction={(id) => void undoTo(String(id))}
      trigger={
        <IconButton
          size="small"
          label="Undo several"
          icon={<ChevronDown aria-hidden="true" className="size-3.5" />}
          isDisabled={isTakingBack}
          className="-ml-1.5 w-5! min-w-0!"
        />
      }
    >
      {steps.map((step) => (
        <MenuItem
          key={step.id}
          id={step.id}
          description={`${step.is_yours ? 'You' : step.by}, ${formatTime(step.at, zone)}`}
        >
          {withTimes(step.sentence.replace(/\.$/, ''))}
        </MenuItem>
      ))}
    </Menu>
  )
}

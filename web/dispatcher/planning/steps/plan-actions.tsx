import { Check, Route, Send, Trash2, Undo2, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { PlanState, PlanSummary } from '#domain/schema/plan.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { PlanStep } from './use-plan-step.ts'

type PlanActionsProps = {
  plan: PlanSummary
  /** The step in progress, whose button shows a spinner. */
  pending: PlanStep | null
  isStarting: boolean
  onStep: (step: PlanStep) => void
  onAgain: () => void
}

type Question = { title: string; text: string; confirm: string; cancel: string }
type Move = { step: PlanStep; label: string; Icon: LucideIcon; question?: Question }

const approve: Move = { step: 'approve', label: 'Approve', Icon: Check }
const dispatch: Move = { step: 'dispatch', label: 'Dispatch', Icon: Send }
const takeBack: Move = { step: 'takeBack', label: 'Take back', Icon: Undo2 }
const discard: Move = {
  step: 'discard',
  label: 'Discard',
  Icon: Trash2,
  question: {
    title: 'Discard this draft?',
    text: 'Its routes are deleted. The deliveries stay pending, so you can optimize them again.',
    confirm: 'Discard the draft',
    cancel: 'Keep it',
  },
}
const takeBackFromDrivers: Move = {
  ...takeBack,
  question: {
    title: 'Take the routes back?',
    text: 'The drivers lose these routes at once. The plan goes back to approved and can be dispatched again.',
    confirm: 'Take back',
    cancel: 'Leave dispatched',
  },
}

/** The steps forward and back, by the plan's state. */
const moves: Partial<Record<PlanState, { on?: Move; back: Move }>> = {
  draft: { on: approve, back: discard },
  approved: { on: dispatch, back: takeBack },
  dispatched: { back: takeBackFromDrivers },
}

/** What can be done with a plan in its state, the next step first. */
export function PlanActions({ plan, pending, isStarting, onStep, onAgain }: PlanActionsProps) {
  const [asking, setAsking] = useState<Move | null>(null)
  const { on, back } = moves[plan.state] ?? {}
  const isEmpty = plan.totals?.routes === 0
  const isBusy = pending !== null || isStarting
  const state = (step: PlanStep) => ({ isPending: pending === step, isDisabled: isBusy && pending !== step })
  return (
    <div className="flex flex-wrap gap-2">
      {on && !isEmpty && (
        <Button
          variant="primary"
          icon={<on.Icon aria-hidden="true" className="size-4" />}
          onPress={() => onStep(on.step)}
          {...state(on.step)}
        >
          {on.label}
        </Button>
      )}
      {plan.state === 'draft' && (
        <Button
          icon={<Route aria-hidden="true" className="size-4 max-sm:hidden" />}
          isPending={isStarting}
          pendingLabel="Starting"
          isDisabled={pending !== null}
          onPress={onAgain}
        >
          Optimize again
        </Button>
      )}
      {back && (
        <Button
          icon={<back.Icon aria-hidden="true" className="size-4 max-sm:hidden" />}
          onPress={() => (back.question ? setAsking(back) : onStep(back.step))}
          {...state(back.step)}
        >
          {back.label}
        </Button>
      )}
      {back?.question && (
        <ConfirmDialog
          isOpen={asking === back}
          onOpenChange={(isOpen) => !isOpen && setAsking(null)}
          title={back.question.title}
          confirmLabel={back.question.confirm}
          cancelLabel={back.question.cancel}
          isDestructive
          onConfirm={() => {
            setAsking(null)
            onStep(back.step)
          }}
        >
          {back.question.text}
        </ConfirmDialog>
      )}
    </div>
  )
}

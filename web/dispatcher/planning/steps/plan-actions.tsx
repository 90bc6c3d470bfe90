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
  /** What is late about the plan, to ask before it is approved. */
  lateText: string | null
  /** Which stops have doubtful positions, to ask before it is approved. */
  doubtText: string | null
  isDayOver: boolean
  onStep: (step: PlanStep) => void
  onAgain: () => void
}

type Question = { title: string; text: string; confirm: string; cancel: string; isDestructive: boolean }
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
    text: 'This deletes its routes. The deliveries stay pending, so you can optimize them again.',
    confirm: 'Discard the draft',
    cancel: 'Keep it',
    isDestructive: true,
  },
}
const takeBackFromDrivers: Move = {
  ...takeBack,
  question: {
    title: 'Take the routes back?',
    text: 'The drivers no longer see these routes, and links to them stop working; what was printed stays with them. The plan goes back to approved and can be dispatched again.',
    confirm: 'Take back',
    cancel: 'Keep dispatched',
    isDestructive: true,
  },
}

/** A driver may be on the way although nobody approved the plan, so a late one is not refused. */
const approveLate = (lateText: string, doubtText: string | null): Move => ({
  ...approve,
  question: {
    title: 'Approve a late plan?',
    text: `${lateText} Approve it only if the drivers are already under way. Otherwise its arrival times are already wrong; plan again for routes that start now.${doubtText ? ` Also, ${doubtText}` : ''}`,
    confirm: 'Approve anyway',
    cancel: 'Go back',
    isDestructive: false,
  },
})

/** Somebody may know the doors, so doubtful positions are not refused. */
const approveInDoubt = (doubtText: string): Move => ({
  ...approve,
  question: {
    title: 'Approve with doubtful positions?',
    text: `${doubtText} A driver may arrive at the wrong place. Check the pins first, or approve if you know that they are right.`,
    confirm: 'Approve anyway',
    cancel: 'Go back',
    isDestructive: false,
  },
})

/** The question before approving, if there is one. */
function approving(lateText: string | null, doubtText: string | null): Move {
  if (lateText) return approveLate(lateText, doubtText)
  return doubtText ? approveInDoubt(doubtText) : approve
}

/** The steps forward and back, by the plan's state. */
const moves: Partial<Record<PlanState, { on?: Move; back: Move }>> = {
  draft: { on: approve, back: discard },
  approved: { on: dispatch, back: takeBack },
  dispatched: { back: takeBackFromDrivers },
}

/** What can be done with a plan in its state, the next step first. */
export function PlanActions(props: PlanActionsProps) {
  const { plan, pending, isStarting, lateText, doubtText, isDayOver, onStep, onAgain } = props
  const [asking, setAsking] = useState<Move | null>(null)
  const { on: next, back } = moves[plan.state] ?? {}
  const on = next === approve ? approving(lateText, doubtText) : next
  const question = asking?.question
  const isEmpty = plan.totals?.routes === 0
  const isBusy = pending !== null || isStarting
  const state = (step: PlanStep) => ({ isPending: pending === step, isDisabled: isBusy && pending !== step })
  return (
    <div className="flex flex-wrap gap-2">
      {on && !isEmpty && !(isDayOver && on.step === 'approve') && (
        <Button
          variant="primary"
          icon={<on.Icon aria-hidden="true" className="size-4" />}
          onPress={() => (on.question ? setAsking(on) : onStep(on.step))}
          {...state(on.step)}
        >
          {on.label}
        </Button>
      )}
      {plan.state === 'draft' && isEmpty && !isDayOver && (
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
      {question && (
        <ConfirmDialog
          isOpen={asking !== null}
          onOpenChange={(isOpen) => !isOpen && setAsking(null)}
          title={question.title}
          confirmLabel={question.confirm}
          cancelLabel={question.cancel}
          isDestructive={question.isDestructive}
          onConfirm={() => {
            setAsking(null)
            if (asking) onStep(asking.step)
          }}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </div>
  )
}

import { Check, Route, Send, Trash2, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { PlanStep } from './use-plan-step.ts'

type PlanActionsProps = {
  plan: PlanSummary
  /** The step being taken, whose button turns. */
  pending: PlanStep | null
  isStarting: boolean
  onStep: (step: PlanStep) => void
  onAgain: () => void
}

/** What can be done with a plan in its state, most likely first. */
export function PlanActions({ plan, pending, isStarting, onStep, onAgain }: PlanActionsProps) {
  const [asking, setAsking] = useState<PlanStep | null>(null)
  const isBusy = pending !== null || isStarting
  const button = (step: PlanStep, label: string, icon: ReactNode, isPrimary: boolean, needsAsking: boolean) => (
    <Button
      variant={isPrimary ? 'primary' : 'secondary'}
      icon={icon}
      isPending={pending === step && asking === null}
      isDisabled={isBusy && pending !== step}
      onPress={() => (needsAsking ? setAsking(step) : onStep(step))}
    >
      {label}
    </Button>
  )
  const confirmed = () => {
    if (asking) onStep(asking)
    setAsking(null)
  }
  return (
    <div className="flex flex-wrap gap-2">
      {plan.state === 'draft' && (
        <>
          {plan.totals?.routes !== 0 &&
            button('approve', 'Approve', <Check aria-hidden="true" className="size-4" />, true, false)}
          <Button
            icon={<Route aria-hidden="true" className="size-4 max-sm:hidden" />}
            isPending={isStarting}
            pendingLabel="Starting"
            isDisabled={pending !== null}
            onPress={onAgain}
          >
            Optimise again
          </Button>
          {button('discard', 'Discard', <Trash2 aria-hidden="true" className="size-4 max-sm:hidden" />, false, true)}
        </>
      )}
      {plan.state === 'approved' && (
        <>
          {button('dispatch', 'Dispatch', <Send aria-hidden="true" className="size-4" />, true, false)}
          {button('takeBack', 'Take back', <Undo2 aria-hidden="true" className="size-4 max-sm:hidden" />, false, false)}
        </>
      )}
      {plan.state === 'dispatched' &&
        button('takeBack', 'Take back', <Undo2 aria-hidden="true" className="size-4" />, false, true)}
      <ConfirmDialog
        isOpen={asking === 'discard'}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        title="Discard this draft?"
        confirmLabel="Discard the draft"
        cancelLabel="Keep it"
        isDestructive
        onConfirm={confirmed}
      >
        Its routes are thrown away. The deliveries stay pending, so you can optimise them again.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'takeBack'}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        title="Take the routes back?"
        confirmLabel="Take back"
        cancelLabel="Leave dispatched"
        isDestructive
        onConfirm={confirmed}
      >
        The drivers lose these routes at once. The plan goes back to approved and can be dispatched again.
      </ConfirmDialog>
    </div>
  )
}

import { Route, TriangleAlert } from 'lucide-react'
import { CallError } from '#web/lib/call.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import type { PlanStep } from './use-plan-step.ts'
import { whomItConcerns } from './whom-it-concerns.ts'

type StepProblemProps = {
  error: Error
  step: PlanStep
  isRetrying: boolean
  isStarting: boolean
  onRetry: () => void
  /** Dispatches all the same. */
  onDespite: () => void
  onAgain: () => void
  onDismiss: () => void
}

const refused: Record<PlanStep, string> = {
  approve: 'The plan was not approved',
  dispatch: 'The plan was not dispatched',
  dispatchDespite: 'The plan was not dispatched',
  takeBack: 'The plan was not taken back',
  discard: 'The draft was not discarded',
  cancel: 'The calculation was not canceled',
  finish: 'The calculation was not finished',
}

/** Why a step failed, and what to do: look again, optimize again if the plan is outdated, or retry. */
export function StepProblem(props: StepProblemProps) {
  const { error, step } = props
  const sentence = [sentenceOf(error), error instanceof CallError && whomItConcerns(error)].filter(Boolean).join(' ')
  // The plan is shown as it is by now. The same step could mean something else there, so it is not offered again.
  if (error instanceof CallError && error.code === 'version_conflict') {
    return (
      <Banner tone="warning" icon={<TriangleAlert />} onDismiss={props.onDismiss}>
        {sentence}
      </Banner>
    )
  }
  if (error instanceof CallError && error.code === 'plan_outdated') {
    return (
      <Banner
        tone="warning"
        icon={<TriangleAlert />}
        onDismiss={props.onDismiss}
        actions={
          <Button
            size="small"
            icon={<Route aria-hidden="true" className="size-3.5" />}
            isPending={props.isStarting}
            pendingLabel="Starting"
            onPress={props.onAgain}
          >
            Optimize again
          </Button>
        }
      >
        {sentence}
      </Banner>
    )
  }
  if (error instanceof CallError && error.code === 'goods_not_arrived') {
    return (
      <Banner
        tone="warning"
        icon={<TriangleAlert />}
        onDismiss={props.onDismiss}
        actions={
          <Button size="small" isPending={props.isRetrying} onPress={props.onDespite}>
            Dispatch all the same
          </Button>
        }
      >
        {sentence}
      </Banner>
    )
  }
  return (
    <ErrorPanel
      title={refused[step]}
      message={sentence}
      requestId={(error instanceof CallError && error.requestId) || undefined}
      onRetry={props.onRetry}
      isRetrying={props.isRetrying}
    />
  )
}

import type { Plan, PlanSummary } from '#domain/schema/plan.ts'
import { Button } from '#web/ui/button.tsx'
import { announcement } from '../plan-words.ts'
import { useAgain } from './use-again.ts'
import { useShownRevision } from './revision-context.ts'

/** An optimization that was ended without a result, or was discarded elsewhere. */
export function RevisionEnded({ plan, revision }: { plan: Plan; revision: PlanSummary }) {
  const { close } = useShownRevision()
  const again = useAgain(plan, revision)
  const sentence = revision.state === 'failed' ? revision.failure : announcement(revision)
  return (
    <>
      <p role="status" className="px-4 py-2">
        {sentence} The plan is as it was.
      </p>
      <footer className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">
        <Button onPress={close}>Close</Button>
        <Button variant="primary" isPending={again.isPending} pendingLabel="Starting" onPress={again.start}>
          Optimize again
        </Button>
      </footer>
    </>
  )
}

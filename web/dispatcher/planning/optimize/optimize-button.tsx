import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { Plan } from '#domain/schema/plan.ts'
import { useMay } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { isRunning } from '../plan-words.ts'
import { OptimizeDialog } from './optimize-dialog.tsx'
import { useShownRevision } from './revision-context.ts'
import { revisionsQuery } from './revision-queries.ts'

/** Starts an optimization of the plan, or shows the one that waits for somebody to look at it. */
export function OptimizeButton({ plan, routeIds }: { plan: Plan; routeIds: readonly string[] }) {
  const [isAsking, setAsking] = useState(false)
  const mayPlan = useMay('change_planning')
  const { revision, open } = useShownRevision()
  const waiting = useQuery(revisionsQuery(plan.id)).data?.find(
    ({ state, what_if }) => !what_if && (state === 'draft' || isRunning(state)),
  )
  const isLooking = revision !== undefined
  return (
    <>
      {waiting && !isLooking && (
        <Button size="small" variant="quiet" onPress={() => open(waiting.id)}>
          {isRunning(waiting.state) ? 'Optimization running' : 'Optimization to look at'}
        </Button>
      )}
      {mayPlan && (
        <Button
          size="small"
          isDisabled={isLooking}
          icon={<Sparkles aria-hidden="true" className="size-4" />}
          onPress={() => setAsking(true)}
        >
          Optimize…
        </Button>
      )}
      {isAsking && (
        <OptimizeDialog
          plan={plan}
          routeIds={routeIds}
          onClose={() => setAsking(false)}
          onStarted={({ id }) => {
            setAsking(false)
            open(id)
          }}
        />
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Plan } from '#domain/schema/plan.ts'
import { withTimes } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { useEditor } from '../changes/editor-context.ts'
import { ConstraintCard } from './constraint-card.tsx'
import { Thinking } from './thinking.tsx'
import { whyPlanQuery } from './why-queries.ts'

/** Which constraints of the plan cost most, worked out once somebody opens it. */
export function PlanWhy({ plan }: { plan: Plan }) {
  return (
    <Fold title="What costs most">
      <Answer key={plan.id} plan={plan} />
    </Fold>
  )
}

function Answer({ plan }: { plan: Plan }) {
  const { isPublishedShown } = useEditor()
  // Every change would be another question of seconds: what was answered stays until somebody asks again.
  const [asked, setAsked] = useState({ plan, isPublishedShown })
  const why = useQuery(whyPlanQuery(asked.plan, asked.isPublishedShown))
  const isOld = asked.plan.version !== plan.version || asked.isPublishedShown !== isPublishedShown
  if (why.error) {
    return (
      <LoadError
        title="That could not be worked out"
        error={why.error}
        onRetry={() => (isOld ? setAsked({ plan, isPublishedShown }) : void why.refetch())}
        isRetrying={why.isFetching}
      />
    )
  }
  if (!why.data) return <Thinking label="Trying the plan without each constraint" />
  return (
    <div className="grid gap-3 text-[0.8125rem]">
      {isOld && (
        <p className="flex flex-wrap items-center gap-2 text-ink-muted">
          The plan has changed since.
          <Button size="small" onPress={() => setAsked({ plan, isPublishedShown })}>
            Work it out again
          </Button>
        </p>
      )}
      {why.data.sentences.map((sentence) => (
        <p key={sentence}>{withTimes(sentence)}</p>
      ))}
      {why.data.constraints.length > 0 && (
        <ol className="grid gap-3" aria-label="Constraints that cost most">
          {why.data.constraints.map((constraint) => (
            <li key={constraint.code} className="border-t pt-3">
              <ConstraintCard constraint={constraint} plan={plan} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

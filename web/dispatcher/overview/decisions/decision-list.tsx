import { CircleAlert, CircleCheck, CircleDot } from 'lucide-react'
import { useMay } from '#web/lib/me.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { decisionsOf, type Decision } from './decisions.ts'
import { useSituation } from './use-situation.ts'

/** What needs a decision today, each with the way to it. */
export function DecisionList() {
  const situation = useSituation()
  const mayDecide = useMay('change_planning')
  if (!mayDecide) return null
  if (!situation) return <Skeleton className="mb-4 h-12 w-full rounded-xl" />
  const decisions = decisionsOf(situation)
  return (
    <section aria-label="Decisions" className="mb-4 rounded-xl border bg-surface shadow-card">
      {decisions.length === 0 ? (
        <p className="flex min-h-12 items-center gap-2.5 px-4 text-ink-muted">
          <CircleCheck aria-hidden="true" className="size-4.5 text-success-ink" />
          Nothing needs a decision right now.
        </p>
      ) : (
        <ul className="divide-y">
          {decisions.map((decision) => (
            <DecisionRow key={decision.id} decision={decision} />
          ))}
        </ul>
      )}
    </section>
  )
}

function DecisionRow({ decision: { urgency, sentence, action } }: { decision: Decision }) {
  const isNow = urgency === 'now'
  const Icon = isNow ? CircleAlert : CircleDot
  return (
    <li className="flex min-h-12 items-center gap-2.5 px-4 py-1.5">
      <Icon
        aria-hidden="true"
        className={isNow ? 'size-4.5 shrink-0 text-warning-ink' : 'size-4.5 shrink-0 text-ink-faint'}
      />
      <p className={isNow ? 'min-w-0 flex-1 font-medium' : 'min-w-0 flex-1'}>{sentence}</p>
      <ButtonLink size="small" to={action.to} aria-label={`${action.label}: ${sentence}`}>
        {action.label}
      </ButtonLink>
    </li>
  )
}

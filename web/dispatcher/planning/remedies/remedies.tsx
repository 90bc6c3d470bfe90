import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, CalendarClock, ListStart, MessageCircle, Split, UserRound } from 'lucide-react'
import type { ComponentType } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { Remedy, RemedyKind, RouteRisk } from '#domain/schema/plan-risk.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { countOf } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useEditor } from '../changes/editor-context.ts'
import { recipientsToTell } from '../publish/recipients.ts'
import { remediesQuery } from './risk-queries.ts'
import { remedyWords } from './risk-words.ts'

type RemediesProps = { plan: Plan; risk: RouteRisk; onChosen: () => void }

/** What can be done about a route at risk. A press shows what it does, and asks. */
export function Remedies({ plan, risk, onChosen }: RemediesProps) {
  const found = useQuery(remediesQuery(plan, risk.route_id))
  if (found.error && !found.data) {
    return (
      <LoadError
        title="The remedies could not be found"
        error={found.error}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    )
  }
  if (!found.data) {
    return (
      <div role="status" aria-label="Looking for remedies" className="grid gap-2">
        {[0, 1, 2].map((line) => (
          <Skeleton key={line} className="h-14 w-full rounded-lg" />
        ))}
      </div>
    )
  }
  const { remedies, budget, late_stops } = found.data
  const isSolved = late_stops === 0 && risk.late_seconds > 0
  const changes = remedies.filter(({ kind }) => kind !== 'tell')
  return (
    <div className="grid gap-2">
      {isSolved ? (
        <p>With the changes that are not published yet, all of it is in time. Publish them.</p>
      ) : (
        changes.length === 0 && (
          <p>
            {`No change of up to ${countOf(budget.stops_moved, 'delivery', 'deliveries')} helps without breaking a promise. Optimize the route again, or move stops yourself.`}
          </p>
        )
      )}
      <ul className="grid gap-1.5">
        {remedies.map((remedy) => (
          <li key={remedy.label}>
            {remedy.kind === 'tell' ? (
              <Tell remedy={remedy} plan={plan} />
            ) : (
              <RemedyButton remedy={remedy} onChosen={onChosen} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const icons: Record<RemedyKind, ComponentType<{ className?: string }>> = {
  give: ArrowRightLeft,
  earlier: ListStart,
  another_day: CalendarClock,
  driver: UserRound,
  spread: Split,
  tell: MessageCircle,
}

/** What the button says that does it. */
const verbs: Record<RemedyKind, string> = {
  give: 'Give',
  earlier: 'Bring earlier',
  another_day: 'Bring later',
  driver: 'Change driver',
  spread: 'Spread the stops',
  tell: 'Tell',
}

const look = 'flex w-full items-start gap-2.5 rounded-lg border px-3 py-2 text-left'

function RemedyButton({ remedy, onChosen }: { remedy: Remedy; onChosen: () => void }) {
  const { isOn, propose } = useEditor()
  const { currency } = useMe().workspace
  const { kind, label, changes } = remedy
  const Icon = icons[kind]
  return (
    <AriaButton
      isDisabled={!isOn}
      onPress={() => {
        onChosen()
        propose({ title: label, verb: verbs[kind], changes })
      }}
      className={`focus-ring ${look} bg-surface data-disabled:opacity-60 data-hovered:bg-hover data-pressed:bg-pressed`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brand-ink" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        <span className="block text-[0.8125rem] text-ink-muted tabular-nums">{remedyWords(remedy, currency)}</span>
      </span>
    </AriaButton>
  )
}

/** Whom to tell: a delivery says how its recipient is reached. */
function Tell({ remedy: { label, recipients }, plan }: { remedy: Remedy; plan: Plan }) {
  const { time_zone: zone } = useMe().workspace
  return (
    <section aria-label={label} className={look}>
      <MessageCircle aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brand-ink" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{label}</p>
        <ul className="mt-0.5 grid max-h-40 gap-0.5 overflow-y-auto text-[0.8125rem] tabular-nums">
          {recipientsToTell({ recipients }, plan.routes, zone).map(({ delivery_id, who, words }) => (
            <li key={delivery_id} className="flex justify-between gap-3">
              <Link to={`/dashboard/deliveries?delivery=${delivery_id}`} className="min-w-0 truncate">
                {who}
              </Link>
              <span className="whitespace-nowrap text-ink-muted">{words}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

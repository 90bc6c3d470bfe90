import { useQuery } from '@tanstack/react-query'
import { Drama } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { PlanSummary } from '#domain/schema/plan.ts'
import type { Rehearsal } from '#domain/schema/rehearsal.ts'
import { Day, dayOf } from '#domain/time.ts'
import { formatDay, formatTime } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { stateLook } from '#web/ui/state-badge.tsx'
import { chooseDay } from '../planning/choose-day.ts'
import { DayField } from '../planning/day-field.tsx'
import { plansOfDayQuery } from '../planning/plan-queries.ts'
import { hasRoutes, planContents } from '../planning/plan-words.ts'
import { openDaysQuery } from '../queries.ts'
import { Earlier } from './earlier.tsx'
import { isUnfinished, rehearsalQuery, rehearsalsQuery } from './rehearsal-queries.ts'
import { Result } from './result.tsx'
import { Running } from './running.tsx'
import { SetUp } from './set-up.tsx'
import { useRehearse } from './use-rehearse.ts'

export function meta() {
  return [{ title: 'Rehearse · Karta' }]
}

/** A planned day drawn many times from the workspace's own past: how likely it goes well, and what if. */
export default function RehearsePage() {
  const zone = useMe().workspace.time_zone
  const [query] = useSearchParams()
  const named = Day.safeParse(query.get('day')).data
  const openDays = useQuery({ ...openDaysQuery, enabled: !named })
  const today = dayOf(new Date(), zone)
  const day =
    named ?? (openDays.data && chooseDay(openDays.data.by_day, today)) ?? (openDays.isError ? today : undefined)
  if (!day) return <Waiting />
  return <RehearseDay key={day} day={day} />
}

function RehearseDay({ day }: { day: string }) {
  const zone = useMe().workspace.time_zone
  const mayPlan = useMay('change_planning')
  const [query, setQuery] = useSearchParams()
  const plans = useQuery(plansOfDayQuery(day))
  const all = useQuery(rehearsalsQuery(day))
  const usable = plans.data?.filter(({ state }) => hasRoutes(state)) ?? []
  const chosen = usable.find(({ id }) => id === query.get('plan')) ?? usable[0]
  const shownId = query.get('id')
  const show = (part: { plan?: string; id?: string }) => setQuery({ day, ...part })
  const { ask, cancel, remove } = useRehearse({
    onStarted: (id) => show({ ...(chosen && { plan: chosen.id }), id }),
    onDeleted: () => show({}),
  })
  const failed = [plans, all].find((each) => each.isError && each.data === undefined)
  return (
    <>
      <PageHeader
        title="Rehearse"
        description="How the day will probably go, and how it would go with other drivers, orders or delays."
        actions={<DayField day={day} onChange={(next) => setQuery({ day: next })} />}
      />
      {failed ? (
        <LoadError
          title="The day could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : plans.isPending || all.isPending ? (
        <Waiting />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {shownId ? (
            <Shown
              id={shownId}
              plans={plans.data ?? []}
              {...(mayPlan && { onCancel: () => cancel.mutate(shownId) })}
              isCanceling={cancel.isPending}
              onLeave={() => show(chosen ? { plan: chosen.id } : {})}
            />
          ) : !chosen ? (
            <NoPlan day={day} />
          ) : (
            <>
              {usable.length > 1 && (
                <Select
                  label="Plan"
                  className="w-full sm:w-96"
                  value={chosen.id}
                  onChange={(id) => show({ plan: String(id) })}
                  options={usable.map((plan) => ({ id: plan.id, label: wordsOf(plan, zone) }))}
                />
              )}
              {mayPlan && <SetUp planId={chosen.id} ask={ask} />}
              {ask.error && <Banner tone="danger">{sentenceOf(ask.error)}</Banner>}
            </>
          )}
          <Earlier
            rehearsals={all.data ?? []}
            shownId={shownId}
            zone={zone}
            linkTo={({ id, plan_id }) => `/dashboard/rehearse?day=${day}&plan=${plan_id}&id=${id}`}
            {...(mayPlan && { onDelete: (id: string) => remove.mutate(id) })}
          />
        </div>
      )}
    </>
  )
}

const wordsOf = ({ state, created_at, totals }: PlanSummary, zone: string) =>
  `${stateLook(state).label}, ${formatTime(created_at, zone)}${totals ? `: ${planContents(totals)}` : ''}`

type ShownProps = {
  id: string
  plans: readonly PlanSummary[]
  onCancel?: () => void
  isCanceling: boolean
  onLeave: () => void
}

/** One rehearsal: going on, ended without a result, or with what came of it. */
function Shown({ id, plans, onLeave, ...running }: ShownProps) {
  const { data, error, refetch, isFetching } = useQuery(rehearsalQuery(id))
  if (!data) {
    if (!error) return <Waiting />
    return (
      <LoadError
        title="The rehearsal could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (isUnfinished(data.status)) return <Running rehearsal={data} {...running} />
  const plan = plans.find((each) => each.id === data.plan_id)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-muted">{summaryOf(data, plan)}</p>
        <Button onPress={onLeave}>Rehearse again…</Button>
      </div>
      {plan && plan.version > data.plan_version && (
        <Banner tone="warning">The plan has changed since. Rehearse again to see it as it is now.</Banner>
      )}
      {data.status === 'cancelled' && <Banner>This rehearsal was canceled.</Banner>}
      {data.status === 'failed' && <Banner tone="danger">{data.failure}</Banner>}
      {data.result && <Result rehearsal={data} />}
    </>
  )
}

function summaryOf({ day }: Rehearsal, plan: PlanSummary | undefined): string {
  const words = plan?.totals ? ` with ${planContents(plan.totals)}` : ''
  return `${formatDay(day)}${words}`
}

function NoPlan({ day }: { day: string }) {
  return (
    <Card>
      <EmptyState
        icon={<Drama />}
        title="This day has no plan yet"
        actions={<ButtonLink to={`/dashboard/planning/${day}`}>Plan the day</ButtonLink>}
      >
        A rehearsal draws a planned day many times: late starts, traffic, long stops and absent recipients, as your own
        past had them. Plan the day first, or choose another one.
      </EmptyState>
    </Card>
  )
}

const Waiting = () => (
  <div role="status" aria-label="Loading">
    <Skeleton className="h-72 w-full rounded-xl" />
  </div>
)

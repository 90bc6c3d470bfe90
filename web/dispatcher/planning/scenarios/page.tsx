import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FlaskConical, Plus } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { cancelPlan, discardPlan } from '#domain/api/plans.ts'
import { takeRevision } from '#domain/api/takes.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { Day } from '#domain/time.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { formatDay } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useLiveStatus } from '#web/lib/live/status.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { isRunning } from '../plan-words.ts'
import { useOptimize } from '../use-optimize.ts'
import { NewScenarioDialog } from './new-scenario-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { boundsOf, ScenarioMap } from './scenario-map.tsx'
import { ScenarioTable, type ScenarioAction } from './scenario-table.tsx'
import { useScenarios, type Compared } from './use-scenarios.ts'

export function meta() {
  return [{ title: 'Scenarios · Karta' }]
}

/** What if: several answers for one day side by side, of which one may be taken. */
export default function ScenariosPage() {
  const day = Day.safeParse(useParams().date)
  return day.success ? <Scenarios day={day.data} /> : <Navigate replace to="/dashboard/planning" />
}

type Asking = { what: 'new' } | { what: 'rename' | 'discard'; row: Compared }

function Scenarios({ day }: { day: string }) {
  // Without a live connection, progress is polled.
  useLiveStatus()
  const zone = useMe().workspace.time_zone
  const mayPlan = useMay('change_planning')
  const [query] = useSearchParams()
  const { base, rows, queries } = useScenarios(day, query.get('plan'))
  const [asking, setAsking] = useState<Asking | null>(null)
  const steps = useSteps(day, base)
  const act = (action: ScenarioAction, row: Compared) => {
    if (action === 'take') return steps.take(row.summary)
    if (action === 'again') return steps.again(row.summary)
    if (action === 'discard' && isRunning(row.summary.state)) return steps.end.mutate(row.summary)
    return setAsking({ what: action, row })
  }
  const failed = queries.find((each) => each.isError && each.data === undefined)
  const isLoading = queries.some(({ isPending }) => isPending)
  const scenarios = rows.filter(({ isBase }) => !isBase)
  const makeNew = mayPlan && (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" className="size-4" />}
      onPress={() => setAsking({ what: 'new' })}
    >
      New scenario
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Scenarios"
        description={`What if, for ${formatDay(day)}`}
        trail={[{ label: 'Planning', href: `/dashboard/planning/${day}${base ? `?plan=${base.id}` : ''}` }]}
        actions={scenarios.length > 0 && makeNew}
      />
      {failed ? (
        <LoadError
          title="The scenarios could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : isLoading ? (
        <div role="status" aria-label="Loading the scenarios">
          <Skeleton className="h-56 w-full rounded-xl" />
        </div>
      ) : scenarios.length === 0 ? (
        <Card>
          <EmptyState icon={<FlaskConical />} title="No scenarios of this day yet" actions={makeNew}>
            Ask what the day would be with one van fewer, an hour later, or with all windows kept, and compare the
            answers before you decide.
          </EmptyState>
        </Card>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Card isPadded={false}>
            <ScenarioTable rows={rows} zone={zone} mayPlan={mayPlan} onAction={act} />
          </Card>
          <Maps rows={rows} {...(mayPlan && { onTake: steps.take })} />
        </div>
      )}
      {asking?.what === 'new' && <NewScenarioDialog day={day} base={base} onClose={() => setAsking(null)} />}
      {asking?.what === 'rename' && <RenameDialog scenario={asking.row.summary} onClose={() => setAsking(null)} />}
      <ConfirmDialog
        isOpen={asking?.what === 'discard'}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        title={`Discard “${asking?.what === 'discard' ? asking.row.name : ''}”?`}
        confirmLabel="Discard the scenario"
        isDestructive
        isPending={steps.end.isPending}
        onConfirm={() =>
          asking?.what === 'discard' && steps.end.mutate(asking.row.summary, { onSettled: () => setAsking(null) })
        }
      >
        Its routes and figures are gone. The plan stays as it is.
      </ConfirmDialog>
    </>
  )
}

/** What can be done with scenarios. A refusal is told in a toast. */
function useSteps(day: string, base: PlanSummary | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refused = (error: unknown) => void toast({ title: sentenceOf(error), tone: 'error' })
  const settle = () => client.invalidateQueries({ queryKey: keys.plans.all })
  const optimize = useOptimize(() => {})
  const end = useMutation({
    mutationFn: ({ id, version, state }: PlanSummary) =>
      call(isRunning(state) ? cancelPlan : discardPlan, { params: { id }, version }),
    onError: refused,
    onSettled: settle,
  })
  const take = useMutation({
    mutationFn: ({ id, version }: PlanSummary) =>
      call(takeRevision, { params: { id }, body: {}, version, idempotencyKey: newIdempotencyKey() }),
    onSuccess: ({ revision }) => navigate(`/dashboard/planning/${day}?plan=${revision.id}`),
    onError: refused,
    onSettled: settle,
  })
  return {
    end,
    /** A plan that exists is changed only after somebody has seen what changes. */
    take: (scenario: PlanSummary) =>
      scenario.revises
        ? void navigate(`/dashboard/planning/${day}?plan=${scenario.revises}&revision=${scenario.id}`)
        : take.mutate(scenario),
    again: ({ what_if, choices, driver_ids, time_limit_seconds }: PlanSummary) =>
      optimize.mutate(
        {
          day,
          driver_ids,
          time_limit_seconds,
          ...(base && { revises: base.id }),
          ...(what_if && { what_if }),
          ...(choices && { choices }),
        },
        { onError: refused },
      ),
  }
}

/** The maps side by side, all of the same part of the world. */
function Maps({ rows, onTake }: { rows: readonly Compared[]; onTake?: (scenario: PlanSummary) => void }) {
  const drawn = rows.flatMap(({ plan, ...row }) => (plan ? [{ ...row, plan }] : []))
  const bounds = boundsOf(drawn.map(({ plan }) => plan))
  const driverIds = [...new Set(drawn.flatMap(({ plan }) => plan.routes.map(({ driver_id }) => driver_id)))]
  return (
    <ul aria-label="Maps" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {drawn.map(({ summary, name, isBase, plan }) => (
        <li key={summary.id} className="grid content-start gap-2">
          <div className="flex min-h-8 items-center gap-2">
            <h2 className="min-w-0 flex-1 truncate font-semibold tracking-tight">{name}</h2>
            {!isBase && summary.state === 'draft' && onTake && (
              <Button size="small" aria-label={`Take ${name}…`} onPress={() => onTake(summary)}>
                Take…
              </Button>
            )}
          </div>
          <ScenarioMap name={name} plan={plan} bounds={bounds} driverIds={driverIds} />
        </li>
      ))}
    </ul>
  )
}

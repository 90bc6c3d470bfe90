import { useIsMutating, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Navigate } from 'react-router'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { formatDay } from '#web/lib/format.ts'
import { useLiveStatus } from '#web/lib/live/status.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DropToImport } from '../../import/drop-to-import.tsx'
import { usePlanDepot } from '../../scopes/use-plan-depot.ts'
import { boardPath } from '../board-path.ts'
import { DayField } from '../day-field.tsx'
import { PlanMenu } from '../plan-menu.tsx'
import { planSummaryQuery, plansOfDayQuery } from '../plan-queries.ts'
import { currentPlans } from '../plans-of-day.ts'
import { PlanView } from '../plan-view.tsx'
import { SetUp } from '../set-up/set-up.tsx'
import { UndatedBanner } from '../undated/undated-banner.tsx'
import { useKept } from '../use-kept.ts'
import { usePlanningAddress } from '../use-planning-address.ts'
import { BoardSkeleton } from './board-skeleton.tsx'

export function meta() {
  return [{ title: 'Planning · Karta' }]
}

/** The board of a day: choose drivers, optimize, look, change, approve, dispatch. */
export default function BoardPage() {
  const { day } = usePlanningAddress()
  return day === null ? <Navigate replace to="/dashboard/planning" /> : <DayPage day={day} />
}

function DayPage({ day }: { day: string }) {
  // Without a live connection, progress is polled.
  useLiveStatus()
  const zone = useMe().workspace.time_zone
  const mayPlan = useMay('change_planning')
  const address = usePlanningAddress()
  const wanted = useQuery({ ...planSummaryQuery(address.planId ?? ''), enabled: address.planId !== null })
  const plans = useQuery(plansOfDayQuery(day))
  const [keptPlanId, keepPlanId] = useKept<string>()
  const [isSettingUp, setSettingUp] = useKept<boolean>()
  const current = currentPlans(plans.data ?? [])
  const newest = current.find(({ id }) => id === keptPlanId) ?? current[0]
  // The plan that this page starts may be told of before the reply is there.
  const isStarting = useIsMutating() > 0
  const isOpen = newest && !address.isNew && !isSettingUp
  if (isOpen && newest.id !== keptPlanId) keepPlanId(newest.id)
  const planId = address.planId ?? (isOpen ? newest.id : null)
  const summary = useQuery({
    ...planSummaryQuery(planId ?? ''),
    enabled: planId !== null,
    // The list of the day has said it already.
    initialData: () => plans.data?.find(({ id }) => id === planId),
    initialDataUpdatedAt: plans.dataUpdatedAt,
  })

  const depotWords = usePlanDepot()
  const started = (plan: PlanSummary) => address.showPlan(plan.day, plan.id)
  const showNew = () => address.showNew(day)
  if (wanted.data && wanted.data.day !== day) {
    return <Navigate replace to={boardPath(wanted.data.day, { plan: address.planId, route: address.routeId })} />
  }
  return (
    <>
      <DropToImport />
      <PageHeader
        title="Planning"
        isSlim={planId !== null}
        description={[formatDay(day), depotWords(summary.data)].filter(Boolean).join(' · ')}
        actions={
          <>
            <DayField day={day} onChange={address.showDay} />
            <PlanMenu
              plans={plans.data ?? []}
              depotWords={depotWords}
              shownId={planId}
              zone={zone}
              onShow={(id) => address.showPlan(day, id)}
            />
            {planId && mayPlan && (
              <Button
                aria-label="New plan"
                icon={<Plus aria-hidden="true" className="size-4" />}
                onPress={showNew}
                className="max-sm:px-3"
              >
                <span className="max-sm:hidden">New plan</span>
              </Button>
            )}
          </>
        }
      />
      {mayPlan && <UndatedBanner day={day} />}
      {planId ? (
        <PlanView key={planId} summary={summary} zone={zone} onStarted={started} onNew={showNew} />
      ) : plans.isError && plans.data === undefined ? (
        <LoadError
          title="Planning could not be loaded"
          error={plans.error}
          onRetry={() => void plans.refetch()}
          isRetrying={plans.isFetching}
        />
      ) : plans.data || address.isNew ? (
        <>
          {isSettingUp && newest && !address.isNew && !isStarting && (
            <div className="pb-4">
              <Banner
                actions={
                  <Button size="small" onPress={() => started(newest)}>
                    Show plan
                  </Button>
                }
              >
                Somebody else made a plan for this day. Your settings are still here.
              </Banner>
            </div>
          )}
          <SetUp key={day} day={day} onDay={address.showDay} onStarted={started} onTouched={() => setSettingUp(true)} />
        </>
      ) : (
        <BoardSkeleton />
      )}
    </>
  )
}

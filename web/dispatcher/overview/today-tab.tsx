import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Package, Route as RouteIcon, Truck } from 'lucide-react'
import { LoadError } from '#web/lib/load-error.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { dayCountsQuery, openDaysQuery } from '../queries.ts'
import { DecisionList } from './decisions/decision-list.tsx'
import { FirstTier } from './first-run/first-tier.tsx'
import { FirstSteps } from './first-run/first-steps.tsx'
import { useFirstRun } from './first-run/use-first-run.ts'
import { OpenDays } from './open-days.tsx'
import { OutcomeCards } from './outcomes/outcome-cards.tsx'
import { PlansToday } from './plans-today.tsx'

/** The day at a glance: what is pending, planned and done. */
export function TodayTab({ today }: { today: string }) {
  const ever = useQuery(openDaysQuery)
  const counts = useQuery(dayCountsQuery(today))
  const firstRun = useFirstRun(ever.data)
  const error = [ever, counts].find((query) => query.isLoadingError)?.error
  const retry = () => void Promise.all([ever.refetch(), counts.refetch()])
  if (error) {
    return (
      <LoadError
        title="The figures could not be loaded"
        error={error}
        onRetry={retry}
        isRetrying={ever.isFetching || counts.isFetching}
      />
    )
  }
  const isLoading = counts.isPending
  const of = (...states: string[]) => states.reduce((sum, state) => sum + (counts.data?.by_status[state] ?? 0), 0)
  const onTheWay = of('planned', 'dispatched', 'in_transit', 'arrived')
  return (
    <>
      {!firstRun.isShown && <DecisionList />}
      <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Stat label="Deliveries today" icon={<Package />} value={counts.data?.total} isLoading={isLoading} />
        <Stat label="To be planned" icon={<RouteIcon />} value={of('pending')} isLoading={isLoading} />
        <Stat label="Planned or on the road" icon={<Truck />} value={onTheWay} isLoading={isLoading} />
        <Stat label="Delivered" icon={<CircleCheck />} value={of('delivered')} isLoading={isLoading} />
      </div>
      {firstRun.isShown ? (
        <div className="flex flex-col gap-4">
          <FirstTier />
          <FirstSteps today={today} onDismiss={firstRun.dismiss} />
        </div>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <OpenDays days={ever.data?.by_day.filter(({ pending }) => pending > 0) ?? []} isLoading={ever.isPending} />
          <PlansToday today={today} />
          <OutcomeCards />
        </div>
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { formatDay } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { whyNot } from '#web/lib/why-not.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { otherDays } from '../choose-day.ts'
import { NothingToPlan } from './nothing-to-plan.tsx'
import { Preparations } from './preparations.tsx'
import { activeDriversQuery, dayCountsQuery, hasDepotQuery, openDaysQuery, vehiclesQuery } from '../../queries.ts'
import { SetUpForm } from './set-up-form.tsx'

type SetUpProps = {
  day: string
  onDay: (day: string) => void
  onStarted: (plan: PlanSummary) => void
  /** Somebody begins to choose. */
  onTouched: () => void
}

/** The set-up of a new plan, or what is still missing for one. */
export function SetUp({ day, onDay, onStarted, onTouched }: SetUpProps) {
  const counts = useQuery(dayCountsQuery(day))
  const drivers = useQuery(activeDriversQuery)
  const hasDepot = useQuery(hasDepotQuery)
  const vehicles = useQuery(vehiclesQuery)
  const openDays = useQuery(openDaysQuery)
  const mayPlan = useMay('change_planning')
  const me = useMe()
  const needed = [counts, drivers, hasDepot, vehicles, openDays]

  const failed = needed.filter((query) => query.isError && query.data === undefined)
  if (failed[0]) {
    return (
      <LoadError
        title="The setup could not be loaded"
        error={failed[0].error}
        onRetry={() => failed.forEach((query) => void query.refetch())}
        isRetrying={needed.some((query) => query.isFetching)}
      />
    )
  }
  if (!counts.data || !drivers.data || hasDepot.data === undefined || !vehicles.data || !openDays.data) {
    return <SetUpSkeleton />
  }
  if (!mayPlan) {
    return (
      <Card>
        <EmptyState icon={<Eye />} title={`No plan for ${formatDay(day)} yet`}>
          {whyNot(['change_planning'], 'plan a day', me)}
        </EmptyState>
      </Card>
    )
  }
  const pending = counts.data.by_status.pending ?? 0
  const days = otherDays(openDays.data.by_day, day)
  if (!hasDepot.data || drivers.data.length === 0) {
    return (
      <Preparations
        hasDepot={hasDepot.data}
        drivers={drivers.data.length}
        pending={pending}
        day={day}
        isNew={!hasDepot.data && drivers.data.length === 0 && openDays.data.total === 0}
      />
    )
  }
  if (pending === 0) return <NothingToPlan day={day} planned={counts.data.total} otherDays={days} onDay={onDay} />
  return (
    <SetUpForm
      day={day}
      pending={pending}
      withoutPosition={counts.data.without_location}
      drivers={drivers.data}
      vehicles={vehicles.data}
      onDay={onDay}
      onStarted={onStarted}
      onTouched={onTouched}
    />
  )
}

function SetUpSkeleton() {
  return (
    <div role="status" aria-label="Loading the setup" className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-80 w-full rounded-xl" />
      <Skeleton className="h-64 w-full rounded-xl" />
    </div>
  )
}

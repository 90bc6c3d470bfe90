import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { dayOf } from '#domain/time.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { openDaysQuery } from '../queries.ts'
import { BoardSkeleton } from './board/board-skeleton.tsx'
import { chooseDay } from './choose-day.ts'
import { planSummaryQuery } from './plan-queries.ts'
import { boardPath, readAddress } from './board-path.ts'

export function meta() {
  return [{ title: 'Planning · Karta' }]
}

/** Leads to a day’s board: the day that a link names, that of its plan, or the one that most likely is wanted. */
export default function PlanningEntry() {
  const zone = useMe().workspace.time_zone
  const [query] = useSearchParams()
  const { day, planId, isNew, routeId } = readAddress(undefined, query)
  const plan = useQuery({ ...planSummaryQuery(planId ?? ''), enabled: planId !== null && day === null })
  const isDayOpen = day === null && (planId === null || plan.isError)
  const openDays = useQuery({ ...openDaysQuery, enabled: isDayOpen })
  const likely = openDays.data && chooseDay(openDays.data.by_day, dayOf(new Date(openDays.dataUpdatedAt), zone))
  const to = day ?? plan.data?.day ?? (isDayOpen ? likely : undefined)
  // A plan that cannot be shown is said so on the board.
  if (to) {
    return (
      <>
        <Navigate replace to={boardPath(to, { plan: isNew ? 'new' : planId, route: routeId })} />
        {/* Until the code of the board is there. */}
        <BoardSkeleton />
      </>
    )
  }
  if (openDays.isError) {
    return (
      <LoadError
        title="Planning could not be loaded"
        error={openDays.error}
        onRetry={() => void openDays.refetch()}
        isRetrying={openDays.isFetching}
      />
    )
  }
  return <BoardSkeleton />
}

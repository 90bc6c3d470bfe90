import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { LoadError } from '#web/lib/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DayColumn } from './day-column.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useDayMove } from './use-day-move.ts'
import { daysShown } from './week-days.ts'
import { weekQuery } from './week-queries.ts'

type DaysProps = { firstDay: string; depot: string; today: string }

/**
 * The columns of a week. Drawn again only when the days change: leaving the page would otherwise draw hundreds of orders once
 * more.
 */
export const Days = memo(function Days({ firstDay, depot, today }: DaysProps) {
  const week = useQuery({ ...weekQuery(firstDay, depot), placeholderData: keepPreviousData })
  const moving = useDayMove(depot)
  if (week.data) {
    return (
      <>
        <div
          className="grid items-start gap-2 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-7 2xl:gap-3"
          aria-busy={week.isPlaceholderData}
        >
          {week.data.map((day) => (
            <DayColumn key={day.day} day={day} others={week.data} today={today} depot={depot} moving={moving} />
          ))}
        </div>
        <SelectionBar days={week.data} moving={moving} />
      </>
    )
  }
  if (week.error) {
    return (
      <LoadError
        title="The week could not be loaded"
        error={week.error}
        onRetry={() => void week.refetch()}
        isRetrying={week.isFetching}
      />
    )
  }
  return (
    <div
      role="status"
      aria-label="Loading the week"
      className="grid items-start gap-2 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-7 2xl:gap-3"
    >
      {Array.from({ length: daysShown }, (_, at) => (
        <Skeleton key={at} className="h-80 w-full rounded-xl" />
      ))}
    </div>
  )
})

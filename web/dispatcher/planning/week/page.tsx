import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { dayAfter, dayOf } from '#domain/time.ts'
import { formatDay } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DropToImport } from '../../import/drop-to-import.tsx'
import { DepotSelect } from '../../scopes/depot-select.tsx'
import { DayField } from '../day-field.tsx'
import { UndatedBanner } from '../undated/undated-banner.tsx'
import { DayColumn } from './day-column.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useDayMove } from './use-day-move.ts'
import { useBoardAhead } from '../use-board-ahead.ts'
import { daysShown, firstDayOf, mondayOf, weekPath } from './week-days.ts'
import { weekQuery } from './week-queries.ts'

export function meta() {
  return [{ title: 'Week · Karta' }]
}

/** Several days side by side: load against capacity, plans, and orders that move from one day to another. */
export default function WeekPage() {
  useBoardAhead()
  const { date } = useParams()
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const mayPlan = useMay('change_planning')
  const today = dayOf(useNow(), useMe().workspace.time_zone)
  const firstDay = firstDayOf(date)
  const depot = query.get('depot') ?? ''
  const week = useQuery({ ...weekQuery(firstDay, depot), placeholderData: keepPreviousData })
  const moving = useDayMove(depot)
  const show = (day: string) => void navigate({ pathname: weekPath(day), search: query.toString() })
  return (
    <>
      <DropToImport />
      <PageHeader
        title="Week"
        trail={[{ label: 'Planning', href: '/dashboard/planning' }]}
        description={`${formatDay(firstDay)} to ${formatDay(dayAfter(firstDay, daysShown - 1))}`}
        actions={
          <>
            <DepotSelect
              label="Depot"
              none="All depots"
              value={depot}
              onChange={(id) => setQuery(id ? { depot: id } : {}, { replace: true })}
            />
            <IconButton
              label="A week earlier"
              variant="secondary"
              icon={<ChevronLeft aria-hidden="true" className="size-4" />}
              onPress={() => show(dayAfter(firstDay, -daysShown))}
            />
            <DayField day={firstDay} onChange={show} />
            <IconButton
              label="A week later"
              variant="secondary"
              icon={<ChevronRight aria-hidden="true" className="size-4" />}
              onPress={() => show(dayAfter(firstDay, daysShown))}
            />
            <Button onPress={() => show(mondayOf(today))} isDisabled={mondayOf(today) === firstDay}>
              This week
            </Button>
          </>
        }
      />
      {mayPlan && <UndatedBanner day={firstDay < today ? today : firstDay} />}
      {week.data ? (
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
      ) : week.error ? (
        <LoadError
          title="The week could not be loaded"
          error={week.error}
          onRetry={() => void week.refetch()}
          isRetrying={week.isFetching}
        />
      ) : (
        <div
          role="status"
          aria-label="Loading the week"
          className="grid items-start gap-2 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-7 2xl:gap-3"
        >
          {Array.from({ length: daysShown }, (_, at) => (
            <Skeleton key={at} className="h-80 w-full rounded-xl" />
          ))}
        </div>
      )}
    </>
  )
}

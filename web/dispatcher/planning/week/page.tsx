import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { dayAfter, dayOf } from '#domain/time.ts'
import { formatDay } from '#web/lib/format.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DropToImport } from '../../import/drop-to-import.tsx'
import { DepotSelect } from '../../scopes/depot-select.tsx'
import { DayField } from '../day-field.tsx'
import { UndatedBanner } from '../undated/undated-banner.tsx'
import { useBoardAhead } from '../use-board-ahead.ts'
import { Days } from './days.tsx'
import { daysShown, firstDayOf, mondayOf, weekPath } from './week-days.ts'

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
      <Days firstDay={firstDay} depot={depot} today={today} />
    </>
  )
}

import { CalendarPlus, ChevronLeft, ChevronRight, PartyPopper } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { Agenda } from './agenda.tsx'
import { AheadList } from './ahead-list.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { DayOffDialog } from './day-off-dialog.tsx'
import { moved, type Span } from './days.ts'
import { HolidayDialog } from './holiday-dialog.tsx'
import { InWorkshop } from './in-workshop.tsx'
import { useCalendar, type CalendarView } from './use-calendar.ts'
import { useCalendarActions } from './use-calendar-actions.ts'

export function meta() {
  return [{ title: 'Calendar · Karta' }]
}

type Opened = { kind: 'holiday' } | { kind: 'day off'; driverId?: string; day?: string }

export default function CalendarPage() {
  const view = useCalendar()
  const actions = useCalendarActions(view.today)
  const mayChange = useMay('change_fleet')
  const [opened, open] = useState<Opened>()
  const failed = [view.drivers, view.depots, view.shown].find(({ isLoadingError }) => isLoadingError)
  const drivers = view.drivers.data
  const off = mayChange ? (driverId: string, day: string) => open({ kind: 'day off', driverId, day }) : undefined
  return (
    <>
      <PageHeader
        title="Calendar"
        description="Who works when: shifts by weekday, days off and holidays. Plans leave out whoever is off."
        actions={
          mayChange ? (
            <>
              <Button
                icon={<PartyPopper aria-hidden="true" className="size-4" />}
                onPress={() => open({ kind: 'holiday' })}
              >
                Add holiday
              </Button>
              <Button
                variant="primary"
                icon={<CalendarPlus aria-hidden="true" className="size-4" />}
                isDisabled={!drivers?.length}
                onPress={() => open({ kind: 'day off' })}
              >
                Add day off
              </Button>
            </>
          ) : (
            <NotOffered action="change_fleet" doing="change the calendar" />
          )
        }
      />
      <SpanBar view={view} />
      {failed ? (
        <LoadError
          title="The calendar could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : !drivers || !view.shown.data || !view.depots.data ? (
        <Skeleton className="h-80 w-full rounded-xl" />
      ) : drivers.length === 0 ? (
        <Card>
          <EmptyState
            icon={<CalendarPlus />}
            title="No drivers yet"
            actions={<ButtonLink to="/dashboard/drivers">Open drivers</ButtonLink>}
          >
            The calendar shows your active drivers and when they work.
          </EmptyState>
        </Card>
      ) : (
        <div className="flex flex-col gap-5">
          <CalendarGrid view={view} drivers={drivers} calendar={view.shown.data} onAdd={off} />
          <Agenda view={view} drivers={drivers} calendar={view.shown.data} />
          <AheadList view={view} actions={mayChange ? actions : undefined} />
          <InWorkshop today={view.today} />
        </div>
      )}
      {opened?.kind === 'day off' && drivers && (
        <DayOffDialog
          drivers={drivers}
          driverId={opened.driverId}
          day={opened.day ?? view.today}
          onClose={() => open(undefined)}
          onAdded={actions.addedDayOff}
        />
      )}
      {opened?.kind === 'holiday' && (
        <HolidayDialog
          depots={view.depots.data ?? []}
          day={view.today}
          onClose={() => open(undefined)}
          onAdded={actions.addedHoliday}
        />
      )}
    </>
  )
}

const spans = [
  { id: 'week', label: 'Week' },
  { id: 'month', label: 'Month' },
] as const

/** Which days are shown. */
function SpanBar({ view: { day, days, span, setSpan, choose, today } }: { view: CalendarView }) {
  return (
    <Toolbar label="Days">
      <IconButton
        label={`Previous ${span}`}
        icon={<ChevronLeft className="size-4" />}
        variant="secondary"
        onPress={() => choose(moved(day, span, -1))}
      />
      <IconButton
        label={`Next ${span}`}
        icon={<ChevronRight className="size-4" />}
        variant="secondary"
        onPress={() => choose(moved(day, span, 1))}
      />
      <Button onPress={() => choose(today)} isDisabled={days.includes(today)}>
        Today
      </Button>
      <Select
        label="Show"
        isLabelHidden
        options={spans}
        value={span}
        onChange={(next) => setSpan(next as Span)}
        className="w-28"
      />
      <output className="ml-1 font-medium">
        {formatDay(days[0]!)} – {formatDay(days.at(-1)!)}
      </output>
    </Toolbar>
  )
}

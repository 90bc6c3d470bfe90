import { parseDate, type CalendarDate } from '@internationalized/date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { suggestDays } from '#domain/api/days.ts'
import { mostDays } from '#domain/schema/day-suggestion.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { activeDriversQuery } from '../../queries.ts'
import { idsByDay } from './by-day.ts'
import { DayList } from './day-list.tsx'
import { EffectsTable } from './effects-table.tsx'
import { useAcceptDays } from './use-accept-days.ts'

/** Finds the days on which orders without one cost least, and gives them these days. */
export function DaysDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const [first, setFirst] = useState<CalendarDate | null>(parseDate(day))
  const [last, setLast] = useState<CalendarDate | null>(parseDate(day).add({ days: 6 }))
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const drivers = useQuery(activeDriversQuery)
  const accept = useAcceptDays(onClose)
  const found = useMutation({
    mutationFn: () =>
      call(suggestDays, {
        body: {
          first_day: first!.toString(),
          last_day: last!.toString(),
          driver_ids: (drivers.data ?? []).slice(0, 100).map(({ id }) => id),
          time_limit_seconds: 5,
        },
      }),
    onSuccess: () => setLeftOut(new Set()),
  })
  const problem = rangeProblem(first, last)
  const chosen = found.data ? idsByDay(found.data.suggestions, leftOut) : []
  const count = chosen.reduce((sum, { ids }) => sum + ids.length, 0)
  const error = found.error ?? accept.error
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Days for orders without one"
      size="large"
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          {found.data && count > 0 && (
            <Button variant="primary" isPending={accept.isPending} onPress={() => accept.mutate(chosen)}>
              Give {countOf(count, 'order')} {count === 1 ? 'its day' : 'their days'}
            </Button>
          )}
        </>
      }
    >
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!problem) found.mutate()
        }}
      >
        <DatePicker label="First day" value={first} onChange={setFirst} />
        <DatePicker label="Last day" value={last} onChange={setLast} errorMessage={problem} />
        <Button
          type="submit"
          variant={found.data ? 'secondary' : 'primary'}
          isDisabled={problem !== undefined || !drivers.data?.length}
          isPending={found.isPending}
          pendingLabel="Searching"
        >
          {found.data ? 'Search again' : 'Find days'}
        </Button>
      </form>
      <p className="mt-3 text-[0.8125rem] text-ink-muted">
        Each order comes on the day when it costs least beside the deliveries of that day, within its first and last day
        and its windows, with all drivers who work. Plan the days as usual afterwards.
      </p>
      {error && (
        <div className="mt-4">
          <PlainAlert>{error.message}</PlainAlert>
        </div>
      )}
      {found.data && found.data.suggestions.length > 0 && <EffectsTable effects={found.data.effects} />}
      {found.data && <DayList found={found.data} leftOut={leftOut} onChange={setLeftOut} />}
    </Dialog>
  )
}

function rangeProblem(first: CalendarDate | null, last: CalendarDate | null): string | undefined {
  if (!first || !last) return 'Choose both days.'
  if (last.compare(first) < 0) return 'The last day is before the first.'
  return last.compare(first.add({ days: mostDays - 1 })) > 0 ? `Choose at most ${mostDays} days.` : undefined
}

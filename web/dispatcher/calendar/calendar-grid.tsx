import { useMemo } from 'react'
import type { DayOff, Holiday } from '#domain/schema/calendar.ts'
import type { Driver } from '#domain/schema/driver.ts'
import { workOn, type Off } from '#domain/shifts.ts'
import { formatDayBriefly, formatHours } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import { reasonWords } from './calendar-words.ts'
import type { CalendarView } from './use-calendar.ts'

export type CalendarProps = {
  view: CalendarView
  drivers: readonly Driver[]
  calendar: { daysOff: readonly DayOff[]; holidays: readonly Holiday[] }
}

/** What every driver does on every day that is shown. */
export function useWork({ view, drivers, calendar }: CalendarProps) {
  const { days, defaultDepot } = view
  return useMemo(
    () =>
      drivers.map((driver) => ({
        driver,
        work: days.map((day) => ({
          day,
          ...workOn(driver, day, { ...calendar, depotId: driver.depot_id ?? defaultDepot }),
        })),
      })),
    [drivers, calendar, defaultDepot, days],
  )
}

const tones: Record<Off['kind'], string> = {
  free: 'text-ink-faint',
  day_off: 'bg-warning-soft text-warning-ink font-medium',
  holiday: 'bg-violet-soft text-violet-ink font-medium',
}

/** A line for each driver and a column for each day. On phones, the agenda says the same day by day. */
export function CalendarGrid(props: CalendarProps & { onAdd?: ((driverId: string, day: string) => void) | undefined }) {
  const { view, onAdd } = props
  const { days, today, span } = view
  const rows = useWork(props)
  const isMonth = span === 'month'
  return (
    <Card isPadded={false} className="max-md:hidden">
      <div className="overflow-x-auto">
        <table aria-label="Who works when" className="w-full border-collapse text-[0.8125rem]">
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 z-10 min-w-36 bg-surface px-4 py-2.5 text-left font-medium">
                Driver
              </th>
              {days.map((day, at) => (
                <th
                  key={day}
                  scope="col"
                  className={cx(
                    'border-l px-2 py-2 text-left align-bottom font-medium whitespace-nowrap',
                    day === today && 'bg-brand-soft text-brand-ink',
                  )}
                >
                  {isMonth ? Number(day.slice(8)) : formatDayBriefly(day, today.slice(0, 4))}
                  <span className="block text-xs font-normal text-ink-muted">
                    {offCount(
                      rows.map(({ work }) => work[at]!),
                      isMonth,
                    )}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ driver, work }) => (
              <tr key={driver.id} className="border-t">
                <th scope="row" className="sticky left-0 z-10 bg-surface px-4 py-2 text-left font-medium">
                  <Link to={`/dashboard/drivers?open=${driver.id}`}>{driver.name}</Link>
                </th>
                {work.map((each) => (
                  <td key={each.day} className="border-l p-0.5">
                    <Cell
                      work={each}
                      isMonth={isMonth}
                      label={`${driver.name}, ${formatDayBriefly(each.day, today.slice(0, 4))}`}
                      onPress={onAdd && each.day >= today ? () => onAdd(driver.id, each.day) : undefined}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

export type Work = ReturnType<typeof useWork>[number]['work'][number]

/** How many are off although they would work. */
function offCount(work: readonly Work[], isShort: boolean): string {
  const off = work.filter((each) => 'off' in each && each.off.kind !== 'free').length
  if (off === 0) return isShort ? '\u00a0' : 'All there'
  return isShort ? `−${off}` : `${off} off`
}

type CellProps = { work: Work; isMonth: boolean; label: string; onPress: (() => void) | undefined }

/** A press on a shift offers a day off. The keyboard has the button above the calendar for that. */
function Cell({ work, isMonth, label, onPress }: CellProps) {
  const words = 'off' in work ? reasonWords(work.off) : formatHours(work.shift.start, work.shift.end)
  const shown = isMonth
    ? 'off' in work
      ? work.off.kind === 'free'
        ? '–'
        : '×'
      : '✓'
    : words.replace(' (next day)', ' +1')
  const style = cx(
    'block w-full rounded-md px-1.5 py-1.5 text-left tabular-nums',
    isMonth ? 'text-center' : 'truncate',
    'off' in work && tones[work.off.kind],
  )
  if ('off' in work || !onPress) {
    return (
      <span title={words} className={style}>
        <span aria-hidden="true">{shown}</span>
        <span className="sr-only">{words}</span>
      </span>
    )
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      title={`${words}. Press to add a day off.`}
      aria-label={`${label}: ${words}. Add a day off`}
      onClick={onPress}
      className={cx(style, 'cursor-pointer hover:bg-hover')}
    >
      {shown}
    </button>
  )
}

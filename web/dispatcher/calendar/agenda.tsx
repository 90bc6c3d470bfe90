import { countOf, formatDay, formatHours } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { reasonWords } from './calendar-words.ts'
import { useWork, type CalendarProps } from './calendar-grid.tsx'

/** The same as the grid for a phone: for each day, who is off and who works. */
export function Agenda(props: CalendarProps) {
  const rows = useWork(props)
  const { days, today } = props.view
  return (
    <Card isPadded={false} className="md:hidden">
      <ol className="divide-y">
        {days.map((day, at) => {
          const all = rows.map(({ driver, work }) => ({ driver, work: work[at]! }))
          const off = all.flatMap(({ driver, work }) => ('off' in work ? [{ driver, off: work.off }] : []))
          const working = all.flatMap(({ driver, work }) => ('shift' in work ? [{ driver, shift: work.shift }] : []))
          return (
            <li key={day} className="px-4 py-3">
              <h3 className="font-medium">
                {formatDay(day)}
                {day === today && <span className="ml-2 text-brand-ink">Today</span>}
              </h3>
              {off.length > 0 && (
                <p className="mt-1 text-[0.8125rem]">
                  <span className="font-medium text-warning-ink">Off: </span>
                  {off.map(({ driver, off: why }) => `${driver.name} (${reasonWords(why)})`).join(', ')}
                </p>
              )}
              <details className="mt-1 text-[0.8125rem] text-ink-muted">
                <summary className="cursor-pointer py-1.5">{countOf(working.length, 'driver')} on duty</summary>
                <ul className="mt-1 flex flex-col gap-1">
                  {working.map(({ driver, shift }) => (
                    <li key={driver.id} className="flex justify-between gap-3">
                      <span className="truncate">{driver.name}</span>
                      <span className="tabular-nums">{formatHours(shift.start, shift.end)}</span>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

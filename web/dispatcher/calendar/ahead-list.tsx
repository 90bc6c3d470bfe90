import { Trash2 } from 'lucide-react'
import { formatDay } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { daysWords } from './calendar-words.ts'
import type { CalendarView } from './use-calendar.ts'
import type { CalendarActions } from './use-calendar-actions.ts'

/** Days off and holidays from today on, to look up and to delete. */
export function AheadList({ view, actions }: { view: CalendarView; actions: CalendarActions | undefined }) {
  const depots = new Map(view.depots.data?.map(({ id, name }) => [id, name]))
  const { daysOff = [], holidays = [] } = view.ahead.data ?? {}
  const lines = [
    ...daysOff.map((each) => ({
      id: each.id,
      day: each.first_day,
      what: each.driver_name,
      when: daysWords(each),
      note: each.reason ?? '',
      isHoliday: false,
      remove: actions && (() => void actions.deleteDayOff(each)),
    })),
    ...holidays.map((each) => ({
      id: each.id,
      day: each.day,
      what: each.name,
      when: formatDay(each.day),
      note: each.depot_id ? (depots.get(each.depot_id) ?? '') : 'All depots',
      isHoliday: true,
      remove: actions && (() => void actions.deleteHoliday(each)),
    })),
  ].toSorted((one, other) => one.day.localeCompare(other.day))
  return (
    <Card title="Days off and holidays ahead" description="In the next twelve months.">
      {lines.length === 0 ? (
        <p className="text-ink-muted">Nothing is entered. Everybody works as their week says.</p>
      ) : (
        <ul className="flex flex-col divide-y">
          {lines.map(({ id, what, when, note, isHoliday, remove }) => (
            <li key={id} className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-medium">{what}</span>
                  <Badge tone={isHoliday ? 'violet' : 'warning'}>{isHoliday ? 'Holiday' : 'Day off'}</Badge>
                </p>
                <p className="text-[0.8125rem] text-ink-muted">
                  {when}
                  {note && ` · ${note}`}
                </p>
              </div>
              {remove && (
                <IconButton
                  label={`Delete ${what}, ${when}`}
                  icon={<Trash2 className="size-4" />}
                  hasTooltip={false}
                  onPress={remove}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

import { parseDate, type CalendarDate } from '@internationalized/date'
import { X } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { SlotCardProps } from './use-slot-settings-form.ts'

/** Days on which nothing is offered. */
export function BlackoutCard({ form: { values, set, problemOf }, isDisabled }: SlotCardProps) {
  const [day, setDay] = useState<CalendarDate | null>(null)
  const { blackout_days: days } = values
  const add = () => {
    if (day) set('blackout_days', [...new Set([...days, day.toString()])].toSorted())
    setDay(null)
  }
  return (
    <Card
      title="Days without slots"
      description="Besides the holidays in the calendar, on which no slots are offered either."
    >
      <div className="flex flex-col gap-4">
        {days.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {days.map((each) => (
              <li key={each} className="flex items-center gap-1 rounded-lg border py-0.5 pr-0.5 pl-3 tabular-nums">
                {formatDay(parseDate(each).toString())}
                {!isDisabled && (
                  <IconButton
                    label={`Offer slots on ${formatDay(each)}`}
                    icon={<X className="size-4" />}
                    onPress={() =>
                      set(
                        'blackout_days',
                        days.filter((other) => other !== each),
                      )
                    }
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {!isDisabled && (
          <div className="flex flex-wrap items-end gap-3">
            <DatePicker label="Day" value={day} onChange={(next) => setDay(next as CalendarDate | null)} />
            <Button isDisabled={!day} onPress={add}>
              Add day
            </Button>
          </div>
        )}
        {days.length === 0 && isDisabled && <p className="text-ink-muted">None.</p>}
        {problemOf('blackout_days') && (
          <p role="alert" className="text-danger-ink">
            {problemOf('blackout_days')}
          </p>
        )}
      </div>
    </Card>
  )
}

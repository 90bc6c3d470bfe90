import { parseDate, type CalendarDate } from '@internationalized/date'
import { useState } from 'react'
import { Day, dayOf } from '#domain/time.ts'
import { formatDayBriefly } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'

/** Stands for copies without a day. */
export const noDay = 'none'

/** How many days can be pressed at once. Others are picked from the calendar. */
const nearDays = 7

type CopyDaysProps = { days: readonly string[]; onChange: (days: string[]) => void }

/** Asks for the days of copies: those of the coming week are one press away. */
export function CopyDays({ days, onChange }: CopyDaysProps) {
  const { workspace } = useMe()
  const today = parseDate(dayOf(new Date(), workspace.time_zone))
  const [other, setOther] = useState<CalendarDate | null>(null)
  const isPast = other !== null && other.compare(today) < 0
  const isDay = other !== null && Day.safeParse(other.toString()).success
  const near = Array.from({ length: nearDays }, (_, index) => today.add({ days: index }).toString())
  const far = days.filter((day) => day !== noDay && !near.includes(day)).toSorted()
  const label = (day: string, index: number) =>
    ['Today', 'Tomorrow'][index] ?? formatDayBriefly(day, String(today.year))
  const chips = [
    ...[...near, ...far].map((day, index) => ({ id: day, label: label(day, index) })),
    { id: noDay, label: 'Without a day' },
  ]
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="text-[0.8125rem] font-medium">
          Days of the copies
        </span>
        <FilterChips label="Days of the copies" chips={chips} selected={days} onChange={onChange} />
      </div>
      <div className="flex items-end gap-2">
        <DatePicker
          label="Another day"
          className="grow"
          value={other}
          onChange={setOther}
          errorMessage={isPast ? 'This day is over.' : undefined}
        />
        <Button
          isDisabled={!isDay || isPast}
          onPress={() => {
            onChange([...new Set([...days, other!.toString()])])
            setOther(null)
          }}
        >
          Add day
        </Button>
      </div>
    </div>
  )
}

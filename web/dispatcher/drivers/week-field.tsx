import { Copy } from 'lucide-react'
import { weekdayNames, weekdays, type Shift, type Week, type Weekday } from '#domain/schema/shift.ts'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { DayTimeField } from '../records/day-time-field.tsx'

type WeekFieldProps = {
  value: Week
  onChange: (week: Week) => void
  /** The shift of a day that becomes a working day. */
  usual: Shift
  problemOf: (weekday: Weekday) => string | undefined
  /** What a day without hours is called. */
  offWord?: string
}

/** A shift for each day of the week, or a free day. */
export function WeekField({ value, onChange, usual, problemOf, offWord = 'Free' }: WeekFieldProps) {
  const set = (weekday: Weekday, shift: Shift | null) => onChange({ ...value, [weekday]: shift })
  const first = weekdays.find((weekday) => value[weekday])
  const copy = () => onChange(Object.fromEntries(weekdays.map((day) => [day, value[day] && value[first!]])) as Week)
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col divide-y">
        {weekdays.map((weekday) => (
          <WeekdayRow
            key={weekday}
            weekday={weekday}
            shift={value[weekday]}
            onChange={(shift) => set(weekday, shift)}
            usual={usual}
            problem={problemOf(weekday)}
            offWord={offWord}
          />
        ))}
      </ul>
      {first && (
        <div>
          <Button size="small" icon={<Copy aria-hidden="true" className="size-3.5" />} onPress={copy}>
            Use {weekdayNames[first]}’s hours on all {offWord === 'Free' ? 'working' : 'open'} days
          </Button>
        </div>
      )}
    </div>
  )
}

type WeekdayRowProps = {
  weekday: Weekday
  shift: Shift | null
  onChange: (shift: Shift | null) => void
  usual: Shift
  problem: string | undefined
  offWord: string
}

function WeekdayRow({ weekday, shift, onChange, usual, problem, offWord }: WeekdayRowProps) {
  const name = weekdayNames[weekday]
  return (
    <li className="grid grid-cols-[7rem_1fr] items-start gap-x-3 gap-y-2 py-2 first:pt-0">
      <Checkbox
        isSelected={shift !== null}
        onChange={(isWorking) => onChange(isWorking ? usual : null)}
        className="mt-2"
      >
        {name}
      </Checkbox>
      {shift ? (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-[6.5rem_1fr]">
          <TimeField
            label={`${name} starts`}
            isLabelHidden
            value={toTime(shift.start)}
            onChange={(next) => onChange({ ...shift, start: fromTime(next) ?? shift.start })}
          />
          <DayTimeField
            label={`${name} ends`}
            isLabelHidden
            isInline
            errorMessage={problem}
            value={shift.end}
            onChange={(end) => onChange({ ...shift, end })}
          />
        </div>
      ) : (
        <span className="mt-2 text-ink-muted">{offWord}</span>
      )}
    </li>
  )
}

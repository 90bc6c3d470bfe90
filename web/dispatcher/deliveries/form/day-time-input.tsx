import { onClock } from '#domain/time.ts'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TimeField } from '#web/ui/time-field.tsx'

type DayTimeInputProps = {
  label: string
  value: string | null
  onChange: (value: string | null) => void
  errorMessage?: string | undefined
  isDisabled?: boolean
  /** The time that this one follows: if it does not, the next day is meant. */
  after?: string | null
}

/** A time on a day or on the one after, or none: 02:30 of the next day is the value `26:30`. */
export function DayTimeInput({ label, value, onChange, after = null, ...field }: DayTimeInputProps) {
  const clock = value === null ? null : onClock(value)
  const isLater = clock !== null && clock.daysLater > 0
  const isOffered = clock !== null && (isLater || (after !== null && after >= clock.time))
  const write = (time: string | null, nextDay: boolean) =>
    onChange(time && nextDay ? `${Number(time.slice(0, 2)) + 24}${time.slice(2)}` : time)
  return (
    <div>
      <TimeField
        label={label}
        {...field}
        value={toTime(clock?.time ?? null)}
        onChange={(next) => write(fromTime(next), isLater)}
      />
      {isOffered && (
        <Checkbox
          isSelected={isLater}
          isDisabled={field.isDisabled}
          onChange={(nextDay) => write(clock.time, nextDay)}
          aria-label={`${label}: next day`}
          className="mt-1.5 text-[0.8125rem] text-ink-muted"
        >
          Next day
        </Checkbox>
      )}
    </div>
  )
}

import { onClock, sayNextDay } from '#domain/time.ts'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { TimeField } from '#web/ui/time-field.tsx'

type DayTimeFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  errorMessage?: string | undefined
  isLabelHidden?: boolean
  isDisabled?: boolean
  className?: string
  /** Puts the switch beside the time where there is room. */
  isInline?: boolean
}

// The field has a box for what callers of the API have to write.
const sayCheck = 'If it is on the next day, check “Next day”.'

/** A time on a day or on the one after: 02:30 of the next day is the value `26:30`. */
export function DayTimeField({
  label,
  value,
  onChange,
  errorMessage,
  className,
  isInline,
  ...field
}: DayTimeFieldProps) {
  const { time, daysLater } = onClock(value)
  const write = (clock: string, isLater: boolean) =>
    onChange(isLater ? `${Number(clock.slice(0, 2)) + 24}${clock.slice(2)}` : clock)
  return (
    <div className={cx(isInline && 'flex flex-wrap gap-x-3', className)}>
      <TimeField
        label={label}
        {...field}
        {...(isInline && { className: 'min-w-24 flex-1' })}
        {...(errorMessage && { errorMessage: errorMessage.replace(sayNextDay, sayCheck) })}
        value={toTime(time)}
        onChange={(next) => write(fromTime(next) ?? time, daysLater > 0)}
      />
      <Checkbox
        isSelected={daysLater > 0}
        isDisabled={field.isDisabled}
        onChange={(isLater) => write(time, isLater)}
        aria-label={`${label}: next day`}
        className={cx('mt-1.5 text-[0.8125rem] whitespace-nowrap text-ink-muted', isInline && 'sm:mt-2')}
      >
        Next day
      </Checkbox>
    </div>
  )
}

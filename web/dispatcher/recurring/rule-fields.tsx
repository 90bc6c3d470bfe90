import { parseDate } from '@internationalized/date'
import { CalendarClock } from 'lucide-react'
import { dayAfter } from '#domain/time.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Select } from '#web/ui/select.tsx'
import { useDaysBetween } from '../calendar/use-calendar.ts'
import { sayRule } from './recurring-words.ts'
import { firstDayOf, toRule, type RuleValues } from './rule-values.ts'
import { WeekdaysField } from './weekdays-field.tsx'

/** What the fields of a rule need of the form that they are in. */
export type RuleForm = {
  values: RuleValues
  set: <Name extends keyof RuleValues>(name: Name, value: RuleValues[Name]) => void
  problemOf: (name: keyof RuleValues) => string | undefined
}

type RuleFieldsProps = RuleForm & {
  today: string
  /** The first day that can be meant if none is chosen. */
  from: string
  isDisabled?: boolean
}

const rhythms = [1, 2, 3, 4, 5, 6, 7, 8].map((weeks) => ({
  id: String(weeks),
  label: weeks === 1 ? 'Every week' : `Every ${weeks} weeks`,
}))

/** On which days something comes again, and a sentence about it. */
export function RuleFields({ values, set, problemOf, today, from, isDisabled = false }: RuleFieldsProps) {
  const ahead = useDaysBetween(today, dayAfter(today, 366))
  // Those of a single depot are left out only of its orders.
  const holidays = (ahead.data?.holidays ?? []).filter((each) => each.depot_id === null).map(({ day }) => day)
  return (
    <>
      <WeekdaysField
        value={values.weekdays}
        onChange={(weekdays) => set('weekdays', weekdays)}
        errorMessage={problemOf('weekdays')}
        isDisabled={isDisabled}
      />
      <Select
        label="How often"
        options={rhythms}
        isDisabled={isDisabled}
        value={String(values.every_weeks)}
        onChange={(weeks) => set('every_weeks', Number(weeks))}
        errorMessage={problemOf('every_weeks')}
      />
      <div className="grid grid-cols-2 gap-4">
        <DatePicker
          label="First day"
          isRequired
          isDisabled={isDisabled}
          errorMessage={problemOf('first_day')}
          value={parseDate(firstDayOf(values, from))}
          onChange={(day) => set('first_day', day?.toString() ?? null)}
        />
        <DatePicker
          label="Last day"
          isDisabled={isDisabled}
          errorMessage={problemOf('last_day')}
          value={values.last_day ? parseDate(values.last_day) : null}
          onChange={(day) => set('last_day', day?.toString() ?? null)}
        />
      </div>
      <Checkbox
        isSelected={values.skips_holidays}
        isDisabled={isDisabled}
        onChange={(skips) => set('skips_holidays', skips)}
      >
        Leave out holidays
        <span className="block text-[0.8125rem] text-ink-muted">Those in the calendar of its depot.</span>
      </Checkbox>
      <p aria-live="polite" className="flex items-start gap-2.5 rounded-xl bg-brand-soft px-3.5 py-3 text-brand-ink">
        <CalendarClock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>{sayRule(toRule(values, from), today, holidays)}</span>
      </p>
    </>
  )
}

import { weekdays, type Week } from '#domain/schema/shift.ts'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import { Switch } from '#web/ui/switch.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { DayTimeField } from '../records/day-time-field.tsx'
import type { DriverFormState } from './use-driver-form.ts'
import { WeekField } from './week-field.tsx'

/** When a driver works: the same hours every day, or others by weekday. */
export function ShiftFields({ form }: { form: DriverFormState }) {
  const { values, set, field, problemOf } = form
  const usual = { start: values.shift_start, end: values.shift_end }
  const everyDay = () => Object.fromEntries(weekdays.map((weekday) => [weekday, usual])) as Week
  const problem = problemOf('shift_end')
  return (
    <div className="flex flex-col gap-4">
      {(!values.week || problem) && (
        <div className="grid grid-cols-2 gap-4">
          <TimeField
            label="Shift starts"
            {...field('shift_start')}
            value={toTime(values.shift_start)}
            onChange={(value) => set('shift_start', fromTime(value) ?? values.shift_start)}
          />
          <DayTimeField label="Shift ends" {...field('shift_end')} />
        </div>
      )}
      <Switch
        isSelected={values.week !== null}
        onChange={(isByDay) => set('week', isByDay ? everyDay() : null)}
        description="Other hours on some days, and free days."
      >
        Hours by weekday
      </Switch>
      {values.week && (
        <WeekField
          value={values.week}
          onChange={(week) => set('week', week)}
          usual={usual}
          problemOf={(weekday) => problemOf(`week.${weekday}`)}
        />
      )}
    </div>
  )
}

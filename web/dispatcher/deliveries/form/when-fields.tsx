import { parseDate } from '@internationalized/date'
import { useMay } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { DayTimeInput } from './day-time-input.tsx'
import type { DeliveryValues } from './delivery-values.ts'
import { anyProblem, type FieldsProps } from './field-props.ts'
import { Folded } from './section.tsx'
import { SlotPicker } from './slot-picker.tsx'
import { timesSummary } from './section-words.ts'
import { WindowsField } from './windows-field.tsx'

/** The day, or the days of an order without one, and the time windows. */
export function WhenFields(props: FieldsProps & { usualMinutes: number; deliveryId: string | undefined }) {
  const { values, set, bound, isLocked, isRecurring, usualMinutes, deliveryId } = props
  const maySell =
    useMay('change_deliveries') && !isRecurring && !isLocked('scheduled_date') && !isLocked('window_start')
  const hasTime = values.window_start || values.window_end || values.more_windows.length > 0
  return (
    <>
      {maySell && <SlotPicker {...{ values, set, deliveryId }} />}
      {!isRecurring && <Days {...props} />}
      <div className="grid grid-cols-2 gap-4">
        <DayTimeInput label="Not before" after={values.window_end && '24:00'} {...bound('window_start')} />
        <DayTimeInput label="Not after" after={values.window_start} {...bound('window_end')} />
      </div>
      <WindowsField {...props} />
      <div className="flex min-h-7 items-center justify-between gap-3 text-[0.8125rem] text-ink-muted">
        <p>Leave a time empty if it does not matter.</p>
        {!isLocked('window_start') && hasTime && (
          <Button
            size="small"
            onPress={() => {
              set('window_start', null)
              set('window_end', null)
              set('more_windows', [])
            }}
          >
            Any time
          </Button>
        )}
      </div>
      <NumberField
        label="Minutes at the door"
        minValue={0}
        maxValue={480}
        placeholder={String(usualMinutes)}
        {...bound('service_minutes')}
      />
      <MoreTimes {...props} />
    </>
  )
}

function Days(props: FieldsProps) {
  return (
    <>
      {props.values.is_undated ? (
        <div className="grid grid-cols-2 gap-4">
          <DayField {...props} label="Not before this day" name="earliest_date" />
          <DayField {...props} label="Not after this day" name="latest_date" />
        </div>
      ) : (
        <DayField {...props} label="Day" name="scheduled_date" isRequired />
      )}
      <UndatedSwitch {...props} />
    </>
  )
}

type DayFieldProps = FieldsProps & {
  label: string
  name: 'scheduled_date' | 'earliest_date' | 'latest_date'
  isRequired?: boolean
}

function DayField({ values, set, bound, label, name, isRequired = false }: DayFieldProps) {
  const day = values[name]
  return (
    <DatePicker
      label={label}
      isRequired={isRequired}
      {...bound(name)}
      value={day ? parseDate(day) : null}
      onChange={(value) => set(name, value?.toString() ?? null)}
    />
  )
}

/** Lets an order wait for a day, which planning finds. */
function UndatedSwitch({ values, set, isLocked }: FieldsProps) {
  const seesPlanning = useMay('see_operations')
  if (isLocked('scheduled_date') || (!seesPlanning && !values.is_undated)) return null
  return (
    <Checkbox isSelected={values.is_undated} onChange={(isUndated) => set('is_undated', isUndated)}>
      No day yet
      <span className="block text-[0.8125rem] text-ink-muted">It waits until a day is chosen or planned for it.</span>
    </Checkbox>
  )
}

const names: (keyof DeliveryValues)[] = ['preferred_start', 'preferred_end', 'setup_minutes']

function MoreTimes({ values, bound, problemOf, isReadOnly }: FieldsProps) {
  return (
    <Folded
      title="Preferred time and parking"
      summary={timesSummary(values)}
      isInvalid={anyProblem(problemOf, names)}
      isReadOnly={isReadOnly}
    >
      <div className="grid grid-cols-2 gap-4">
        <DayTimeInput label="Preferably from" after={values.preferred_end && '24:00'} {...bound('preferred_start')} />
        <DayTimeInput label="Preferably until" after={values.preferred_start} {...bound('preferred_end')} />
      </div>
      <NumberField
        label="Minutes to park and walk"
        description="Counted once for deliveries at one place."
        minValue={0}
        maxValue={240}
        {...bound('setup_minutes')}
      />
    </Folded>
  )
}

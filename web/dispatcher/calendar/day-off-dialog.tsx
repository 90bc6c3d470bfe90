import { parseDate } from '@internationalized/date'
import { Form } from 'react-aria-components'
import { createDayOff } from '#domain/api/calendar.ts'
import { NewDayOff, type DayOff } from '#domain/schema/calendar.ts'
import type { Driver } from '#domain/schema/driver.ts'
import { call } from '#web/lib/call.ts'
import { textOrNull } from '#web/lib/field-values.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type DayOffDialogProps = {
  drivers: readonly Driver[]
  driverId: string | undefined
  day: string
  onClose: () => void
  onAdded: (added: DayOff) => void
}

/** Gives a driver one or more days off. */
export function DayOffDialog({ drivers, driverId, day, onClose, onAdded }: DayOffDialogProps) {
  const form = useRecordForm({
    initial: { driver_id: driverId ?? '', first_day: day, last_day: day, reason: '' },
    toBody: (values) => ({ ...values, reason: textOrNull(values.reason) }),
    schema: NewDayOff,
    save: async (body, { idempotencyKey }) => {
      onAdded(await call(createDayOff, { body, idempotencyKey }))
    },
    onSaved: onClose,
  })
  const { values, set, field } = form
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Add day off"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="day-off-form" isPending={form.isSaving}>
            Add day off
          </Button>
        </>
      }
    >
      <Form
        id="day-off-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
        className="flex flex-col gap-4"
      >
        {form.failure !== undefined && <SaveError title="The day off was not added" error={form.failure} />}
        <ComboBox
          label="Driver"
          isRequired
          autoFocus={!driverId}
          options={drivers.map(({ id, name }) => ({ id, label: name }))}
          {...field('driver_id')}
          value={values.driver_id || null}
          onChange={(value) => set('driver_id', String(value ?? ''))}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <DatePicker
            label="First day"
            {...field('first_day')}
            value={parseDate(values.first_day)}
            onChange={(next) => {
              if (!next) return
              const first = next.toString()
              set('first_day', first)
              if (first > values.last_day) set('last_day', first)
            }}
          />
          <DatePicker
            label="Last day"
            {...field('last_day')}
            value={parseDate(values.last_day)}
            onChange={(next) => next && set('last_day', next.toString())}
          />
        </div>
        <TextField label="Reason" placeholder="Vacation" {...field('reason')} />
        <p className="text-[0.8125rem] text-ink-muted">
          No shift begins on these days. A night shift from the day before still ends. Plans that exist stay as they
          are.
        </p>
      </Form>
    </Dialog>
  )
}

import { parseDate } from '@internationalized/date'
import { Form } from 'react-aria-components'
import { createHoliday } from '#domain/api/calendar.ts'
import { NewHoliday, type Holiday } from '#domain/schema/calendar.ts'
import type { Depot } from '#domain/schema/depot.ts'
import { call } from '#web/lib/call.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const everywhere = 'all'

type HolidayDialogProps = {
  depots: readonly Depot[]
  day: string
  onClose: () => void
  onAdded: (added: Holiday) => void
}

/** Adds a day on which nobody drives, or nobody of one depot. */
export function HolidayDialog({ depots, day, onClose, onAdded }: HolidayDialogProps) {
  const form = useRecordForm({
    initial: { day, name: '', depot_id: everywhere },
    toBody: (values) => ({ ...values, depot_id: values.depot_id === everywhere ? null : values.depot_id }),
    schema: NewHoliday,
    save: async (body, { idempotencyKey }) => {
      onAdded(await call(createHoliday, { body, idempotencyKey }))
    },
    onSaved: onClose,
  })
  const { values, set, field } = form
  const active = depots.filter((depot) => depot.active)
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Add holiday"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="holiday-form" isPending={form.isSaving}>
            Add holiday
          </Button>
        </>
      }
    >
      <Form
        id="holiday-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
        className="flex flex-col gap-4"
      >
        {form.failure !== undefined && <SaveError title="The holiday was not added" error={form.failure} />}
        <TextField label="Name" isRequired autoFocus placeholder="New Year’s Day" {...field('name')} />
        <DatePicker
          label="Day"
          {...field('day')}
          value={parseDate(values.day)}
          onChange={(next) => next && set('day', next.toString())}
        />
        {active.length > 1 && (
          <Select
            label="Where"
            options={[{ id: everywhere, label: 'All depots' }, ...active.map(({ id, name }) => ({ id, label: name }))]}
            {...field('depot_id')}
            onChange={(value) => set('depot_id', String(value))}
          />
        )}
      </Form>
    </Dialog>
  )
}

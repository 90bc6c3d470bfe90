import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeMaintenance, createMaintenance, deleteMaintenance } from '#domain/api/maintenance.ts'
import { NewMaintenanceSchedule, type MaintenanceSchedule } from '#domain/schema/maintenance.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { numberOrNull } from '#web/lib/field-values.ts'
import { formatDay } from '#web/lib/format.ts'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { partsOf } from '#web/lib/part.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RecordDrawer } from '../../records/record-drawer.tsx'
import { DayField } from './day-field.tsx'

const toValues = (row: MaintenanceSchedule | undefined) => ({
  name: row?.name ?? '',
  every_km: row?.every_km ?? Number.NaN,
  every_months: row?.every_months ?? Number.NaN,
  last_done_on: row?.last_done_on ?? null,
  last_done_km: row?.last_done_km ?? Number.NaN,
  warn_km: row?.warn_km ?? 500,
  warn_days: row?.warn_days ?? 14,
})

const { one, text, number } = partsOf<ReturnType<typeof toValues>>()
const parts = [
  text('Maintenance', 'name'),
  number('Every so many kilometers', 'every_km'),
  number('Every so many months', 'every_months'),
  one<string | null>('Last done on', 'last_done_on', (day) => (day ? formatDay(day) : '')),
  number('Last done at', 'last_done_km'),
  number('Tell before, in km', 'warn_km'),
  number('Tell before, in days', 'warn_days'),
]

type ScheduleFormProps = { vehicleId: string; row?: MaintenanceSchedule | undefined; onClose: () => void }

/** Adds or edits maintenance that comes again. */
export function ScheduleForm({ vehicleId, row, onClose }: ScheduleFormProps) {
  const client = useQueryClient()
  const mayChange = useMay('change_fleet')
  const onSaved = () => {
    onClose()
    void client.invalidateQueries({ queryKey: ['vehicles'] })
    toast({ title: row ? 'The maintenance was saved' : 'The maintenance was added' })
  }
  const form = useRecordForm({
    initial: toValues(row),
    toBody: (values) => ({
      ...values,
      every_km: numberOrNull(values.every_km),
      every_months: numberOrNull(values.every_months),
      last_done_km: numberOrNull(values.last_done_km),
    }),
    schema: NewMaintenanceSchedule,
    shared: row && { record: row, toValues, parts, gone: { code: 'maintenance_not_found', noun: 'maintenance' } },
    save: (body, { idempotencyKey, version }) =>
      row
        ? call(changeMaintenance, { params: { id: row.id }, body, version })
        : call(createMaintenance, { params: { id: vehicleId }, body, idempotencyKey }),
    onSaved,
  })
  const { values, set, field, problemOf } = form
  return (
    <RecordDrawer
      title={row ? row.name : 'Add maintenance'}
      form={form}
      isEditable={mayChange}
      whyNot={<NotOffered action="change_fleet" doing="change maintenance" />}
      submitLabel={row ? 'Save' : 'Add maintenance'}
      onClose={onClose}
      after={
        row &&
        mayChange && (
          <Deletion
            row={row}
            onDeleted={() => {
              onClose()
              void client.invalidateQueries({ queryKey: ['vehicles'] })
            }}
          />
        )
      }
    >
      <TextField label="What is done" placeholder="Oil change" isRequired autoFocus={!row} {...field('name')} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField label="Every" unit="km" minValue={0} placeholder="No limit" {...field('every_km')} />
        <NumberField label="Or every" unit="months" minValue={0} placeholder="No limit" {...field('every_months')} />
        <DayField
          label="Last done on"
          value={values.last_done_on}
          onChange={(day) => set('last_done_on', day)}
          errorMessage={problemOf('last_done_on')}
          description={row ? undefined : 'Today, if you leave it empty.'}
        />
        <NumberField
          label="Last done at"
          unit="km"
          minValue={0}
          description={row ? undefined : 'The present odometer, if you leave it empty.'}
          {...field('last_done_km')}
        />
        <NumberField label="Tell this far before" unit="km" minValue={0} {...field('warn_km')} />
        <NumberField label="Tell so long before" unit="days" minValue={0} {...field('warn_days')} />
      </div>
    </RecordDrawer>
  )
}

/** Deletes it at once; the message has Undo. */
function Deletion({ row, onDeleted }: { row: MaintenanceSchedule; onDeleted: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deleteMaintenance, { params: { id: row.id }, version: row.version }),
    onSuccess: () => {
      onDeleted()
      toast({ title: `${row.name} does not come again`, action: { label: 'Undo', onPress: () => putBack.mutate() } })
    },
  })
  const putBack = useMutation({
    mutationFn: () => {
      const { name, every_km, every_months, last_done_on, last_done_km, warn_km, warn_days } = row
      const body = { name, every_km, every_months, last_done_on, last_done_km, warn_km, warn_days }
      return call(createMaintenance, { params: { id: row.vehicle_id }, body, idempotencyKey: newIdempotencyKey() })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['vehicles'] }),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <div className="mt-6 grid grid-cols-1 gap-3">
      {remove.error && <SaveError title="The maintenance was not deleted" error={remove.error} />}
      <Button
        variant="danger-quiet"
        className="justify-self-start"
        isPending={remove.isPending}
        onPress={() => remove.mutate()}
      >
        Delete this maintenance
      </Button>
    </div>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteFuel } from '#domain/api/fuel.ts'
import { fuelUnits, type FuelEntry, type FuelUnit } from '#domain/schema/fuel.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { SaveError } from '#web/lib/save-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import { MoneyField } from '../../records/money-field.tsx'
import { RecordDrawer } from '../../records/record-drawer.tsx'
import { DayField } from './day-field.tsx'
import { unitWords } from './fuel-words.ts'
import { useFuelForm } from './use-fuel-form.ts'

type FuelFormProps = { vehicle: Vehicle; row?: FuelEntry | undefined; onClose: () => void }

/** Adds an entry, or corrects one and accepts what is odd about it. */
export function FuelForm({ vehicle, row, onClose }: FuelFormProps) {
  const client = useQueryClient()
  const { workspace } = useMe()
  const mayChange = useMay('change_fleet')
  const close = (title: string) => {
    onClose()
    void client.invalidateQueries({ queryKey: ['vehicles'] })
    toast({ title })
  }
  const form = useFuelForm(vehicle, row, () => close(row ? 'The entry was saved' : 'The entry was added'))
  const { values, set, field, problemOf } = form
  const isOdd = Boolean(row && (row.anomalies.length || row.accepted_reason !== null))
  return (
    <RecordDrawer
      title={row ? formatDateTime(row.filled_at, workspace.time_zone) : 'Add entry'}
      form={form}
      isEditable={mayChange}
      whyNot={<NotOffered action="change_fleet" doing="change fuel entries" />}
      submitLabel={row ? 'Save' : 'Add entry'}
      onClose={onClose}
      after={row && mayChange && <Deletion row={row} onDeleted={() => close('The entry was deleted')} />}
    >
      {row && row.anomalies.length > 0 && (
        <Banner tone="warning">
          {row.anomalies.map(({ code, sentence }) => (
            <p key={code}>{sentence}</p>
          ))}
        </Banner>
      )}
      {!row && (
        <div className="grid grid-cols-2 gap-4">
          <DayField
            label="Day"
            value={values.day}
            onChange={(day) => set('day', day)}
            errorMessage={problemOf('day')}
          />
          <TimeField
            label="Time"
            value={toTime(values.time)}
            onChange={(time) => set('time', fromTime(time) ?? values.time)}
            errorMessage={problemOf('time')}
          />
        </div>
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField label="Amount" minValue={0} isRequired {...field('quantity')} />
        <Select
          label="Unit"
          options={fuelUnits.map((id) => ({ id, label: unitWords[id] }))}
          {...field('unit')}
          onChange={(unit) => set('unit', unit as FuelUnit)}
        />
        <MoneyField
          label="Cost"
          value={values.cost}
          onChange={(cost) => set('cost', cost)}
          errorMessage={problemOf('cost')}
          {...(row && { currency: row.currency })}
        />
        <NumberField label="Odometer" unit="km" minValue={0} {...field('odometer_km')} />
      </div>
      <TextField label="Place" {...field('place')} />
      <Switch
        isSelected={values.is_full}
        onChange={(value) => set('is_full', value)}
        description="Consumption is known from one such entry to the next."
      >
        Filled up
      </Switch>
      {isOdd && (
        <TextField
          label="Why that is all right"
          description="With a reason, what is odd is accepted, and its alert is over."
          {...field('accepted_reason')}
        />
      )}
    </RecordDrawer>
  )
}

/** Asks first: what came from a card provider cannot be put back as it was. */
function Deletion({ row, onDeleted }: { row: FuelEntry; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(deleteFuel, { params: { id: row.id }, version: row.version }),
    onSuccess: onDeleted,
    onError: () => setAsking(false),
  })
  return (
    <div className="mt-6 grid grid-cols-1 gap-3">
      {remove.error && <SaveError title="The entry was not deleted" error={remove.error} />}
      <Button variant="danger-quiet" className="justify-self-start" onPress={() => setAsking(true)}>
        Delete this entry
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Delete this entry?"
        confirmLabel="Delete entry"
        isDestructive
        isPending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {row.odometer_km === null
          ? 'Its cost no longer counts.'
          : 'Its cost no longer counts. The odometer reading that came with it stays.'}
      </ConfirmDialog>
    </div>
  )
}

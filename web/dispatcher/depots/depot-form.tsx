import { changeDepot, createDepot } from '#domain/api/depots.ts'
import { NewDepot, type Depot } from '#domain/schema/depot.ts'
import { call } from '#web/lib/call.ts'
import { fromTime, numberOrNull, toTime } from '#web/lib/field-values.ts'
import { useMay } from '#web/lib/me.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { AddressField } from '../records/address-field.tsx'
import { LocationFields } from '../records/location-fields.tsx'
import { RecordDrawer } from '../records/record-drawer.tsx'

/** Adds or edits a depot. */
export function DepotForm({ row, onClose, onSaved }: { row?: Depot; onClose: () => void; onSaved: () => void }) {
  const mayChange = useMay('change_operations')
  const form = useRecordForm({
    initial: {
      name: row?.name ?? '',
      address: row?.address ?? '',
      location: { lat: row?.location.lat ?? Number.NaN, lng: row?.location.lng ?? Number.NaN },
      opens: row?.opens ?? '06:00',
      closes: row?.closes ?? '22:00',
      is_default: row?.is_default ?? false,
      active: row?.active ?? true,
    },
    toBody: (values) => ({
      ...values,
      location: { lat: numberOrNull(values.location.lat), lng: numberOrNull(values.location.lng) },
    }),
    schema: NewDepot,
    save: (body, idempotencyKey) =>
      row ? call(changeDepot, { params: { id: row.id }, body }) : call(createDepot, { body, idempotencyKey }),
    onSaved,
  })
  const { values, set, field, problemOf } = form
  return (
    <RecordDrawer
      title={row ? row.name : 'Add depot'}
      form={form}
      isEditable={mayChange}
      submitLabel={row ? 'Save' : 'Add depot'}
      onClose={onClose}
    >
      <TextField label="Name" isRequired autoFocus={!row} {...field('name')} />
      <AddressField
        label="Address"
        isRequired
        {...field('address')}
        onChoose={({ location }) => set('location', location)}
      />
      <LocationFields
        value={values.location}
        onChange={(value) => set('location', value)}
        problem={problemOf('location') && 'Click on the map, or enter latitude and longitude.'}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TimeField
          label="Opens"
          {...field('opens')}
          value={toTime(values.opens)}
          onChange={(value) => set('opens', fromTime(value) ?? values.opens)}
        />
        <TimeField
          label="Closes"
          {...field('closes')}
          value={toTime(values.closes)}
          onChange={(value) => set('closes', fromTime(value) ?? values.closes)}
        />
      </div>
      <Switch
        isSelected={values.is_default}
        isDisabled={row?.is_default}
        onChange={(value) => set('is_default', value)}
        description="Drivers without their own depot start and end here."
      >
        Default depot
      </Switch>
      <Switch isSelected={values.active} onChange={(value) => set('active', value)}>
        Active
      </Switch>
    </RecordDrawer>
  )
}

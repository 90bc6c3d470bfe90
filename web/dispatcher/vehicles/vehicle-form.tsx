import { parseDate } from '@internationalized/date'
import { changeVehicle, createVehicle } from '#domain/api/vehicles.ts'
import { NewVehicle, vehicleTypes, type Vehicle } from '#domain/schema/vehicle.ts'
import { call } from '#web/lib/call.ts'
import { numberOrNull, textOrNull, toSkills } from '#web/lib/field-values.ts'
import { useMay } from '#web/lib/me.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { RecordDrawer } from '../records/record-drawer.tsx'
import { typeWords } from './vehicle-words.ts'

/** Adds or edits a vehicle. */
export function VehicleForm({ row, onClose, onSaved }: { row?: Vehicle; onClose: () => void; onSaved: () => void }) {
  const mayChange = useMay('change_operations')
  const form = useRecordForm({
    initial: {
      code: row?.code ?? '',
      type: row?.type ?? 'van',
      plate: row?.plate ?? '',
      capacity_kg: row?.capacity_kg ?? Number.NaN,
      capacity_l: row?.capacity_l ?? Number.NaN,
      skills: row?.skills.join(', ') ?? '',
      fuel_level: row?.fuel_level ?? Number.NaN,
      last_maintenance_on: row?.last_maintenance_on ?? null,
      active: row?.active ?? true,
    },
    toBody: (values) => ({
      ...values,
      code: textOrNull(values.code) ?? undefined,
      plate: textOrNull(values.plate),
      capacity_kg: numberOrNull(values.capacity_kg),
      capacity_l: numberOrNull(values.capacity_l),
      skills: toSkills(values.skills),
      fuel_level: numberOrNull(values.fuel_level),
    }),
    schema: NewVehicle,
    save: (body, idempotencyKey) =>
      row ? call(changeVehicle, { params: { id: row.id }, body }) : call(createVehicle, { body, idempotencyKey }),
    onSaved,
  })
  const { values, set, problemOf } = form
  return (
    <RecordDrawer
      title={row ? row.code : 'Add vehicle'}
      form={form}
      isEditable={mayChange}
      submitLabel={row ? 'Save' : 'Add vehicle'}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label="Code"
          placeholder="Next free number"
          description={row ? undefined : 'Left empty, it gets the next free KA- number.'}
          autoFocus={!row}
          value={values.code}
          onChange={(value) => set('code', value)}
          errorMessage={problemOf('code')}
        />
        <Select
          label="Type"
          options={vehicleTypes.map((id) => ({ id, label: typeWords[id] }))}
          value={values.type}
          onChange={(value) => set('type', value as Vehicle['type'])}
          errorMessage={problemOf('type')}
        />
        <TextField
          label="Plate"
          value={values.plate}
          onChange={(value) => set('plate', value)}
          errorMessage={problemOf('plate')}
        />
        <NumberField
          label="Fuel level"
          unit="%"
          minValue={0}
          maxValue={100}
          value={values.fuel_level}
          onChange={(value) => set('fuel_level', value)}
          errorMessage={problemOf('fuel_level')}
        />
        <NumberField
          label="Carries at most"
          unit="kg"
          minValue={0}
          description="Empty for no limit."
          value={values.capacity_kg}
          onChange={(value) => set('capacity_kg', value)}
          errorMessage={problemOf('capacity_kg')}
        />
        <NumberField
          label="Holds at most"
          unit="l"
          minValue={0}
          description="Empty for no limit."
          value={values.capacity_l}
          onChange={(value) => set('capacity_l', value)}
          errorMessage={problemOf('capacity_l')}
        />
      </div>
      <DatePicker
        label="Last maintenance"
        value={values.last_maintenance_on ? parseDate(values.last_maintenance_on) : null}
        onChange={(value) => set('last_maintenance_on', value?.toString() ?? null)}
        errorMessage={problemOf('last_maintenance_on')}
      />
      <TextField
        label="Skills"
        description="Words between commas, such as cold."
        value={values.skills}
        onChange={(value) => set('skills', value)}
        errorMessage={problemOf('skills')}
      />
      <Switch
        isSelected={values.active}
        onChange={(value) => set('active', value)}
        description="An inactive vehicle is offered to nobody."
      >
        Active
      </Switch>
    </RecordDrawer>
  )
}

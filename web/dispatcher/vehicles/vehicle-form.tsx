import { parseDate } from '@internationalized/date'
import { vehicleTypes, type Vehicle } from '#domain/schema/vehicle.ts'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { RecordDrawer } from '../records/record-drawer.tsx'
import { ChecksFold } from './checks-fold.tsx'
import { CompartmentsFold } from './compartments-fold.tsx'
import { CostsFold, LimitsFold, ReloadFold, StackFold } from './more-folds.tsx'
import { EnergyFold } from './energy-fold.tsx'
import { useVehicleForm } from './use-vehicle-form.ts'
import { typeWords } from './vehicle-words.ts'

/** Adds or edits a vehicle. */
export function VehicleForm({ row, onClose, onSaved }: { row?: Vehicle; onClose: () => void; onSaved: () => void }) {
  const mayChange = useMay('change_fleet')
  const form = useVehicleForm(row, onSaved)
  const { values, set, field } = form
  return (
    <RecordDrawer
      title={row ? row.code : 'Add vehicle'}
      form={form}
      isEditable={mayChange}
      whyNot={<NotOffered action="change_fleet" doing="change vehicles" />}
      submitLabel={row ? 'Save' : 'Add vehicle'}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label="Code"
          placeholder="Next free number"
          description={row ? undefined : 'Leave it empty for the next free KA- number.'}
          autoFocus={!row}
          {...field('code')}
        />
        <Select
          label="Type"
          options={vehicleTypes.map((id) => ({ id, label: typeWords[id] }))}
          {...field('type')}
          onChange={(value) => set('type', value as Vehicle['type'])}
        />
        <TextField label="Plate" {...field('plate')} />
        <NumberField label="Fuel level" unit="%" minValue={0} maxValue={100} {...field('fuel_level')} />
        <NumberField
          label="Maximum weight"
          unit="kg"
          minValue={0}
          description="Leave empty for no limit."
          {...field('capacity_kg')}
        />
        <NumberField
          label="Maximum volume"
          unit="L"
          minValue={0}
          description="Leave empty for no limit."
          {...field('capacity_l')}
        />
        <NumberField
          label="Maximum pieces"
          minValue={0}
          description="Leave empty for no limit."
          {...field('capacity_units')}
        />
      </div>
      <DatePicker
        label="Last maintenance"
        {...field('last_maintenance_on')}
        value={values.last_maintenance_on ? parseDate(values.last_maintenance_on) : null}
        onChange={(value) => set('last_maintenance_on', value?.toString() ?? null)}
      />
      <TextField label="Skills" description="Separate words with commas, such as cold." {...field('skills')} />
      <CostsFold form={form} />
      <EnergyFold form={form} />
      <LimitsFold form={form} />
      <CompartmentsFold form={form} />
      <ReloadFold form={form} driverId={row?.driver_id} />
      <StackFold form={form} />
      {row && <ChecksFold vehicleId={row.id} />}
      <Switch
        isSelected={values.active}
        onChange={(value) => set('active', value)}
        description="An inactive vehicle gets no driver and no routes."
      >
        Active
      </Switch>
    </RecordDrawer>
  )
}

import { useQuery } from '@tanstack/react-query'
import { changeDriver, createDriver } from '#domain/api/drivers.ts'
import { listDepots } from '#domain/api/depots.ts'
import { listVehicles } from '#domain/api/vehicles.ts'
import { NewDriver, type Driver } from '#domain/schema/driver.ts'
import { call } from '#web/lib/call.ts'
import { fromTime, textOrNull, toSkills, toTime } from '#web/lib/field-values.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { RecordDrawer } from '../records/record-drawer.tsx'

const none = 'none'

/** Adds or edits a driver. */
export function DriverForm({ row, onClose, onSaved }: { row?: Driver; onClose: () => void; onSaved: () => void }) {
  const { workspace } = useMe()
  const mayChange = useMay('change_operations')
  const vehicles = useQuery({
    queryKey: keys.vehicles.choices,
    queryFn: ({ signal }) => call(listVehicles, { query: { active: 'true', limit: 200 }, signal }),
  })
  const depots = useQuery({
    queryKey: keys.depots.choices,
    queryFn: ({ signal }) => call(listDepots, { query: { active: 'true', limit: 200 }, signal }),
  })
  const form = useRecordForm({
    initial: {
      name: row?.name ?? '',
      phone: row?.phone ?? '',
      email: row?.email ?? '',
      shift_start: row?.shift_start ?? workspace.start_time,
      shift_end: row?.shift_end ?? workspace.end_time,
      skills: row?.skills.join(', ') ?? '',
      vehicle_id: row?.vehicle_id ?? none,
      depot_id: row?.depot_id ?? none,
      active: row?.active ?? true,
    },
    toBody: (values) => ({
      ...values,
      phone: textOrNull(values.phone),
      email: textOrNull(values.email),
      skills: toSkills(values.skills),
      vehicle_id: values.vehicle_id === none ? null : values.vehicle_id,
      depot_id: values.depot_id === none ? null : values.depot_id,
    }),
    schema: NewDriver,
    save: (body, idempotencyKey) =>
      row ? call(changeDriver, { params: { id: row.id }, body }) : call(createDriver, { body, idempotencyKey }),
    onSaved,
  })
  const { values, set, problemOf } = form
  const vehicleOptions = [
    { id: none, label: 'No vehicle', description: 'Drives without limits of weight or volume' },
    ...(vehicles.data?.data ?? []).map((vehicle) => ({
      id: vehicle.id,
      label: `${vehicle.code} · ${vehicle.type}`,
      description: vehicle.driver_name && vehicle.driver_id !== row?.id ? `Taken by ${vehicle.driver_name}` : undefined,
    })),
  ]
  const depotOptions = [
    { id: none, label: 'Default depot' },
    ...(depots.data?.data ?? []).map((depot) => ({ id: depot.id, label: depot.name })),
  ]

  return (
    <RecordDrawer
      title={row ? row.name : 'Add driver'}
      form={form}
      isEditable={mayChange}
      submitLabel={row ? 'Save' : 'Add driver'}
      onClose={onClose}
    >
      <TextField
        label="Name"
        isRequired
        autoFocus={!row}
        value={values.name}
        onChange={(value) => set('name', value)}
        errorMessage={problemOf('name')}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label="Phone"
          type="tel"
          placeholder="+62 811 0000 001"
          value={values.phone}
          onChange={(value) => set('phone', value)}
          errorMessage={problemOf('phone')}
        />
        <TextField
          label="Email"
          type="email"
          value={values.email}
          onChange={(value) => set('email', value)}
          errorMessage={problemOf('email')}
        />
        <TimeField
          label="Shift starts"
          value={toTime(values.shift_start)}
          onChange={(value) => set('shift_start', fromTime(value) ?? values.shift_start)}
          errorMessage={problemOf('shift_start')}
        />
        <TimeField
          label="Shift ends"
          value={toTime(values.shift_end)}
          onChange={(value) => set('shift_end', fromTime(value) ?? values.shift_end)}
          errorMessage={problemOf('shift_end')}
        />
      </div>
      <Select
        label="Vehicle"
        options={vehicleOptions}
        value={values.vehicle_id}
        onChange={(value) => set('vehicle_id', String(value))}
        errorMessage={problemOf('vehicle_id')}
      />
      <Select
        label="Starts and ends at"
        options={depotOptions}
        value={values.depot_id}
        onChange={(value) => set('depot_id', String(value))}
        errorMessage={problemOf('depot_id')}
      />
      <TextField
        label="Skills"
        description="Words between commas, such as cold. A delivery that needs a skill goes only to a driver or vehicle that has it."
        value={values.skills}
        onChange={(value) => set('skills', value)}
        errorMessage={problemOf('skills')}
      />
      <Switch
        isSelected={values.active}
        onChange={(value) => set('active', value)}
        description="Only active drivers get routes."
      >
        Active
      </Switch>
    </RecordDrawer>
  )
}

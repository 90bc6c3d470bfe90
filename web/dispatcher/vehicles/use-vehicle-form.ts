import { changeVehicle, createVehicle } from '#domain/api/vehicles.ts'
import { NewVehicle, type Vehicle } from '#domain/schema/vehicle.ts'
import { call } from '#web/lib/call.ts'
import { numberOrNull, textOrNull, toSkills } from '#web/lib/field-values.ts'
import { formatDay, formatKilograms, formatPercent, formatVolume } from '#web/lib/format.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { typeWords } from './vehicle-words.ts'

const toValues = (vehicle: Vehicle | undefined) => ({
  code: vehicle?.code ?? '',
  type: vehicle?.type ?? ('van' as const),
  plate: vehicle?.plate ?? '',
  capacity_kg: vehicle?.capacity_kg ?? Number.NaN,
  capacity_l: vehicle?.capacity_l ?? Number.NaN,
  skills: vehicle?.skills.join(', ') ?? '',
  fuel_level: vehicle?.fuel_level ?? Number.NaN,
  last_maintenance_on: vehicle?.last_maintenance_on ?? null,
  active: vehicle?.active ?? true,
})

const { one, text, number, ...other } = partsOf<ReturnType<typeof toValues>>()
const parts = [
  text('Code', 'code'),
  one<Vehicle['type']>('Type', 'type', (type) => typeWords[type]),
  text('Plate', 'plate'),
  number('Maximum weight', 'capacity_kg', formatKilograms),
  number('Maximum volume', 'capacity_l', formatVolume),
  text('Skills', 'skills'),
  number('Fuel level', 'fuel_level', (percent) => formatPercent(percent / 100)),
  one<string | null>('Last maintenance', 'last_maintenance_on', (day) => (day ? formatDay(day) : '')),
  other.switch('Active', 'active'),
]

/** The form for a vehicle. */
export function useVehicleForm(row: Vehicle | undefined, onSaved: () => void) {
  return useRecordForm({
    initial: toValues(row),
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
    shared: row && { record: row, toValues, parts, gone: { code: 'vehicle_not_found', noun: 'vehicle' } },
    save: (body, { idempotencyKey, version }) =>
      row
        ? call(changeVehicle, { params: { id: row.id }, body, version })
        : call(createVehicle, { body, idempotencyKey }),
    onSaved,
  })
}

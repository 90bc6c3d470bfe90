import { changeVehicle, createVehicle } from '#domain/api/vehicles.ts'
import { NewVehicle, type Vehicle } from '#domain/schema/vehicle.ts'
import { call } from '#web/lib/call.ts'
import { numberOrNull, textOrNull, toSkills } from '#web/lib/field-values.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'

/** The form for a vehicle. */
export function useVehicleForm(row: Vehicle | undefined, onSaved: () => void) {
  return useRecordForm({
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
}

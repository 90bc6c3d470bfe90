import type { z } from 'zod'
import { changeFuel, createFuel } from '#domain/api/fuel.ts'
import { FuelEntryChange, NewFuelEntry, type FuelEntry, type FuelUnit } from '#domain/schema/fuel.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { dayOf, instantOf, timeOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { numberOrNull, textOrNull } from '#web/lib/field-values.ts'
import { useMe } from '#web/lib/me.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { unitWords } from './fuel-words.ts'

const toValues = (row: FuelEntry | undefined, usual: { unit: FuelUnit; day: string; time: string }) => ({
  day: usual.day as string | null,
  time: usual.time,
  quantity: row?.quantity ?? Number.NaN,
  unit: row?.unit ?? usual.unit,
  cost: row?.cost ?? Number.NaN,
  odometer_km: row?.odometer_km ?? Number.NaN,
  place: row?.place ?? '',
  is_full: row?.is_full ?? true,
  accepted_reason: row?.accepted_reason ?? '',
})

type Values = ReturnType<typeof toValues>
const { one, text, number, ...other } = partsOf<Values>()
const parts = [
  number('Amount', 'quantity'),
  one<FuelUnit>('Unit', 'unit', (unit) => unitWords[unit]),
  number('Cost', 'cost'),
  number('Odometer', 'odometer_km'),
  text('Place', 'place'),
  other.switch('Filled up', 'is_full'),
  text('Why that is all right', 'accepted_reason'),
]

/** The form for what a vehicle was filled with. */
export function useFuelForm(vehicle: Vehicle, row: FuelEntry | undefined, onSaved: () => void) {
  const { time_zone: zone } = useMe().workspace
  const at = row ? new Date(row.filled_at) : new Date()
  const usual = {
    unit: vehicle.energy === 'electric' ? ('kwh' as const) : ('l' as const),
    day: dayOf(at, zone),
    time: timeOf(at, zone),
  }
  const valuesOf = (entry: FuelEntry | undefined) => toValues(entry, usual)
  return useRecordForm({
    initial: valuesOf(row),
    toBody: ({ day, time, accepted_reason, ...values }: Values) => ({
      ...values,
      ...(row
        ? { accepted_reason: textOrNull(accepted_reason) }
        : { filled_at: day ? instantOf(day, time, zone).toISOString() : undefined }),
      cost: numberOrNull(values.cost) ?? 0,
      odometer_km: numberOrNull(values.odometer_km),
      place: textOrNull(values.place),
    }),
    schema: (row ? FuelEntryChange : NewFuelEntry) as z.ZodType<FuelEntryChange | NewFuelEntry>,
    shared: row && {
      record: row,
      toValues: valuesOf,
      parts,
      gone: { code: 'fuel_entry_not_found' as const, noun: 'entry' },
    },
    save: (body, { idempotencyKey, version }) =>
      row
        ? call(changeFuel, { params: { id: row.id }, body: body as FuelEntryChange, version })
        : call(createFuel, { params: { id: vehicle.id }, body: body as NewFuelEntry, idempotencyKey }),
    onSaved,
  })
}

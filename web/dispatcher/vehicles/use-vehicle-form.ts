import { changeVehicle, createVehicle } from '#domain/api/vehicles.ts'
import {
  NewVehicle,
  usualReloadMinutes,
  usualReservePercent,
  type Energy,
  type Vehicle,
} from '#domain/schema/vehicle.ts'
import { call } from '#web/lib/call.ts'
import { numberOrNull, textOrNull, toSkills } from '#web/lib/field-values.ts'
import {
  formatDay,
  formatKilograms,
  formatKilometers,
  formatMoney,
  formatPercent,
  formatVolume,
} from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { vehicleCostFields } from '../records/cost-fields.tsx'
import {
  compartmentWords,
  fromCompartmentDraft,
  toCompartmentDraft,
  type CompartmentDraft,
} from './compartment-draft.ts'
import { typeWords } from './vehicle-words.ts'

const toValues = (vehicle: Vehicle | undefined) => ({
  code: vehicle?.code ?? '',
  type: vehicle?.type ?? ('van' as const),
  plate: vehicle?.plate ?? '',
  capacity_kg: vehicle?.capacity_kg ?? Number.NaN,
  capacity_l: vehicle?.capacity_l ?? Number.NaN,
  capacity_units: vehicle?.capacity_units ?? Number.NaN,
  cost_fixed: vehicle?.cost_fixed ?? Number.NaN,
  cost_per_km: vehicle?.cost_per_km ?? Number.NaN,
  cost_per_hour: vehicle?.cost_per_hour ?? Number.NaN,
  cost_per_service_hour: vehicle?.cost_per_service_hour ?? Number.NaN,
  cost_per_waiting_hour: vehicle?.cost_per_waiting_hour ?? Number.NaN,
  cost_per_stop: vehicle?.cost_per_stop ?? Number.NaN,
  cost_per_parcel: vehicle?.cost_per_parcel ?? Number.NaN,
  max_distance_km: vehicle?.max_distance_km ?? Number.NaN,
  temperature_min_c: vehicle?.temperature_min_c ?? Number.NaN,
  temperature_max_c: vehicle?.temperature_max_c ?? Number.NaN,
  compartments: (vehicle?.compartments ?? []).map(toCompartmentDraft),
  reloads: vehicle?.reloads ?? false,
  reload_minutes: vehicle?.reload_minutes ?? usualReloadMinutes,
  max_trips: vehicle?.max_trips ?? Number.NaN,
  last_in_first_out: vehicle?.last_in_first_out ?? false,
  energy: vehicle?.energy ?? (null as Energy | null),
  tank_l: vehicle?.tank_l ?? Number.NaN,
  battery_kwh: vehicle?.battery_kwh ?? Number.NaN,
  kwh_per_100_km: vehicle?.kwh_per_100_km ?? Number.NaN,
  reserve_percent: vehicle?.reserve_percent ?? usualReservePercent,
  charge_kw: vehicle?.charge_kw ?? Number.NaN,
  fuel_cards: vehicle?.fuel_cards.join(', ') ?? '',
  monthly_cost: vehicle?.monthly_cost ?? Number.NaN,
  skills: vehicle?.skills.join(', ') ?? '',
  fuel_level: vehicle?.fuel_level ?? Number.NaN,
  last_maintenance_on: vehicle?.last_maintenance_on ?? null,
  active: vehicle?.active ?? true,
})

/** Fields that are empty for no limit, or for the workspace's setting. */
const maybeNumbers = [
  'capacity_kg',
  'capacity_l',
  'capacity_units',
  'cost_fixed',
  'cost_per_km',
  'cost_per_hour',
  'cost_per_service_hour',
  'cost_per_waiting_hour',
  'cost_per_stop',
  'cost_per_parcel',
  'max_distance_km',
  'temperature_min_c',
  'temperature_max_c',
  'max_trips',
  'fuel_level',
  'tank_l',
  'battery_kwh',
  'kwh_per_100_km',
  'charge_kw',
  'monthly_cost',
] as const

export type VehicleValues = ReturnType<typeof toValues>

const { one, text, number, ...other } = partsOf<ReturnType<typeof toValues>>()
const partsIn = (money: (minorUnits: number) => string) => [
  text('Code', 'code'),
  one<Vehicle['type']>('Type', 'type', (type) => typeWords[type]),
  text('Plate', 'plate'),
  number('Maximum weight', 'capacity_kg', formatKilograms),
  number('Maximum volume', 'capacity_l', formatVolume),
  number('Maximum pieces', 'capacity_units'),
  ...vehicleCostFields.map(({ name, label }) => number(label, name, money)),
  number('Longest route', 'max_distance_km', formatKilometers),
  number('Coldest', 'temperature_min_c'),
  number('Warmest', 'temperature_max_c'),
  one<CompartmentDraft[]>('Compartments', 'compartments', (all) => all.map(compartmentWords).join(', ')),
  other.switch('Reloads at the depot', 'reloads'),
  number('Time to reload', 'reload_minutes'),
  number('Most trips', 'max_trips'),
  other.switch('Last in, first out', 'last_in_first_out'),
  one<Energy | null>('Drives on', 'energy', (energy) => energy ?? ''),
  number('Tank', 'tank_l', formatVolume),
  number('Battery in kWh', 'battery_kwh'),
  number('kWh per 100 km', 'kwh_per_100_km'),
  number('Reserve in percent', 'reserve_percent'),
  number('Charges with, in kW', 'charge_kw'),
  text('Fuel and charging cards', 'fuel_cards'),
  number('Fixed costs per month', 'monthly_cost', money),
  text('Skills', 'skills'),
  number('Fuel level', 'fuel_level', (percent) => formatPercent(percent / 100)),
  one<string | null>('Last maintenance', 'last_maintenance_on', (day) => (day ? formatDay(day) : '')),
  other.switch('Active', 'active'),
]

/** The form for a vehicle. */
export function useVehicleForm(row: Vehicle | undefined, onSaved: () => void) {
  const { currency } = useMe().workspace
  const parts = partsIn((minorUnits) => formatMoney(minorUnits, currency))
  return useRecordForm({
    initial: toValues(row),
    toBody: (values) => ({
      ...values,
      code: textOrNull(values.code) ?? undefined,
      plate: textOrNull(values.plate),
      ...(Object.fromEntries(maybeNumbers.map((name) => [name, numberOrNull(values[name])])) as Record<
        (typeof maybeNumbers)[number],
        number | null
      >),
      compartments: values.compartments.map(fromCompartmentDraft),
      skills: toSkills(values.skills),
      fuel_cards: values.fuel_cards
        .split(',')
        .map((card) => card.trim())
        .filter(Boolean),
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

import { chargeMinutes, rangeKm } from '#domain/fleet/range.ts'
import { energies, type Energy } from '#domain/schema/vehicle.ts'
import { numberOrNull } from '#web/lib/field-values.ts'
import { formatDuration, formatKilometers, formatNumber } from '#web/lib/format.ts'
import { Fold } from '#web/ui/fold.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { MoneyField } from '../records/money-field.tsx'
import type { useVehicleForm } from './use-vehicle-form.ts'

export const energyWords: Record<Energy, string> = {
  petrol: 'Petrol',
  diesel: 'Diesel',
  gas: 'Gas',
  electric: 'Electric',
  none: 'Nothing',
}

const options = [
  { id: 'unknown', label: 'Not said' },
  ...energies.map((id) => ({ id: id as string, label: energyWords[id] })),
]

type Form = ReturnType<typeof useVehicleForm>

/** What a vehicle drives on, and what it costs each month. */
export function EnergyFold({ form }: { form: Form }) {
  const { values, set, field, problemOf } = form
  const isElectric = values.energy === 'electric'
  return (
    <Fold title="Energy and fixed costs" summary={summaryOf(values)} isInvalid={names.some((name) => problemOf(name))}>
      <Select
        label="Drives on"
        options={options}
        value={values.energy ?? 'unknown'}
        onChange={(id) => set('energy', energies.find((each) => each === id) ?? null)}
      />
      {isElectric ? <Battery form={form} /> : <NumberField label="Tank" unit="L" minValue={0} {...field('tank_l')} />}
      <TextField
        label="Fuel and charging cards"
        description="Separate numbers with commas. Entries of an imported file with one of these are of this vehicle."
        {...field('fuel_cards')}
      />
      <MoneyField
        label="Fixed costs"
        per="per month"
        value={values.monthly_cost}
        onChange={(cost) => set('monthly_cost', cost)}
        errorMessage={problemOf('monthly_cost')}
        description="Leasing, insurance and taxes. They count to the cost of ownership, not to plans."
      />
    </Fold>
  )
}

const names = [
  'energy',
  'tank_l',
  'battery_kwh',
  'kwh_per_100_km',
  'reserve_percent',
  'charge_kw',
  'fuel_cards',
  'monthly_cost',
] as const

const batteryOf = (values: Form['values']) => ({
  battery_kwh: numberOrNull(values.battery_kwh),
  kwh_per_100_km: numberOrNull(values.kwh_per_100_km),
  reserve_percent: values.reserve_percent,
  charge_kw: numberOrNull(values.charge_kw),
})

function summaryOf(values: Form['values']): string {
  const range = values.energy === 'electric' ? rangeKm(batteryOf(values)) : null
  const energy = values.energy ? energyWords[values.energy] : 'Not said'
  return range === null ? energy : `${energy}, ${formatKilometers(range)} in plans`
}

function Battery({ form: { values, field } }: { form: Form }) {
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField label="Battery" unit="kWh" minValue={0} {...field('battery_kwh')} />
        <NumberField label="Uses per 100 km" unit="kWh" minValue={0} {...field('kwh_per_100_km')} />
        <NumberField label="Reserve" unit="%" minValue={0} maxValue={90} {...field('reserve_percent')} />
        <NumberField
          label="Charges at the depot with"
          unit="kW"
          minValue={0}
          placeholder="Not between trips"
          {...field('charge_kw')}
        />
      </div>
      <p className="text-[0.8125rem] text-ink-muted">{explain(values)}</p>
    </>
  )
}

/** What plans make of it, with the figures. */
function explain(values: Form['values']): string {
  const battery = batteryOf(values)
  const range = rangeKm(battery)
  if (range === null) return 'Enter the battery and its use, and plans keep routes within its range.'
  const { battery_kwh, kwh_per_100_km, reserve_percent } = battery
  const how = `${formatNumber(battery_kwh!)} kWh without ${reserve_percent}% reserve, at ${formatNumber(kwh_per_100_km!)} kWh per 100 km`
  const minutes = chargeMinutes(battery)
  const limit = `A trip is at most ${formatKilometers(range)} long: ${how}.`
  if (!values.reloads || minutes === null)
    return `${limit} It does not charge during the day, so that is also its longest route.`
  return `${limit} Between two trips it charges at the depot, which takes ${formatDuration(minutes * 60)} unless reloading takes longer.`
}

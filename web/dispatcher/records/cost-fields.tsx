import type { VehicleCost } from '#domain/schema/fleet-fields.ts'
import { MoneyField } from './money-field.tsx'

/** What a vehicle costs, as people call it. */
export const vehicleCostFields: readonly { name: VehicleCost; label: string; per: string; says: string }[] = [
  { name: 'cost_fixed', label: 'Cost per day in use', per: 'a day', says: 'Plans then use fewer vehicles.' },
  { name: 'cost_per_km', label: 'Cost per kilometer', per: 'per km', says: 'Fuel and wear.' },
  { name: 'cost_per_hour', label: 'Cost per hour of driving', per: 'per h', says: 'Wages while driving.' },
  { name: 'cost_per_service_hour', label: 'Cost per hour at stops', per: 'per h', says: 'Wages at the door.' },
  {
    name: 'cost_per_waiting_hour',
    label: 'Cost per hour of waiting',
    per: 'per h',
    says: 'Plans then wait less on the way.',
  },
  {
    name: 'cost_per_stop',
    label: 'Cost per stop',
    per: 'a stop',
    says: 'Once per address, however many deliveries it gets.',
  },
  {
    name: 'cost_per_parcel',
    label: 'Cost per parcel',
    per: 'a parcel',
    says: 'For each piece, and at least one per delivery.',
  },
]

type CostFieldsProps = {
  values: Record<VehicleCost, number>
  onChange: (name: VehicleCost, value: number) => void
  problemOf: (name: VehicleCost) => string | undefined
  /** What counts if a field is empty. */
  placeholderOf: (name: VehicleCost) => string
  isDisabled?: boolean
}

/** What vehicles cost: one of them, or all that do not say otherwise. */
export function CostFields({ values, onChange, problemOf, placeholderOf, isDisabled = false }: CostFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {vehicleCostFields.map(({ name, label, says }) => (
        <MoneyField
          key={name}
          label={label}
          description={says}
          placeholder={placeholderOf(name)}
          value={values[name]}
          onChange={(value) => onChange(name, value)}
          errorMessage={problemOf(name)}
          isDisabled={isDisabled}
        />
      ))}
    </div>
  )
}

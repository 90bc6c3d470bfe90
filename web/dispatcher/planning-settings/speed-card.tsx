import { vehicleTypes } from '#domain/schema/vehicle.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Card } from '#web/ui/card.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { typeWords } from '../vehicles/vehicle-words.ts'
import type { SettingsCardProps } from './cost-cards.tsx'
import { errorOf } from '../records/error-of.ts'

/** How fast each type of vehicle is, and how long its driver needs at the door. */
export function SpeedCard({ form: { values, set, problemOf }, isDisabled }: SettingsCardProps) {
  const { speed_kmh } = useMe().workspace
  return (
    <Card
      title="Types of vehicles"
      description="A bicycle is slower and stops at the door; a truck has to park. Time at the door is multiplied by the factor."
    >
      <div className="flex flex-col gap-4">
        {vehicleTypes.map((type) => (
          <fieldset
            key={type}
            className="grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[6rem_minmax(0,1fr)_minmax(0,1fr)] sm:items-center"
          >
            <legend className="sr-only">{typeWords[type]}</legend>
            <span aria-hidden="true" className="font-medium">
              {typeWords[type]}
            </span>
            <NumberField
              label={`Speed of a ${typeWords[type].toLowerCase()}`}
              isLabelHidden
              unit="km/h"
              minValue={0}
              placeholder={`${formatNumber(speed_kmh)} as usual`}
              isDisabled={isDisabled}
              value={values.speeds[type]}
              onChange={(speed) => set('speeds', { ...values.speeds, [type]: speed })}
              {...errorOf(problemOf(`speeds.${type}`))}
            />
            <NumberField
              label={`Time at the door with a ${typeWords[type].toLowerCase()}`}
              isLabelHidden
              unit="× at the door"
              minValue={0}
              step={0.1}
              placeholder="1"
              isDisabled={isDisabled}
              value={values.service_factors[type]}
              onChange={(factor) => set('service_factors', { ...values.service_factors, [type]: factor })}
              {...errorOf(problemOf(`service_factors.${type}`))}
            />
          </fieldset>
        ))}
      </div>
    </Card>
  )
}

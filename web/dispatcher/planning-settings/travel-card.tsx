import { Card } from '#web/ui/card.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import type { SettingsCardProps } from './cost-cards.tsx'

/** How much longer roads are than the straight line, where nobody measures them. */
export function TravelCard({ form: { values, set, problemOf }, isDisabled }: SettingsCardProps) {
  const errorMessage = problemOf('detour_factor')
  return (
    <Card
      title="Detours"
      description="Without a routing engine, and where it knows no road, drives are straight lines times this factor. In most cities, roads are 1.3 to 1.4 times as long."
    >
      <NumberField
        label="Detour factor"
        unit="× the straight line"
        minValue={0}
        step={0.05}
        isDisabled={isDisabled}
        className="max-w-64"
        value={values.detour_factor}
        onChange={(factor) => set('detour_factor', factor)}
        {...(errorMessage && { errorMessage })}
      />
    </Card>
  )
}

import { Card } from '#web/ui/card.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { CostFields } from '../records/cost-fields.tsx'
import { MoneyField } from '../records/money-field.tsx'
import type { SettingsForm } from './use-settings-form.ts'

export type SettingsCardProps = { form: SettingsForm; isDisabled: boolean }

export function CostsCard({ form: { values, set, problemOf }, isDisabled }: SettingsCardProps) {
  return (
    <Card
      title="Costs"
      description="A plan costs as little as it can. Without any cost, it drives as little as it can. A vehicle with costs of its own uses those."
    >
      <CostFields
        values={values}
        onChange={set}
        problemOf={problemOf}
        placeholderOf={() => 'No cost'}
        isDisabled={isDisabled}
      />
    </Card>
  )
}

export function LatenessCard({ form: { field }, isDisabled }: SettingsCardProps) {
  return (
    <Card
      title="Preferred times and promises"
      description="Time windows are always kept. A delivery’s preferred time may be missed at this price."
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <MoneyField
          label="Cost of being late"
          per="per h"
          placeholder="No cost"
          description="For each hour after the preferred time."
          isDisabled={isDisabled}
          {...field('cost_per_hour_late')}
        />
        <MoneyField
          label="Cost of being early"
          per="per h"
          placeholder="No cost"
          description="For each hour before the preferred time."
          isDisabled={isDisabled}
          {...field('cost_per_hour_early')}
        />
        <NumberField
          label="Promises may move by"
          unit="min"
          minValue={0}
          placeholder="Any time"
          description="A changed plan keeps times that recipients were told, within this."
          isDisabled={isDisabled}
          {...field('promise_tolerance_minutes')}
        />
      </div>
    </Card>
  )
}

import { Card } from '#web/ui/card.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { MoneyField } from '../records/money-field.tsx'
import type { SlotValues } from './slot-values.ts'
import type { SlotCardProps } from './use-slot-settings-form.ts'

/** What a slot costs the buyer. */
export function PriceCard({ form: { values, set, problemOf }, isDisabled }: SlotCardProps) {
  const field = (name: keyof SlotValues['price']) => ({
    isDisabled,
    value: values.price[name],
    errorMessage: problemOf(`price.${name}`),
    onChange: (value: number) => set('price', { ...values.price, [name]: value }),
  })
  return (
    <Card
      title="Price"
      description="What buyers pay. The extra cost of driving there follows from the costs of your vehicles."
    >
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <MoneyField label="Base price" {...field('base')} />
        <NumberField
          label="Share of the cost"
          unit="%"
          description="Of the extra cost of driving there."
          minValue={0}
          maxValue={500}
          step={10}
          {...field('cost_percent')}
        />
        <MoneyField label="Discount if the van is near" {...field('near_discount')} />
        <MoneyField label="Maximum price" description="Leave it empty for no limit." {...field('most')} />
        <MoneyField label="Rounded up to" {...field('round_to')} />
      </div>
    </Card>
  )
}

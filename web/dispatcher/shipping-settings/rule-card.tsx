import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { MoneyField } from '../records/money-field.tsx'
import { RuleConditions } from './rule-conditions.tsx'
import type { RuleDraft, RuleProps } from './rule-values.ts'

type Props = RuleProps & {
  place: { at: number; count: number }
  onMove: (by: number) => void
  onRemove: () => void
}

const offers = [
  { id: 'slots', label: 'Delivery slots' },
  { id: 'any_time', label: 'Delivery without a time' },
  { id: 'none', label: 'No delivery' },
]
const prices = [
  { id: 'slot', label: 'The slot’s own price' },
  { id: 'add', label: 'That and an amount more' },
  { id: 'fixed', label: 'A fixed amount' },
]

/** One rule: for which carts it is, and what they get. */
export function RuleCard({ place: { at, count }, onMove, onRemove, ...props }: Props) {
  const { rule, isDisabled, problemOf, onChange } = props
  const name = rule.name.trim() || `rule ${at + 1}`
  const field = { isDisabled }
  return (
    <fieldset className="min-w-0 rounded-lg border p-4">
      <legend className="sr-only">{`Rule ${at + 1}`}</legend>
      <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
        <TextField
          label="Name"
          description={rule.offer === 'any_time' ? 'Buyers read it at the checkout.' : undefined}
          maxLength={80}
          className="min-w-48 flex-1"
          {...field}
          value={rule.name}
          errorMessage={problemOf('name')}
          onChange={(value) => onChange({ name: value })}
        />
        {!isDisabled && (
          <div className="ml-auto flex shrink-0 sm:mt-6">
            <IconButton
              label={`Move ${name} up`}
              icon={<ArrowUp className="size-4" />}
              isDisabled={at === 0}
              onPress={() => onMove(-1)}
            />
            <IconButton
              label={`Move ${name} down`}
              icon={<ArrowDown className="size-4" />}
              isDisabled={at === count - 1}
              onPress={() => onMove(1)}
            />
            <IconButton label={`Remove ${name}`} icon={<Trash2 className="size-4" />} onPress={onRemove} />
          </div>
        )}
      </div>
      <div className="mt-4">
        <RuleConditions {...props} />
      </div>
      <div className="mt-4 grid grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Select
          label="Buyers get"
          options={offers}
          {...field}
          value={rule.offer}
          onChange={(value) => onChange({ offer: value as RuleDraft['offer'] })}
        />
        {rule.offer === 'slots' && (
          <Select
            label="Price"
            options={prices}
            {...field}
            value={rule.price}
            onChange={(value) => onChange({ price: value as RuleDraft['price'] })}
          />
        )}
        {(rule.offer === 'any_time' || (rule.offer === 'slots' && rule.price !== 'slot')) && (
          <MoneyField
            label={rule.offer === 'any_time' ? 'Price' : 'Amount'}
            {...field}
            value={rule.amount}
            errorMessage={problemOf('amount')}
            onChange={(value) => onChange({ amount: value })}
          />
        )}
      </div>
    </fieldset>
  )
}

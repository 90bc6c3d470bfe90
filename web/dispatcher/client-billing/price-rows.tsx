import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { territoriesQuery } from '../queries.ts'
import { MoneyField } from '../records/money-field.tsx'
import { moved } from '../shipping-settings/rule-values.ts'
import { newPrice, type PriceDraft, type RateValues } from './rate-values.ts'

type Problem = `prices.${number}.${string}` | 'prices'
export type RowsProps = {
  form: {
    values: RateValues
    set: <Name extends keyof RateValues>(name: Name, value: RateValues[Name]) => void
    problemOf: (name: Problem & keyof RateValues) => string | undefined
  }
  currency: string
  isDisabled: boolean
}

const anywhere = 'anywhere'

/** Prices by zone, weight and distance, in the order in which they are tried. */
export function PriceRows({ form, currency, isDisabled }: RowsProps) {
  const { values, set } = form
  const { prices } = values
  const problem = (path: string) => form.problemOf(path as 'prices')
  const change = (at: number, part: Partial<PriceDraft>) =>
    set(
      'prices',
      prices.map((each, index) => (index === at ? { ...each, ...part } : each)),
    )
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 font-medium">Prices</legend>
      <p className="text-[0.8125rem] text-ink-muted">
        The first one that fits counts. Distances are straight lines from where a delivery is picked up.
      </p>
      {prices.map((price, at) => (
        <PriceRow
          key={price.key}
          price={price}
          place={{ at, count: prices.length }}
          currency={currency}
          isDisabled={isDisabled}
          problemOf={(field) => problem(`prices.${at}.${field}`)}
          onChange={(part) => change(at, part)}
          onMove={(by) => set('prices', moved(prices, at, by))}
          onRemove={() =>
            set(
              'prices',
              prices.filter((_, index) => index !== at),
            )
          }
        />
      ))}
      {!isDisabled && (
        <Button
          className="justify-self-start"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onPress={() => set('prices', [...prices, newPrice()])}
        >
          Add a price
        </Button>
      )}
      <MoneyField
        label={prices.length ? 'Everything else' : 'Each delivery'}
        currency={currency}
        isDisabled={isDisabled}
        value={values.otherwise}
        errorMessage={problem(`prices.${prices.length}`)}
        onChange={(value) => set('otherwise', value)}
      />
    </fieldset>
  )
}

type PriceRowProps = {
  price: PriceDraft
  place: { at: number; count: number }
  currency: string
  isDisabled: boolean
  problemOf: (field: string) => string | undefined
  onChange: (part: Partial<PriceDraft>) => void
  onMove: (by: number) => void
  onRemove: () => void
}

function PriceRow(props: PriceRowProps) {
  const { price, place, currency, isDisabled, problemOf, onChange, onMove, onRemove } = props
  const zones = useQuery(territoriesQuery).data ?? []
  const name = `price ${place.at + 1}`
  const limit = (field: 'up_to_kg' | 'up_to_km') => ({
    isDisabled,
    placeholder: 'Any',
    value: price[field],
    errorMessage: problemOf(field),
    onChange: (value: number) => onChange({ [field]: value }),
  })
  return (
    <fieldset className="min-w-0 rounded-lg border p-3">
      <legend className="sr-only">{`Price ${place.at + 1}`}</legend>
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <Select
          label="Zone"
          isDisabled={isDisabled}
          options={[{ id: anywhere, label: 'Anywhere' }, ...zones.map(({ id, name }) => ({ id, label: name }))]}
          value={price.territory || anywhere}
          errorMessage={problemOf('territory_id')}
          onChange={(id) => onChange({ territory: id === anywhere ? '' : String(id) })}
        />
        <MoneyField
          label="Price"
          currency={currency}
          isDisabled={isDisabled}
          value={price.amount}
          errorMessage={problemOf('amount')}
          onChange={(amount) => onChange({ amount })}
        />
        <NumberField label="Weight up to" unit="kg" minValue={0} {...limit('up_to_kg')} />
        <NumberField label="Distance up to" unit="km" minValue={0} {...limit('up_to_km')} />
      </div>
      {!isDisabled && (
        <div className="mt-2 flex justify-end">
          <IconButton
            label={`Move ${name} up`}
            icon={<ArrowUp className="size-4" />}
            isDisabled={place.at === 0}
            onPress={() => onMove(-1)}
          />
          <IconButton
            label={`Move ${name} down`}
            icon={<ArrowDown className="size-4" />}
            isDisabled={place.at === place.count - 1}
            onPress={() => onMove(1)}
          />
          <IconButton label={`Remove ${name}`} icon={<Trash2 className="size-4" />} onPress={onRemove} />
        </div>
      )}
    </fieldset>
  )
}

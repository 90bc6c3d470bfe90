import { useQuery } from '@tanstack/react-query'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { MoneyField } from '../records/money-field.tsx'
import { territoriesQuery } from '../queries.ts'
import { conditionsOf, type RuleProps } from './rule-values.ts'

/** For which carts a rule is. What is empty holds for all. */
export function RuleConditions({ rule, isDisabled, problemOf, onChange }: RuleProps) {
  const { data: zones } = useQuery(territoriesQuery)
  const list = (name: 'methods' | 'postcodes' | 'tags') => ({
    isDisabled,
    value: rule[name],
    errorMessage: problemOf(name),
    onChange: (value: string) => onChange({ [name]: value }),
  })
  const limit = (name: 'weight_from_kg' | 'weight_to_kg' | 'total_from' | 'total_to') => ({
    isDisabled,
    value: rule[name],
    errorMessage: problemOf(name),
    onChange: (value: number) => onChange({ [name]: value }),
  })
  return (
    <Fold
      title="Carts it is for"
      summary={conditionsOf(rule)}
      isInvalid={conditions.some((each) => problemOf(each) !== undefined)}
      isOpenAtFirst={rule.name === ''}
    >
      <p className="text-ink-muted">For carts that fit all of this. Leave empty what does not matter.</p>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <TextField label="Postcodes" description="How they begin, or a range: 10, 2000-2999" {...list('postcodes')} />
        <TextField label="Tags of products" description="One of them is enough: chilled, bulky" {...list('tags')} />
      </div>
      {zones && zones.length > 0 && (
        <CheckboxGroup
          label="Zones"
          options={zones.map(({ id, name }) => ({ id, label: name }))}
          isDisabled={isDisabled}
          value={rule.territory_ids}
          onChange={(ids) => onChange({ territory_ids: ids })}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <NumberField label="Weight from" unit="kg" minValue={0} {...limit('weight_from_kg')} />
        <NumberField label="Weight to" unit="kg" minValue={0} {...limit('weight_to_kg')} />
        <MoneyField label="Total from" {...limit('total_from')} />
        <MoneyField label="Total to" {...limit('total_to')} />
      </div>
      <TextField
        label="Shipping methods"
        description="As they are named in WooCommerce: express, standard"
        {...list('methods')}
      />
    </Fold>
  )
}

const conditions = ['postcodes', 'tags', 'methods', 'weight_from_kg', 'weight_to_kg', 'total_from', 'total_to']

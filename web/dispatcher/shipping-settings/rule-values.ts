import type { ShippingRule, ShippingSettings, ShippingSettingsPatch } from '#domain/schema/shipping.ts'
import { numberOrNull } from '#web/lib/field-values.ts'

type Listed = 'methods' | 'postcodes' | 'tags'
type Limit = 'weight_from_kg' | 'weight_to_kg' | 'total_from' | 'total_to'

/** A rule as the form has it: lists as text, and limits that are NaN while they are empty. `key` stays while it moves. */
export type RuleDraft = Omit<ShippingRule, Listed | Limit> &
  Record<Listed, string> &
  Record<Limit, number> & { key: string }

export type RuleProps = {
  rule: RuleDraft
  isDisabled: boolean
  problemOf: (field: string) => string | undefined
  onChange: (part: Partial<RuleDraft>) => void
}

export type ShippingValues = { rules: RuleDraft[]; most_rates: number }

let made = 0

/** A rule that holds for all carts until somebody says more. */
export const newRule = (): RuleDraft => ({
  key: `new ${++made}`,
  name: '',
  methods: '',
  postcodes: '',
  territory_ids: [],
  tags: '',
  weight_from_kg: NaN,
  weight_to_kg: NaN,
  total_from: NaN,
  total_to: NaN,
  offer: 'slots',
  price: 'slot',
  amount: 0,
})

export function toValues({ rules, most_rates }: ShippingSettings): ShippingValues {
  return { most_rates, rules: rules.map(toDraft) }
}

function toDraft(rule: ShippingRule, at: number): RuleDraft {
  const { methods, postcodes, tags, weight_from_kg, weight_to_kg, total_from, total_to, ...rest } = rule
  return {
    ...rest,
    key: String(at),
    methods: methods.join(', '),
    postcodes: postcodes.join(', '),
    tags: tags.join(', '),
    weight_from_kg: weight_from_kg ?? NaN,
    weight_to_kg: weight_to_kg ?? NaN,
    total_from: total_from ?? NaN,
    total_to: total_to ?? NaN,
  }
}

export function toBody({ rules, most_rates }: ShippingValues): ShippingSettingsPatch {
  return { most_rates, rules: rules.map(toRule) }
}

function toRule({ key: _, methods, postcodes, tags, ...draft }: RuleDraft): ShippingRule {
  return {
    ...draft,
    methods: listed(methods),
    postcodes: listed(postcodes),
    tags: listed(tags),
    weight_from_kg: numberOrNull(draft.weight_from_kg),
    weight_to_kg: numberOrNull(draft.weight_to_kg),
    total_from: numberOrNull(draft.total_from),
    total_to: numberOrNull(draft.total_to),
    price: draft.offer === 'any_time' ? 'fixed' : draft.price,
  }
}

const listed = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((each) => each.trim())
    .filter(Boolean)

/** The list with one of them moved by so many places. */
export function moved<T>(all: readonly T[], at: number, by: number): T[] {
  const next = all.filter((_, index) => index !== at)
  next.splice(at + by, 0, all[at]!)
  return next
}

/** What a rule looks at, in a few words. */
export function conditionsOf(rule: RuleDraft): string {
  const has = (value: string | number) => (typeof value === 'number' ? !Number.isNaN(value) : value.trim() !== '')
  const words = [
    has(rule.postcodes) && 'postcodes',
    rule.territory_ids.length > 0 && 'zones',
    has(rule.tags) && 'tags',
    (has(rule.weight_from_kg) || has(rule.weight_to_kg)) && 'weight',
    (has(rule.total_from) || has(rule.total_to)) && 'total',
    has(rule.methods) && 'methods',
  ].filter((each) => each !== false)
  return words.length ? `By ${words.join(', ')}` : 'All carts'
}

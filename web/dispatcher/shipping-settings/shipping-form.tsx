import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { mostShippingRules, type ShippingSettings } from '#domain/schema/shipping.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { slotSettingsQuery } from '../queries.ts'
import { PartForm } from '../settings/part-form.tsx'
import { RuleCard } from './rule-card.tsx'
import { moved, newRule, type RuleDraft } from './rule-values.ts'
import { useShippingForm } from './use-shipping-form.ts'

/** The rules in the order in which they are tried, and how many times a checkout shows. */
export function ShippingForm({ settings, isEditable }: { settings: ShippingSettings; isEditable: boolean }) {
  const form = useShippingForm(settings)
  const { values, set, problemOf } = form
  const { rules } = values
  const change = (at: number, part: Partial<RuleDraft>) =>
    set(
      'rules',
      rules.map((each, index) => (index === at ? { ...each, ...part } : each)),
    )
  return (
    <PartForm form={form} isEditable={isEditable}>
      <SlotsOff />
      <Card
        title="Rules"
        description="The first rule that fits a cart counts. Carts that fit none get your delivery slots at their own prices."
      >
        <div className="flex flex-col gap-5">
          {rules.length === 0 && <p className="text-ink-muted">No rules yet.</p>}
          {rules.map((rule, at) => (
            <RuleCard
              key={rule.key}
              rule={rule}
              place={{ at, count: rules.length }}
              isDisabled={!isEditable}
              problemOf={(field) => problemOf(`rules.${at}.${field}`)}
              onChange={(part) => change(at, part)}
              onMove={(by) => set('rules', moved(rules, at, by))}
              onRemove={() =>
                set(
                  'rules',
                  rules.filter((_, index) => index !== at),
                )
              }
            />
          ))}
          {isEditable && rules.length < mostShippingRules && (
            <Button
              className="self-start"
              icon={<Plus aria-hidden="true" className="size-4" />}
              onPress={() => set('rules', [...rules, newRule()])}
            >
              Add a rule
            </Button>
          )}
        </div>
      </Card>
      <Card title="At the checkout">
        <NumberField
          label="Delivery times shown"
          description="At most. Times when a van is in the street anyway come first."
          minValue={1}
          maxValue={30}
          className="max-w-60"
          isDisabled={!isEditable}
          value={values.most_rates}
          errorMessage={problemOf('most_rates')}
          onChange={(value) => set('most_rates', value)}
        />
      </Card>
    </PartForm>
  )
}

function SlotsOff() {
  const { data } = useQuery(slotSettingsQuery)
  if (!data || data.is_on) return null
  return (
    <Banner tone="warning">
      Delivery slots are off, so checkouts show none. <Link to="/dashboard/settings/slots">Turn them on</Link>
    </Banner>
  )
}

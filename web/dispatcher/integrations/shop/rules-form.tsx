import { useQuery } from '@tanstack/react-query'
import type { Integration } from '#domain/schema/integration.ts'
import type { ShopState } from '#domain/schema/shop.ts'
import type { ShopRules } from '#domain/shops/rules.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { depotChoicesQuery } from '../../queries.ts'
import { PartForm } from '../../settings/part-form.tsx'
import { methodWords, paymentWords } from './rule-words.ts'
import { useRulesForm, type RulesFormState } from './use-rules-form.ts'

type Props = { integration: Integration; locations: ShopState['locations'] }

/** Which orders of the shop are delivered, from where, and how. */
export function RulesForm({ integration, locations }: Props) {
  const form = useRulesForm(integration)
  return (
    <PartForm form={form} isEditable submitLabel="Save rules">
      <WhichCard form={form} hasStatuses={integration.platform !== 'shopify'} />
      {locations.length > 0 && <PlacesCard form={form} locations={locations} />}
      <HowCard form={form} />
      <BackCard form={form} canComplete={integration.platform === 'woocommerce'} />
    </PartForm>
  )
}

type CardProps = { form: RulesFormState }

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([id, label]) => ({ id, label }))
const payments = optionsOf(paymentWords)
const methods = optionsOf(methodWords)

function WhichCard({ form: { values, set, problemOf }, hasStatuses }: CardProps & { hasStatuses: boolean }) {
  const fields: [name: 'statuses' | 'method_titles' | 'tags' | 'postcodes', label: string, description: string][] = [
    ...(hasStatuses
      ? [['statuses', 'Statuses', 'Such as processing. Leave empty for all.'] as ['statuses', string, string]]
      : []),
    ['method_titles', 'Delivery methods with these words', 'Separate them with commas. Leave empty for all.'],
    ['tags', 'Tags', 'One of them is enough. Leave empty for all.'],
    ['postcodes', 'Postcodes that begin with', 'Such as K1, K2. Leave empty for all.'],
  ]
  return (
    <Card title="Which orders are yours" description="All others stay in the shop.">
      <div className="grid gap-5 md:grid-cols-2">
        <CheckboxGroup
          label="Payment"
          options={payments}
          value={values.payments}
          onChange={(chosen) => set('payments', inOrder(payments, chosen) as ShopRules['payments'])}
        />
        <CheckboxGroup
          label="Delivery method"
          options={methods}
          value={values.methods}
          onChange={(chosen) => set('methods', inOrder(methods, chosen) as ShopRules['methods'])}
        />
        {fields.map(([name, label, description]) => (
          <TextField
            key={name}
            label={label}
            description={description}
            value={values[name]}
            errorMessage={problemOf(name)}
            onChange={(value) => set(name, value)}
          />
        ))}
        <Switch isSelected={values.takes_tests} onChange={(value) => set('takes_tests', value)}>
          Take test orders too
        </Switch>
      </div>
    </Card>
  )
}

const inOrder = (options: { id: string }[], chosen: string[]) =>
  options.map(({ id }) => id).filter((id) => chosen.includes(id))

const usualDepot = { id: '', label: 'Usual depot' }

function PlacesCard({ form: { values, set, problemOf }, locations }: CardProps & Pick<Props, 'locations'>) {
  const depots = useQuery(depotChoicesQuery).data ?? []
  const options = [usualDepot, ...depots.map(({ id, name }) => ({ id, label: name }))]
  const { location_ids: chosen, all_locations: isAll } = values
  return (
    <Card title="Places" description="Where the shop sends from, and the depot that its deliveries leave from.">
      <div className="grid gap-5">
        <Switch isSelected={isAll} onChange={(value) => set('all_locations', value)}>
          Deliver from all places of the shop
        </Switch>
        {locations.map(({ id, name, address }) => (
          <div key={id} className="grid items-end gap-3 md:grid-cols-2">
            <Switch
              isSelected={isAll || chosen.includes(id)}
              isDisabled={isAll}
              description={address}
              onChange={(value) => set('location_ids', value ? [...chosen, id] : chosen.filter((each) => each !== id))}
            >
              {name}
            </Switch>
            <Select
              label={`Depot for ${name}`}
              options={options}
              value={values.depots[id] ?? ''}
              errorMessage={problemOf('depots')}
              onChange={(depot) => {
                const { [id]: _, ...others } = values.depots
                set('depots', depot ? { ...others, [id]: String(depot) } : others)
              }}
            />
          </div>
        ))}
      </div>
    </Card>
  )
}

function HowCard({ form: { values, set, problemOf } }: CardProps) {
  return (
    <Card title="How they become deliveries">
      <div className="grid gap-5 md:grid-cols-2">
        <NumberField
          label="Days until delivery"
          description="For orders without a time. 0 is today."
          minValue={0}
          maxValue={30}
          value={values.days_ahead}
          errorMessage={problemOf('days_ahead')}
          onChange={(value) => set('days_ahead', value)}
        />
        <NumberField
          label="Minutes at the door"
          description="Leave empty for the workspace’s usual time."
          minValue={0}
          maxValue={480}
          value={values.service_minutes}
          errorMessage={problemOf('service_minutes')}
          onChange={(value) => set('service_minutes', value)}
        />
        <TextField
          label="Field with the delivery day"
          description="If a plugin of the shop adds one."
          value={values.date_key}
          onChange={(value) => set('date_key', value)}
        />
        <TextField
          label="Field with the delivery time"
          description="Such as Delivery Slot."
          value={values.time_key}
          onChange={(value) => set('time_key', value)}
        />
        <Switch isSelected={values.needs_phone} onChange={(value) => set('needs_phone', value)}>
          Orders without a phone number wait
        </Switch>
        <Switch isSelected={values.needs_postcode} onChange={(value) => set('needs_postcode', value)}>
          Orders without a postcode wait
        </Switch>
        <Switch isSelected={values.collects_cash} onChange={(value) => set('collects_cash', value)}>
          Drivers collect what is paid at the door
        </Switch>
      </div>
    </Card>
  )
}

function BackCard({ form: { values, set }, canComplete }: CardProps & { canComplete: boolean }) {
  return (
    <Card title="What the shop is told">
      <div className="grid gap-4">
        <Switch
          isSelected={values.tells_shop}
          onChange={(value) => set('tells_shop', value)}
          description="Fulfilled with a tracking link at dispatch, then out for delivery, late, attempted, delivered."
        >
          Tell the shop how deliveries go
        </Switch>
        <Switch
          isSelected={values.notifies}
          isDisabled={!values.tells_shop}
          onChange={(value) => set('notifies', value)}
          description="Leave it off if Karta writes to recipients, or they hear it twice."
        >
          The shop mails its customer the tracking link
        </Switch>
        {canComplete && (
          <Switch
            isSelected={values.completes}
            isDisabled={!values.tells_shop}
            onChange={(value) => set('completes', value)}
          >
            Delivered orders are completed
          </Switch>
        )}
      </div>
    </Card>
  )
}

import type { SlotSettings } from '#domain/schema/slots.ts'
import { useMe } from '#web/lib/me.ts'
import { Card } from '#web/ui/card.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { PartForm } from '../settings/part-form.tsx'
import { AreaCard } from './area-card.tsx'
import { BlackoutCard } from './blackout-card.tsx'
import { OrderPageCard } from './order-page-card.tsx'
import { PriceCard } from './price-card.tsx'
import { ShopsCard } from './shops-card.tsx'
import { useSlotSettingsForm, type SlotCardProps } from './use-slot-settings-form.ts'
import { WindowsCard } from './windows-card.tsx'

/** Which slots are offered, in cards that each say what they do. */
export function SlotSettingsForm({ settings, isEditable }: { settings: SlotSettings; isEditable: boolean }) {
  const { currency } = useMe().workspace
  const form = useSlotSettingsForm(settings, currency)
  const card = { form, isDisabled: !isEditable }
  return (
    <PartForm form={form} isEditable={isEditable}>
      <Card title="Slots">
        <Switch
          isDisabled={!isEditable}
          isSelected={form.values.is_on}
          onChange={(value) => form.set('is_on', value)}
          description="Each one is tried in the routes of that day, so you sell only what you can keep."
        >
          Offer delivery slots
        </Switch>
      </Card>
      <WindowsCard {...card} />
      <TimesCard {...card} />
      <AreaCard {...card} />
      <BlackoutCard {...card} />
      <PriceCard {...card} />
      <OrderPageCard {...card} url={settings.order_page_url} />
      <ShopsCard {...card} settings={settings} />
    </PartForm>
  )
}

function TimesCard({ form: { values, set, problemOf }, isDisabled }: SlotCardProps) {
  const field = (name: 'days_ahead' | 'cut_off_minutes' | 'hold_minutes') => ({
    isDisabled,
    value: values[name],
    errorMessage: problemOf(name),
    onChange: (value: number) => set(name, value),
  })
  return (
    <Card title="When they are offered">
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
        <NumberField label="Days ahead" unit="days" minValue={1} maxValue={31} {...field('days_ahead')} />
        <NumberField
          label="Closes before it starts"
          unit="min"
          minValue={0}
          maxValue={10_080}
          step={15}
          {...field('cut_off_minutes')}
        />
        <NumberField label="Held for a buyer" unit="min" minValue={1} maxValue={60} {...field('hold_minutes')} />
      </div>
    </Card>
  )
}

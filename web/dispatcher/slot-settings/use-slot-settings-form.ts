import { useQueryClient } from '@tanstack/react-query'
import { changeSlotSettings } from '#domain/api/slots.ts'
import { SlotSettingsPatch, type SlotSettings } from '#domain/schema/slots.ts'
import { call } from '#web/lib/call.ts'
import { formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { toast } from '#web/ui/toast.tsx'
import { toBody, toValues, type SlotValues } from './slot-values.ts'

const { one, number, text, switch: onOff } = partsOf<SlotValues>()

/** Which slots are offered, as a form that stays open. */
export function useSlotSettingsForm(settings: SlotSettings, currency: string) {
  const client = useQueryClient()
  const money = (value: number) => formatMoney(value, currency)
  return useRecordForm({
    initial: toValues(settings),
    toBody,
    schema: SlotSettingsPatch,
    shared: {
      record: settings,
      toValues,
      parts: [
        onOff('Slots', 'is_on'),
        one<SlotValues['windows']>('Windows', 'windows', (all) =>
          all.map(({ start, end }) => `${start}–${end}`).join(', '),
        ),
        number('Days ahead', 'days_ahead'),
        number('Cut-off', 'cut_off_minutes'),
        number('Held for', 'hold_minutes'),
        one<SlotValues['where']>('Area', 'where', (where) => (where === 'zones' ? 'Zones' : 'Around depots')),
        one<string[]>('Zones', 'territory_ids', (ids) => String(ids.length)),
        number('Distance', 'service_km'),
        number('Near', 'near_meters'),
        one<string[]>('Days without slots', 'blackout_days', (days) => days.join(', ')),
        one<SlotValues['price']>('Price', 'price', ({ base, cost_percent }) => `${money(base)} + ${cost_percent} %`),
        onOff('Order page', 'order_page'),
        text('Name of the order page', 'order_page_name'),
        text('Shops', 'shop_origins'),
      ],
      gone: { code: 'not_found', noun: 'settings' },
    },
    save: async (body, { version }) => {
      const saved = await call(changeSlotSettings, { body, version })
      client.setQueryData(keys.slots.settings, saved)
      return saved
    },
    onSaved: () => toast({ title: 'Delivery slots saved' }),
  })
}
export type SlotSettingsFormState = ReturnType<typeof useSlotSettingsForm>
export type SlotCardProps = { form: SlotSettingsFormState; isDisabled: boolean }

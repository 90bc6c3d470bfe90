import { useQueryClient } from '@tanstack/react-query'
import { changeShippingSettings } from '#domain/api/shipping.ts'
import { ShippingSettingsPatch, type ShippingSettings } from '#domain/schema/shipping.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { toast } from '#web/ui/toast.tsx'
import { toBody, toValues, type ShippingValues } from './rule-values.ts'

const { one, number } = partsOf<ShippingValues>()

/** The shipping rules as a form that stays open. */
export function useShippingForm(settings: ShippingSettings) {
  const client = useQueryClient()
  return useRecordForm({
    initial: toValues(settings),
    toBody,
    schema: ShippingSettingsPatch,
    shared: {
      record: settings,
      toValues,
      parts: [
        one<ShippingValues['rules']>('Rules', 'rules', (rules) => rules.map(({ name }) => name).join(', ')),
        number('Delivery times shown', 'most_rates'),
      ],
      gone: { code: 'not_found', noun: 'settings' },
    },
    save: async (body, { version }) => {
      const saved = await call(changeShippingSettings, { body, version })
      client.setQueryData(keys.shippingSettings, saved)
      return saved
    },
    onSaved: () => toast({ title: 'Shipping rules saved' }),
  })
}
export type ShippingFormState = ReturnType<typeof useShippingForm>

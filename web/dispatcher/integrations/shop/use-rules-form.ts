import { useQueryClient } from '@tanstack/react-query'
import { changeShopRules } from '#domain/api/shops.ts'
import type { Integration } from '#domain/schema/integration.ts'
import { ShopRules } from '#domain/shops/rules.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { toast } from '#web/ui/toast.tsx'
import { methodWords, paymentWords } from './rule-words.ts'

type Lists = 'statuses' | 'method_titles' | 'tags' | 'postcodes'
type Texts = 'date_key' | 'time_key'
/** Lists are typed with commas, and an empty text or number is none. */
export type RuleValues = Omit<ShopRules, Lists | Texts | 'service_minutes' | 'location_ids'> &
  Record<Lists | Texts, string> & { service_minutes: number; location_ids: string[]; all_locations: boolean }

const lists: Lists[] = ['statuses', 'method_titles', 'tags', 'postcodes']
const listed = (text: string) => [...new Set(text.split(',').map((each) => each.trim()))].filter(Boolean)

const toValues = ({ rules }: Pick<Integration, 'rules'>): RuleValues => ({
  ...rules,
  statuses: rules.statuses.join(', '),
  method_titles: rules.method_titles.join(', '),
  tags: rules.tags.join(', '),
  postcodes: rules.postcodes.join(', '),
  date_key: rules.date_key ?? '',
  time_key: rules.time_key ?? '',
  service_minutes: rules.service_minutes ?? Number.NaN,
  location_ids: rules.location_ids ?? [],
  all_locations: rules.location_ids === null,
})

function toBody({ all_locations, location_ids, ...values }: RuleValues): unknown {
  return {
    ...values,
    ...Object.fromEntries(lists.map((list) => [list, listed(values[list])])),
    location_ids: all_locations ? null : location_ids,
    date_key: values.date_key.trim() || null,
    time_key: values.time_key.trim() || null,
    service_minutes: Number.isNaN(values.service_minutes) ? null : values.service_minutes,
  }
}

const { one, text, number, switch: onOff } = partsOf<RuleValues>()
const several = (words: Record<string, string>) => (all: string[]) => all.map((each) => words[each] ?? each).join(', ')

/** Which orders of a shop are delivered, and how, as a form that stays open. */
export function useRulesForm(integration: Integration) {
  const client = useQueryClient()
  const { platform } = integration
  return useRecordForm({
    initial: toValues(integration),
    toBody,
    schema: ShopRules,
    shared: {
      record: integration,
      toValues,
      parts: [
        one<RuleValues['payments']>('Payment', 'payments', several(paymentWords)),
        one<RuleValues['methods']>('Delivery method', 'methods', several(methodWords)),
        text('Statuses', 'statuses'),
        text('Names of delivery methods', 'method_titles'),
        text('Tags', 'tags'),
        text('Postcodes', 'postcodes'),
        onOff('All places', 'all_locations'),
        one<string[]>('Places', 'location_ids', several({})),
        one<RuleValues['depots']>('Depots', 'depots', (depots) => String(Object.keys(depots).length)),
        onOff('Test orders', 'takes_tests'),
        onOff('Phone needed', 'needs_phone'),
        onOff('Postcode needed', 'needs_postcode'),
        onOff('Collect at the door', 'collects_cash'),
        number('Minutes at the door', 'service_minutes'),
        number('Days ahead', 'days_ahead'),
        text('Field of the day', 'date_key'),
        text('Field of the time', 'time_key'),
        onOff('Tell the shop', 'tells_shop'),
        onOff('Shop mails the customer', 'notifies'),
        onOff('Complete orders', 'completes'),
      ],
      gone: { code: 'integration_not_connected', noun: 'shop' },
    },
    save: async (body, { version }) => {
      const saved = await call(changeShopRules, { params: { platform }, body, version })
      await client.invalidateQueries({ queryKey: keys.integrations })
      return saved
    },
    onSaved: () => toast({ title: 'Rules saved' }),
  })
}
export type RulesFormState = ReturnType<typeof useRulesForm>

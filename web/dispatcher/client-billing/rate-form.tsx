import { parseDate } from '@internationalized/date'
import { changeRateCard, createRateCard } from '#domain/api/client-billing.ts'
import { NewRateCard, type RateCard } from '#domain/schema/client-billing.ts'
import { dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatMoney } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { MoneyField } from '../records/money-field.tsx'
import { RecordDrawer } from '../records/record-drawer.tsx'
import { PriceRows } from './price-rows.tsx'
import { HourRows } from './hour-rows.tsx'
import { toBody, toValues, type RateValues } from './rate-values.ts'

type Props = { clientId: string; row?: RateCard; onClose: () => void; onSaved: () => void }

const { text, one, number } = partsOf<RateValues>()
const partsFor = (currency: string) => {
  const money = (minor: number) => formatMoney(minor, currency)
  return [
    text('First day', 'valid_from'),
    text('Last day', 'valid_until'),
    one<RateValues['prices']>('Prices', 'prices', (prices) => countOf(prices.length, 'price')),
    number('Everything else', 'otherwise', money),
    one<RateValues['hours']>('Hours', 'hours', (hours) => countOf(hours.length, 'period')),
    number('Cash', 'cash_fee', money),
    number('Share of the cash', 'cash_percent'),
    number('Another attempt', 'again_fee', money),
    number('Minimum', 'minimum', money),
    number('Fuel', 'fuel_percent'),
    number('Tax', 'tax_percent'),
  ]
}

/** Adds or changes a rate card. Of one that was used, only the last day. */
export function RateForm({ clientId, row, onClose, onSaved }: Props) {
  const { workspace } = useMe()
  const today = dayOf(new Date(), workspace.time_zone)
  const currency = row?.currency ?? workspace.currency
  const form = useRecordForm({
    initial: toValues(row, today),
    toBody,
    schema: NewRateCard,
    shared: row && {
      record: row,
      toValues: (card: RateCard) => toValues(card, today),
      parts: partsFor(currency),
      gone: { code: 'rate_card_not_found', noun: 'rate card' },
    },
    save: (body, { idempotencyKey, version }) =>
      row
        ? call(changeRateCard, { params: { id: row.id }, body, version })
        : call(createRateCard, { params: { id: clientId }, body, idempotencyKey }),
    onSaved,
  })
  const isLocked = row?.is_used ?? false
  const money = (name: 'cash_fee' | 'again_fee' | 'minimum') => ({
    currency,
    isDisabled: isLocked,
    ...form.field(name),
  })
  const percent = (name: 'cash_percent' | 'fuel_percent' | 'tax_percent') => ({
    unit: '%',
    minValue: 0,
    maxValue: 100,
    isDisabled: isLocked,
    ...form.field(name),
  })
  return (
    <RecordDrawer
      title={row ? 'Rate card' : 'Add rate card'}
      form={form}
      isEditable
      submitLabel={row ? 'Save' : 'Add rate card'}
      onClose={onClose}
    >
      {isLocked && (
        <Banner>Deliveries were charged by this card, so only its last day can change. Then add another card.</Banner>
      )}
      <ValidDays form={form} isLocked={isLocked} />
      <PriceRows form={form} currency={currency} isDisabled={isLocked} />
      <HourRows form={form} currency={currency} isDisabled={isLocked} />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <MoneyField label="For taking cash" {...money('cash_fee')} />
        <NumberField label="And of the cash" {...percent('cash_percent')} />
        <MoneyField label="Another attempt" description="In place of the price" {...money('again_fee')} />
        <MoneyField label="Minimum" description="Of a first attempt, before fuel" {...money('minimum')} />
        <NumberField label="Fuel" description="On top of all of it" {...percent('fuel_percent')} />
        <NumberField label="Tax" description="On invoices" {...percent('tax_percent')} />
      </div>
    </RecordDrawer>
  )
}

type FormState = {
  values: RateValues
  set: <Name extends keyof RateValues>(name: Name, value: RateValues[Name]) => void
  problemOf: (name: keyof RateValues) => string | undefined
}

function ValidDays({ form, isLocked }: { form: FormState; isLocked: boolean }) {
  const { values, set, problemOf } = form
  const day = (name: 'valid_from' | 'valid_until') => ({
    value: values[name] ? parseDate(values[name]) : null,
    onChange: (next: { toString(): string } | null) => set(name, next?.toString() ?? ''),
    errorMessage: problemOf(name),
  })
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <DatePicker label="First day" isRequired isDisabled={isLocked} {...day('valid_from')} />
      <div className="grid gap-1.5">
        <DatePicker label="Last day" description="Empty without an end" {...day('valid_until')} />
        {values.valid_until && (
          <Button size="small" variant="quiet" className="justify-self-start" onPress={() => set('valid_until', '')}>
            Without an end
          </Button>
        )}
      </div>
    </div>
  )
}

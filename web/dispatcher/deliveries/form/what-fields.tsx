import { totalsOf } from '#domain/orders/totals.ts'
import { deliveryKinds } from '#domain/schema/order.ts'
import { formatNumber } from '#web/lib/format.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { DeliveryValues } from './delivery-values.ts'
import { anyProblem, type FieldsProps } from './field-props.ts'
import { kindNotes, kindWords } from './order-words.ts'
import { ParcelsField } from './parcels-field.tsx'
import { toParcel } from './parcel-draft.ts'
import { Folded } from './section.tsx'
import { parcelsSummary } from './section-words.ts'

const decimals = { maximumFractionDigits: 2 } as const
const kinds = deliveryKinds.map((id) => ({ id, label: kindWords[id] }))

/** What is brought, collected, or both, and how much of it. */
export function WhatFields(props: FieldsProps) {
  const { values, set, bound, problemOf, isReadOnly, isRecurring } = props
  const totals = totalsOf(values.parcels.map(toParcel))
  return (
    <>
      <RadioGroup
        label="Kind"
        options={kinds}
        description={values.kind === 'delivery' ? undefined : kindNotes[values.kind]}
        {...bound('kind')}
        onChange={(kind) => set('kind', kind as DeliveryValues['kind'])}
      />
      <div className="grid gap-4 max-sm:grid-cols-2 sm:grid-cols-3">
        <Amount label="Weight" unit="kg" placeholder={formatNumber(totals.weight_kg)} {...bound('weight_kg')} />
        <Amount label="Volume" unit="L" placeholder={formatNumber(totals.volume_l)} {...bound('volume_l')} />
        <Amount label="Pieces" placeholder={formatNumber(totals.units)} {...bound('units')} />
      </div>
      {values.kind === 'exchange' && (
        <div className="grid gap-4 max-sm:grid-cols-2 sm:grid-cols-3">
          <Amount label="Collected weight" unit="kg" {...bound('return_weight_kg')} />
          <Amount label="Collected volume" unit="L" {...bound('return_volume_l')} />
          <Amount label="Collected pieces" {...bound('return_units')} />
        </div>
      )}
      <Folded
        title="Parcels"
        summary={parcelsSummary(values)}
        isInvalid={anyProblem(problemOf, ['parcels'])}
        isReadOnly={isReadOnly}
      >
        <ParcelsField {...props} />
      </Folded>
      {!isRecurring && <TextField label="Reference" {...bound('reference')} />}
      <TextArea label="Notes" placeholder="What the driver should know" {...bound('notes', isReadOnly)} />
    </>
  )
}

type AmountProps = {
  label: string
  unit?: string
  placeholder?: string
  value: number
  onChange: (value: number) => void
  errorMessage: string | undefined
  isDisabled: boolean
}

/** A number that is not negative, or none. */
function Amount({ errorMessage, ...field }: AmountProps) {
  return <NumberField minValue={0} formatOptions={decimals} {...field} {...(errorMessage && { errorMessage })} />
}

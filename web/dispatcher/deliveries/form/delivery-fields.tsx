import type { Delivery } from '#domain/schema/delivery.ts'
import { useMay } from '#web/lib/me.ts'
import { messageLanguages } from '#domain/messages/languages.ts'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ClientField } from '../../scopes/client-field.tsx'
import { useScopeNames } from '../../scopes/use-scope-names.ts'
import { DoorFields } from './door-fields.tsx'
import { workspaceLanguage, type DeliveryValues } from './delivery-values.ts'
import type { DeliveryFormState, FieldsProps } from './field-props.ts'
import { HandlingFields } from './handling-fields.tsx'
import { OrderFields } from './order-fields.tsx'
import { languageWords } from './order-words.ts'
import { OtherPlaces } from './other-places.tsx'
import { OwnFields } from './own-fields.tsx'
import { PickupFields } from './pickup-fields.tsx'
import { PlanningFields } from './planning-fields.tsx'
import { Section } from './section.tsx'
import { WhatFields } from './what-fields.tsx'
import { LearnedLine } from './learned-line.tsx'
import { WhenFields } from './when-fields.tsx'
import { WhereFields } from './where-fields.tsx'

type DeliveryFieldsProps = {
  form: DeliveryFormState
  isNew: boolean
  /** It is an order that comes again: it has neither a day nor a reference. */
  isRecurring?: boolean
  /** Nothing can be changed. */
  isReadOnly: boolean
  /** Which values cannot change, since the delivery is on a route. */
  isFixed: (name: keyof DeliveryValues) => boolean
  usualMinutes: number
  /** The delivery as it was opened. */
  stored?: Delivery
  /** The driver that was requested when the form opened. */
  wanted?: { id: string; name: string }
}

const languages = [workspaceLanguage, ...messageLanguages].map((id) => ({ id, label: languageWords(id) }))

/** Every field of a delivery that a person may enter. What most deliveries leave empty is folded. */
export function DeliveryFields(props: DeliveryFieldsProps) {
  const { form, isNew, isRecurring = false, isReadOnly, isFixed, usualMinutes, stored, wanted } = props
  const { values, set, problemOf } = form
  const seesPlanning = useMay('see_operations')
  const bound: FieldsProps['bound'] = (name, isDisabled = isReadOnly || isFixed(name)) => ({
    ...form.field(name),
    isDisabled,
  })
  const isLocked: FieldsProps['isLocked'] = (name) => isReadOnly || isFixed(name)
  const shared: FieldsProps = { values, set, problemOf, bound, isLocked, isReadOnly, isRecurring }
  return (
    <>
      <Section title="Recipient">
        <RecipientFields {...shared} isNew={isNew} />
      </Section>
      <Section title="Where">
        <WhereFields {...shared} stored={stored} />
      </Section>
      <Section title="When">
        <WhenFields {...shared} usualMinutes={usualMinutes} deliveryId={stored?.id} />
        {stored && !isRecurring && <LearnedLine deliveryId={stored.id} />}
      </Section>
      <Section title="What">
        <WhatFields {...shared} />
      </Section>
      <section aria-label="More" className="flex flex-col gap-2.5 border-t pt-4 empty:hidden">
        <OtherPlaces {...shared} />
        <PickupFields {...shared} stored={stored} />
        <DoorFields {...shared} />
        <HandlingFields {...shared} />
        <OrderFields {...shared} {...(!isRecurring && { stored })} />
        <OwnFields {...shared} />
        {seesPlanning && <PlanningFields {...shared} wanted={wanted} />}
      </section>
    </>
  )
}

function RecipientFields({ values, set, bound, isReadOnly, isNew }: FieldsProps & { isNew: boolean }) {
  const { hasClients } = useScopeNames()
  return (
    <>
      <TextField label="Name" autoFocus={isNew} {...bound('recipient_name', isReadOnly)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Phone" type="tel" placeholder="+62 811 0000 001" {...bound('recipient_phone', isReadOnly)} />
        <TextField label="Email" type="email" {...bound('recipient_email', isReadOnly)} />
        <Select
          label="Language"
          options={languages}
          {...bound('recipient_language', isReadOnly)}
          onChange={(id) => set('recipient_language', String(id))}
        />
      </div>
      <Switch
        description="The tracking page and messages show no names and no contents."
        isSelected={values.is_confidential}
        onChange={(isConfidential) => set('is_confidential', isConfidential)}
        isDisabled={isReadOnly}
      >
        Confidential
      </Switch>
      {hasClients && <ClientField {...bound('client_id', isReadOnly)} />}
    </>
  )
}

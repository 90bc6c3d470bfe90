import { parseDate } from '@internationalized/date'
import type { ReactNode } from 'react'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { useMay } from '#web/lib/me.ts'
import type { useRecordForm } from '#web/lib/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { AddressField } from '../../records/address-field.tsx'
import { LocationFields, type LocationDraft } from '../../records/location-fields.tsx'
import { PositionSource } from '../../records/position-trust.tsx'
import { ClientField } from '../../scopes/client-field.tsx'
import { DepotSelect } from '../../scopes/depot-select.tsx'
import { useScopeNames } from '../../scopes/use-scope-names.ts'
import type { DeliveryValues } from './delivery-values.ts'
import { positionWords, priorityWords } from '../delivery-words.ts'
import { ChosenPosition } from './chosen-position.tsx'
import { WantedDriver } from './wanted-driver.tsx'

type Form = Pick<ReturnType<typeof useRecordForm<DeliveryValues, unknown>>, 'values' | 'set' | 'problemOf' | 'field'>

/** What fields of one kind have in common. */
type Bound = <Name extends keyof DeliveryValues>(
  name: Name,
  isDisabled: boolean,
) => {
  value: DeliveryValues[Name]
  onChange: (value: DeliveryValues[Name]) => void
  errorMessage: string | undefined
  isDisabled: boolean
}
type FieldsProps = Pick<Form, 'values' | 'set' | 'problemOf'> & { bound: Bound; isLocked: boolean }

type DeliveryFieldsProps = {
  form: Form
  isNew: boolean
  /** Nothing can be changed. */
  isReadOnly: boolean
  /** The delivery is on a route: what the route was calculated from cannot change. */
  isLocked: boolean
  usualMinutes: number
  /** The delivery as it was opened. */
  stored?: Delivery
  /** The driver that was requested when the form opened. */
  wanted?: { id: string; name: string }
}

const priorities = Object.entries(priorityWords).map(([id, label]) => ({ id, label }))

/** Every field of a delivery that a person may enter. */
export function DeliveryFields(props: DeliveryFieldsProps) {
  const { form, isNew, isReadOnly, isLocked, usualMinutes, stored, wanted } = props
  const { values, set, problemOf } = form
  const bound: Bound = (name, isDisabled) => ({ ...form.field(name), isDisabled })
  const shared = { values, set, problemOf, bound, isLocked }
  return (
    <>
      <Section title="Recipient">
        <TextField label="Name" autoFocus={isNew} {...bound('recipient_name', isReadOnly)} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Phone"
            type="tel"
            placeholder="+62 811 0000 001"
            {...bound('recipient_phone', isReadOnly)}
          />
          <TextField label="Email" type="email" {...bound('recipient_email', isReadOnly)} />
        </div>
      </Section>
      <Section title="Where">
        <WhereFields {...shared} stored={stored} />
      </Section>
      <Section title="When">
        <WhenFields {...shared} usualMinutes={usualMinutes} />
      </Section>
      <Section title="What">
        <WhatFields {...shared} isReadOnly={isReadOnly} wanted={wanted} />
        <TextArea label="Notes" placeholder="What the driver should know" {...bound('notes', isReadOnly)} />
      </Section>
    </>
  )
}

function WhereFields({ values, set, problemOf, bound, isLocked, stored }: FieldsProps & { stored?: Delivery }) {
  const position = values.delivery_location
  const hasPosition = !Number.isNaN(position.lat) || !Number.isNaN(position.lng)
  const place = (location: LocationDraft, origin: DeliveryValues['location_origin']) => {
    set('delivery_location', location)
    set('location_origin', origin)
  }
  return (
    <>
      <AddressField
        label="Delivery address"
        isRequired
        {...bound('delivery_address', isLocked)}
        onChoose={({ location, source, confidence }) => place(location, { source, confidence })}
      />
      <TextField label="Pickup address" placeholder="The depot" {...bound('pickup_address', isLocked)} />
      <DepotSelect label="Depot" {...(stored ? {} : { none: 'The default depot' })} {...bound('depot_id', isLocked)} />
      {isLocked ? (
        <div className="flex flex-col gap-1 text-ink-muted">
          <p>Position: {hasPosition ? positionWords(position) : 'none'}</p>
          {hasPosition && stored && <PositionSource trust={stored} />}
        </div>
      ) : (
        <div className="flex flex-col items-start gap-2 *:first:w-full">
          <LocationFields
            value={position}
            onChange={(value) => place(value, null)}
            problem={problemOf('delivery_location') && 'Enter both latitude and longitude, or neither.'}
          />
          <ChosenPosition values={values} stored={stored} onConfirm={(origin) => place(position, origin)} />
          {hasPosition ? (
            <Button size="small" onPress={() => place({ lat: Number.NaN, lng: Number.NaN }, null)}>
              Remove position
            </Button>
          ) : (
            <p className="text-[0.8125rem] text-ink-muted">
              You can save a delivery without a position, but you cannot plan it.
            </p>
          )}
        </div>
      )}
    </>
  )
}

function WhenFields({ values, set, bound, isLocked, usualMinutes }: FieldsProps & { usualMinutes: number }) {
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <DatePicker
          label="Day"
          isRequired
          {...bound('scheduled_date', isLocked)}
          value={values.scheduled_date ? parseDate(values.scheduled_date) : null}
          onChange={(value) => set('scheduled_date', value?.toString() ?? null)}
        />
        <NumberField
          label="Minutes at the door"
          minValue={0}
          maxValue={480}
          placeholder={String(usualMinutes)}
          {...bound('service_minutes', isLocked)}
        />
        <TimeField
          label="Not before"
          {...bound('window_start', isLocked)}
          value={toTime(values.window_start)}
          onChange={(value) => set('window_start', fromTime(value))}
        />
        <TimeField
          label="Not after"
          {...bound('window_end', isLocked)}
          value={toTime(values.window_end)}
          onChange={(value) => set('window_end', fromTime(value))}
        />
      </div>
      <div className="flex min-h-7 items-center justify-between gap-3 text-[0.8125rem] text-ink-muted">
        <p>Leave a time empty if it does not matter.</p>
        {!isLocked && (values.window_start || values.window_end) && (
          <Button
            size="small"
            onPress={() => {
              set('window_start', null)
              set('window_end', null)
            }}
          >
            Any time
          </Button>
        )}
      </div>
    </>
  )
}

function WhatFields(props: FieldsProps & Pick<DeliveryFieldsProps, 'wanted' | 'isReadOnly'>) {
  const { set, bound, isLocked, isReadOnly, wanted } = props
  const { hasClients } = useScopeNames()
  const seesDrivers = useMay('see_operations')
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <NumberField label="Weight" unit="kg" minValue={0} formatOptions={decimals} {...bound('weight_kg', isLocked)} />
        <NumberField label="Volume" unit="L" minValue={0} formatOptions={decimals} {...bound('volume_l', isLocked)} />
        <Select
          label="Priority"
          options={priorities}
          {...bound('priority', isLocked)}
          onChange={(value) => set('priority', String(value))}
        />
        <TextField label="Reference" {...bound('reference', isLocked)} />
      </div>
      {hasClients && <ClientField {...bound('client_id', isReadOnly)} />}
      {seesDrivers && (
        <WantedDriver
          {...bound('wanted_driver_id', isLocked)}
          present={wanted}
          onChange={(id) => set('wanted_driver_id', id)}
        />
      )}
      <TextField
        label="Skills"
        description="Separate words with commas, such as cold. Only a driver or vehicle with all of them can carry it."
        {...bound('skills', isLocked)}
      />
    </>
  )
}

const decimals = { maximumFractionDigits: 2 } as const

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-t pt-4 first:border-t-0 first:pt-0">
      <h3 className="font-semibold tracking-tight">{title}</h3>
      {children}
    </section>
  )
}

import { useState } from 'react'
import { changeAddress, createAddress } from '#domain/api/addresses.ts'
import { NewAddress, type AddressEntry } from '#domain/schema/address.ts'
import { call, CallError } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AddressField } from '../../records/address-field.tsx'
import { LocationFields, type LocationDraft } from '../../records/location-fields.tsx'
import { RecordDrawer } from '../../records/record-drawer.tsx'
import { addressParts, noPlace, toBody, toValues } from './address-values.ts'

type AddressFormProps = {
  entry?: AddressEntry | undefined
  /** What a new entry begins with. */
  address?: string | undefined
  onClose: () => void
  onSaved: () => void
}

/** Adds or edits an entry of the address book. */
export function AddressForm({ entry, address = '', onClose, onSaved }: AddressFormProps) {
  const { workspace } = useMe()
  const mayChange = useMay('change_deliveries')
  const [initial] = useState(() => ({ ...toValues(entry), ...(!entry && { address }) }))
  const form = useRecordForm({
    initial,
    toBody,
    schema: NewAddress,
    shared: entry && {
      record: entry,
      toValues,
      parts: addressParts,
      gone: { code: 'address_not_found', noun: 'address' },
    },
    save: (body, { idempotencyKey, version }) =>
      (entry
        ? call(changeAddress, { params: { id: entry.id }, body, version })
        : call(createAddress, { body, idempotencyKey })
      ).catch((error: unknown) => {
        throw atAddress(error)
      }),
    onSaved,
  })
  const { values, set, field, problemOf } = form
  return (
    <RecordDrawer
      title={entry ? (entry.label ?? entry.address) : 'Add address'}
      form={form}
      isEditable={mayChange}
      whyNot={<NotOffered action="change_deliveries" doing="change the address book" />}
      submitLabel={entry ? 'Save' : 'Add address'}
      onClose={onClose}
    >
      <AddressField
        label="Address"
        isRequired
        autoFocus={!entry}
        {...field('address')}
        onChoose={({ location }) => set('location', location)}
      />
      <TextField label="Name" placeholder="What you call it" {...field('label')} />
      <LocationFields
        value={values.location}
        onChange={(value) => set('location', value)}
        problem={problemOf('location') && 'Click on the map, or enter latitude and longitude.'}
      />
      {entry && (
        <p className="text-[0.8125rem] text-ink-muted">
          Confirmed by {entry.confirmed_by_name}, {formatDateTime(entry.confirmed_at, workspace.time_zone)}.{' '}
          {usedBy(entry.open_deliveries)}
        </p>
      )}
      <div className="grid grid-cols-2 gap-4">
        <TextField label="Gate code" {...field('gate_code')} />
        <NumberField
          label="Minutes at the door"
          minValue={0}
          maxValue={480}
          placeholder={String(workspace.service_minutes)}
          {...field('service_minutes')}
        />
      </div>
      <TextArea label="Notes" placeholder="What the driver should know" {...field('notes')} />
      <TextArea
        label="Other spellings"
        description="One per line. Deliveries with one of these spellings get the same pin."
        {...field('aliases')}
      />
      <ExtraPlace
        label="Entrance"
        text="Where the door is, if the pin is not there."
        value={values.entrance}
        near={values.location}
        onChange={(value) => set('entrance', value)}
        problem={problemOf('entrance')}
      />
      <ExtraPlace
        label="Parking"
        text="Where the driver can stop."
        value={values.parking}
        near={values.location}
        onChange={(value) => set('parking', value)}
        problem={problemOf('parking')}
      />
    </RecordDrawer>
  )
}

type ExtraPlaceProps = {
  label: string
  text: string
  value: LocationDraft
  /** Where it starts: at the pin. */
  near: LocationDraft
  onChange: (value: LocationDraft) => void
  problem: string | undefined
}

/** A position that most addresses do not need. */
function ExtraPlace({ label, text, value, near, onChange, problem }: ExtraPlaceProps) {
  const isSet = !Number.isNaN(value.lat) || !Number.isNaN(value.lng)
  if (!isSet) {
    return (
      <div className="flex items-center justify-between gap-4 rounded-xl border px-3.5 py-2.5">
        <p>
          <span className="font-medium">{label}</span>
          <span className="block text-[0.8125rem] text-ink-muted">{text}</span>
        </p>
        <Button
          size="small"
          isDisabled={Number.isNaN(near.lat) || Number.isNaN(near.lng)}
          onPress={() => onChange(near)}
        >
          Add
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col items-start gap-2 *:first:w-full">
      <LocationFields
        label={label}
        value={value}
        onChange={onChange}
        problem={problem && 'Enter both latitude and longitude, or remove it.'}
      />
      <Button size="small" onPress={() => onChange(noPlace)}>
        Remove {label.toLowerCase()}
      </Button>
    </div>
  )
}

const usedBy = (open: number) =>
  open === 1 ? 'One open delivery goes there.' : open > 1 ? `${open} open deliveries go there.` : ''

/** Two entries with one address are a problem of that field. */
function atAddress(error: unknown): unknown {
  if (!(error instanceof CallError) || error.code !== 'duplicate_address') return error
  const errors = [{ path: 'address', message: error.message }]
  return new CallError({ code: error.code, status: error.status, title: error.message, errors })
}

import { changePickupPlace, createPickupPlace } from '#domain/api/pickup-places.ts'
import { NewPickupPlace, slotLengths, usualWeek, type PickupPlace } from '#domain/schema/pickup-place.ts'
import { call, CallError } from '#web/lib/call.ts'
import { numberOrNull, textOrNull } from '#web/lib/field-values.ts'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Fold } from '#web/ui/fold.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { WeekField } from '../drivers/week-field.tsx'
import { weekWords } from '../drivers/driver-values.ts'
import { AddressField } from '../records/address-field.tsx'
import { LocationFields } from '../records/location-fields.tsx'
import { RecordDrawer } from '../records/record-drawer.tsx'
import { ClientField } from '../scopes/client-field.tsx'
import { useScopeNames } from '../scopes/use-scope-names.ts'

const noSlots = 'none'

const toValues = (place: PickupPlace | undefined) => ({
  name: place?.name ?? '',
  address: place?.address ?? '',
  location: { lat: place?.location.lat ?? Number.NaN, lng: place?.location.lng ?? Number.NaN },
  aliases: place?.aliases.join('\n') ?? '',
  week: place?.week ?? usualWeek,
  preparation_minutes: place?.preparation_minutes ?? 15,
  slot_minutes: String(place?.slot_minutes ?? noSlots),
  slot_orders: place?.slot_orders ?? Number.NaN,
  service_minutes: place?.service_minutes ?? 3,
  parking: place?.parking ?? '',
  contact_name: place?.contact_name ?? '',
  contact_phone: place?.contact_phone ?? '',
  client_id: place?.client_id ?? null,
  active: place?.active ?? true,
})

const { one, text, number, place, ...other } = partsOf<ReturnType<typeof toValues>>()
const parts = [
  text('Name', 'name'),
  text('Address', 'address'),
  place('Position', 'location'),
  text('Also called', 'aliases'),
  one('Opening hours', 'week', weekWords),
  number('Minutes of preparation', 'preparation_minutes'),
  text('Pickup slots', 'slot_minutes'),
  number('Orders in a slot', 'slot_orders'),
  number('Minutes at the counter', 'service_minutes'),
  text('Parking', 'parking'),
  text('Contact', 'contact_name'),
  text('Phone', 'contact_phone'),
  one<string | null>('Client', 'client_id', (id) => id ?? 'Everybody’s'),
  other.switch('Active', 'active'),
]

const slotOptions = [
  { id: noSlots, label: 'No slots' },
  ...slotLengths.map((minutes) => ({ id: String(minutes), label: `${minutes} minutes` })),
]

/** Names that were typed, one on each line. */
const toAliases = (typed: string) => [
  ...new Set(
    typed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** Adds or edits a pickup place. */
export function KitchenForm({
  row,
  onClose,
  onSaved,
}: {
  row?: PickupPlace
  onClose: () => void
  onSaved: () => void
}) {
  const mayChange = useMay('change_deliveries')
  const { hasClients } = useScopeNames()
  const form = useRecordForm({
    initial: toValues(row),
    toBody: (values) => {
      const hasSlots = values.slot_minutes !== noSlots
      return {
        ...values,
        aliases: toAliases(values.aliases),
        location: { lat: numberOrNull(values.location.lat), lng: numberOrNull(values.location.lng) },
        preparation_minutes: numberOrNull(values.preparation_minutes),
        slot_minutes: hasSlots ? Number(values.slot_minutes) : null,
        slot_orders: hasSlots ? numberOrNull(values.slot_orders) : null,
        service_minutes: numberOrNull(values.service_minutes),
        parking: textOrNull(values.parking),
        contact_name: textOrNull(values.contact_name),
        contact_phone: textOrNull(values.contact_phone),
      }
    },
    schema: NewPickupPlace,
    shared: row && { record: row, toValues, parts, gone: { code: 'pickup_place_not_found', noun: 'pickup place' } },
    save: async (body, { idempotencyKey, version }) => {
      try {
        return row
          ? await call(changePickupPlace, { params: { id: row.id }, body, version })
          : await call(createPickupPlace, { body, idempotencyKey })
      } catch (error) {
        throw atName(error)
      }
    },
    onSaved,
  })
  const { values, set, field, problemOf } = form
  const hasSlots = values.slot_minutes !== noSlots
  return (
    <RecordDrawer
      title={row ? row.name : 'Add pickup place'}
      form={form}
      isEditable={mayChange}
      whyNot={<NotOffered action="change_deliveries" doing="change pickup places" />}
      submitLabel={row ? 'Save' : 'Add pickup place'}
      onClose={onClose}
    >
      <TextField label="Name" isRequired autoFocus={!row} {...field('name')} />
      <AddressField
        label="Address"
        isRequired
        {...field('address')}
        onChoose={({ location }) => set('location', location)}
      />
      <LocationFields
        value={values.location}
        onChange={(value) => set('location', value)}
        problem={problemOf('location') && 'Click on the map, or enter latitude and longitude.'}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField
          label="Minutes of preparation"
          description="Unless an order says otherwise."
          minValue={0}
          maxValue={1440}
          {...field('preparation_minutes')}
        />
        <NumberField
          label="Minutes at the counter"
          description="What a driver needs to pick up."
          minValue={0}
          maxValue={240}
          {...field('service_minutes')}
        />
        <Select
          label="Pickup slots"
          options={slotOptions}
          value={values.slot_minutes}
          onChange={(id) => set('slot_minutes', String(id))}
          errorMessage={problemOf('slot_minutes')}
        />
        {hasSlots && (
          <NumberField label="Orders in a slot" isRequired minValue={1} maxValue={500} {...field('slot_orders')} />
        )}
      </div>
      <Fold title="Opening hours" summary={weekWords(values.week)} isInvalid={Boolean(problemOf('week'))}>
        <WeekField
          value={values.week}
          onChange={(week) => set('week', week)}
          usual={usualWeek.mon!}
          problemOf={(weekday) => problemOf(`week.${weekday}`)}
          offWord="Closed"
        />
      </Fold>
      <Fold
        title="For drivers"
        summary={values.parking || values.contact_phone || 'Nothing yet'}
        isInvalid={Boolean(problemOf('contact_phone') ?? problemOf('parking'))}
      >
        <TextArea label="Parking and how to get in" rows={2} {...field('parking')} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField label="Contact" {...field('contact_name')} />
          <TextField label="Phone" type="tel" placeholder="+62 811 0000 001" {...field('contact_phone')} />
        </div>
      </Fold>
      <Fold
        title="Also called"
        summary={toAliases(values.aliases).join(', ') || 'Nothing else'}
        isInvalid={Boolean(problemOf('aliases'))}
      >
        <TextArea
          label="Also called, one per line"
          description="Orders whose pickup address is one of these are picked up here."
          {...field('aliases')}
        />
      </Fold>
      {(hasClients || values.client_id) && (
        <ClientField
          value={values.client_id}
          onChange={(id) => set('client_id', id)}
          description="Their people see its board. Only their orders are picked up there."
          errorMessage={problemOf('client_id')}
        />
      )}
      <Switch
        isSelected={values.active}
        onChange={(value) => set('active', value)}
        description="Nothing new is picked up at an inactive place."
      >
        Active
      </Switch>
    </RecordDrawer>
  )
}

/** A name that another place has is a problem of the field. */
function atName(error: unknown): unknown {
  if (!(error instanceof CallError) || error.code !== 'duplicate_pickup_place') return error
  const { code, status, message } = error
  return new CallError({ code, status, title: message, errors: [{ path: 'name', message }] })
}

import { useQuery } from '@tanstack/react-query'
import { changeDepot, createDepot } from '#domain/api/depots.ts'
import { NewDepot, usualHandlingMinutes, type Depot } from '#domain/schema/depot.ts'
import { call } from '#web/lib/call.ts'
import { fromTime, numberOrNull, toTime } from '#web/lib/field-values.ts'
import { formatTimeOfDay } from '#web/lib/format.ts'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Fold } from '#web/ui/fold.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { AddressField } from '../records/address-field.tsx'
import { DayTimeField } from '../records/day-time-field.tsx'
import { LocationFields } from '../records/location-fields.tsx'
import { RecordDrawer } from '../records/record-drawer.tsx'
import { limitedMembersQuery, sayLimited } from './limited-members.ts'

const toValues = (depot: Depot | undefined) => ({
  name: depot?.name ?? '',
  address: depot?.address ?? '',
  location: { lat: depot?.location.lat ?? Number.NaN, lng: depot?.location.lng ?? Number.NaN },
  aliases: depot?.aliases.join('\n') ?? '',
  opens: depot?.opens ?? '06:00',
  closes: depot?.closes ?? '22:00',
  handling_minutes: depot?.handling_minutes ?? usualHandlingMinutes,
  is_default: depot?.is_default ?? false,
  active: depot?.active ?? true,
})

const { one, text, place, number, ...other } = partsOf<ReturnType<typeof toValues>>()
const parts = [
  text('Name', 'name'),
  text('Address', 'address'),
  place('Position', 'location'),
  text('Also called', 'aliases'),
  one('Opens', 'opens', formatTimeOfDay),
  one('Closes', 'closes', formatTimeOfDay),
  number('Minutes after a transfer', 'handling_minutes'),
  other.switch('Default depot', 'is_default'),
  other.switch('Active', 'active'),
]

/** Names that were typed, one on each line. */
const toAliases = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** Adds or edits a depot. */
export function DepotForm({ row, onClose, onSaved }: { row?: Depot; onClose: () => void; onSaved: () => void }) {
  const mayChange = useMay('change_fleet')
  const form = useRecordForm({
    initial: toValues(row),
    toBody: (values) => ({
      ...values,
      aliases: toAliases(values.aliases),
      location: { lat: numberOrNull(values.location.lat), lng: numberOrNull(values.location.lng) },
    }),
    schema: NewDepot,
    shared: row && { record: row, toValues, parts, gone: { code: 'depot_not_found', noun: 'depot' } },
    save: (body, { idempotencyKey, version }) =>
      row ? call(changeDepot, { params: { id: row.id }, body, version }) : call(createDepot, { body, idempotencyKey }),
    onSaved,
  })
  const { values, set, field, problemOf } = form
  const limited = useQuery({ ...limitedMembersQuery(row?.id ?? ''), enabled: row !== undefined }).data
  return (
    <RecordDrawer
      title={row ? row.name : 'Add depot'}
      form={form}
      isEditable={mayChange}
      whyNot={<NotOffered action="change_fleet" doing="change depots" />}
      submitLabel={row ? 'Save' : 'Add depot'}
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
      <div className="grid grid-cols-2 gap-4">
        <TimeField
          label="Opens"
          {...field('opens')}
          value={toTime(values.opens)}
          onChange={(value) => set('opens', fromTime(value) ?? values.opens)}
        />
        <DayTimeField label="Closes" {...field('closes')} />
      </div>
      <NumberField
        label="Minutes after a transfer"
        description="From the arrival of a transfer until its goods can be loaded."
        unit="min"
        minValue={0}
        maxValue={1440}
        {...field('handling_minutes')}
      />
      <Fold
        title="Also called"
        summary={toAliases(values.aliases).join(', ') || 'None'}
        isInvalid={Boolean(problemOf('aliases'))}
      >
        <TextArea
          label="Also called, one per line"
          description="Orders whose pickup address is one of these are picked up here."
          {...field('aliases')}
        />
      </Fold>
      <Switch
        isSelected={values.is_default}
        isDisabled={row?.is_default}
        onChange={(value) => set('is_default', value)}
        description="Drivers without their own depot start and end here."
      >
        Default depot
      </Switch>
      <Switch
        isSelected={values.active}
        onChange={(value) => set('active', value)}
        description={values.active ? undefined : sayLimited(limited)}
      >
        Active
      </Switch>
    </RecordDrawer>
  )
}

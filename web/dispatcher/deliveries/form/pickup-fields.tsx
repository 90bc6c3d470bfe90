import { useQuery } from '@tanstack/react-query'
import type { Delivery } from '#domain/schema/delivery.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AddressField } from '../../records/address-field.tsx'
import { LocationFields, type LocationDraft } from '../../records/location-fields.tsx'
import { pickupPlacesQuery } from '../../queries.ts'
import { DepotSelect } from '../../scopes/depot-select.tsx'
import { useScopeNames } from '../../scopes/use-scope-names.ts'
import { positionWords } from '../delivery-words.ts'
import { DayTimeInput } from './day-time-input.tsx'
import type { DeliveryValues } from './delivery-values.ts'
import { meantDepot } from './meant-depot.ts'
import { OurDepot } from './our-depot.tsx'
import { anyProblem, type FieldsProps } from './field-props.ts'
import { Folded } from './section.tsx'
import { pickupSummary } from './section-words.ts'

const names: (keyof DeliveryValues)[] = [
  'pickup_address',
  'pickup_location',
  'pickup_name',
  'pickup_phone',
  'pickup_notes',
  'pickup_window_start',
  'pickup_window_end',
  'pickup_service_minutes',
  'pickup_place_id',
  'preparation_minutes',
  'ready_time',
  'depot_id',
]

/** Where it comes from: the depot, or an address of its own with a window and somebody who hands it over. */
export function PickupFields(props: FieldsProps & { stored?: Delivery }) {
  const { values, bound, problemOf, isReadOnly, stored } = props
  const isElsewhere = values.pickup_address.trim() !== ''
  const isReturn = values.kind === 'return'
  return (
    <Folded
      title={isReturn ? 'Depot' : 'Pickup'}
      summary={pickupSummary(values)}
      ifEmpty="The depot"
      isInvalid={anyProblem(problemOf, names)}
      isReadOnly={isReadOnly}
    >
      <DepotSelect label="Depot" {...(stored ? {} : { none: 'The default depot' })} {...bound('depot_id')} />
      {!isReturn && <PlaceChoice {...props} />}
      {!isReturn || isElsewhere ? <PickupPlace {...props} /> : null}
      {isElsewhere && <Handover {...props} />}
      {!isElsewhere && (
        <DayTimeInput
          label={isReturn ? 'Not before' : 'Ready at the depot from'}
          after="24:00"
          {...bound('ready_time')}
        />
      )}
    </Folded>
  )
}

function PickupPlace({ values, set, problemOf, bound, isLocked, stored }: FieldsProps & { stored?: Delivery }) {
  const isFixed = isLocked('pickup_address')
  const position = values.pickup_location
  const hasPosition = !Number.isNaN(position.lat) || !Number.isNaN(position.lng)
  const isElsewhere = values.pickup_address.trim() !== ''
  const { depots } = useScopeNames()
  const depot = isElsewhere ? meantDepot(values.pickup_address, depots) : undefined
  const isDepot = depot !== undefined || isStoredAtDepot(values, stored)
  const isAtPlace = values.pickup_place_id !== null
  const place = (location: LocationDraft, origin: DeliveryValues['pickup_origin']) => {
    set('pickup_location', location)
    set('pickup_origin', origin)
  }
  return (
    <>
      <AddressField
        label="Pickup address"
        {...bound('pickup_address')}
        onChange={(address) => {
          set('pickup_address', address)
          // Another address is another place.
          if (values.pickup_place_id !== null) set('pickup_place_id', null)
        }}
        onChoose={({ location, source, confidence }) => place(location, { source, confidence })}
      />
      {!isElsewhere && <p className="text-[0.8125rem] text-ink-muted">Leave it empty if it leaves from the depot.</p>}
      {isDepot && (
        <p className="text-[0.8125rem] text-ink-muted">
          {depot ? `This is your depot ${depot.name}.` : 'This is one of your depots.'}
        </p>
      )}
      {isElsewhere && !isDepot && !isAtPlace && !isFixed && <OurDepot address={values.pickup_address.trim()} />}
      {isElsewhere && !isDepot && isFixed && (
        <p className="text-ink-muted">Position: {hasPosition ? positionWords(position) : 'none'}</p>
      )}
      {isElsewhere && !isDepot && !isAtPlace && !isFixed && (
        <div className="flex flex-col items-start gap-2 *:first:w-full">
          <LocationFields
            label="Pickup position"
            value={position}
            onChange={(value) => place(value, null)}
            problem={problemOf('pickup_location') && 'Enter both latitude and longitude, or neither.'}
          />
          {hasPosition ? (
            <Button size="small" onPress={() => place({ lat: Number.NaN, lng: Number.NaN }, null)}>
              Remove pickup position
            </Button>
          ) : (
            <p className="text-[0.8125rem] text-ink-muted">Without a position, it cannot be planned.</p>
          )}
        </div>
      )}
    </>
  )
}

/** A kitchen or shop, which knows its address, its hours and how long orders take. */
function PlaceChoice({ values, set, bound, isLocked }: FieldsProps) {
  const places = useQuery(pickupPlacesQuery).data
  const { client_id: client } = values
  const shown = (places ?? []).filter(
    (place) => place.client_id === null || place.client_id === client || place.id === values.pickup_place_id,
  )
  if (!places || (!shown.length && values.pickup_place_id === null)) return null
  const choose = (id: string | null) => {
    const place = places.find((each) => each.id === id)
    set('pickup_place_id', id)
    set('pickup_address', place?.address ?? '')
    set('pickup_location', place?.location ?? { lat: Number.NaN, lng: Number.NaN })
    set('pickup_origin', null)
  }
  const { errorMessage } = bound('pickup_place_id')
  return (
    <>
      <ComboBox
        key={`${values.pickup_place_id} ${shown.length}`}
        label="Pickup place"
        placeholder="None"
        emptyText="No pickup place has this name"
        options={shown.map(({ id, name, address }) => ({ id, label: name, description: address }))}
        defaultValue={values.pickup_place_id}
        onChange={(id) => choose(id === null ? null : String(id))}
        isDisabled={isLocked('pickup_place_id')}
        errorMessage={errorMessage}
      />
      {values.pickup_place_id !== null && (
        <NumberField
          label="Minutes of preparation"
          description="As long as is usual there if empty. The pickup time is set by it."
          minValue={0}
          maxValue={1440}
          {...bound('preparation_minutes')}
        />
      )}
    </>
  )
}

/** Whether the stored address means a depot, as the server knows, and was not changed here. */
function isStoredAtDepot({ pickup_address }: DeliveryValues, stored: Delivery | undefined): boolean {
  return stored?.pickup_depot_id != null && pickup_address.trim() === stored.pickup_address
}

function Handover({ values, bound }: FieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Who hands it over" {...bound('pickup_name')} />
        <TextField label="Pickup phone" type="tel" placeholder="+62 811 0000 001" {...bound('pickup_phone')} />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <DayTimeInput
          label="Pickup from"
          after={values.pickup_window_end && '24:00'}
          {...bound('pickup_window_start')}
        />
        <DayTimeInput label="Pickup until" after={values.pickup_window_start} {...bound('pickup_window_end')} />
      </div>
      <NumberField
        label="Minutes at the pickup"
        description="As long as at the door if empty."
        minValue={0}
        maxValue={480}
        {...bound('pickup_service_minutes')}
      />
      <TextArea label="Pickup notes" rows={2} {...bound('pickup_notes')} />
    </>
  )
}

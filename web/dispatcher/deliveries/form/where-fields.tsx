import type { Delivery } from '#domain/schema/delivery.ts'
import { appConfig } from '#web/lib/app-config.ts'
import { trustLevel } from '#web/lib/location-words.ts'
import { Button } from '#web/ui/button.tsx'
import { AddressField } from '../../records/address-field.tsx'
import { LocationFields, type LocationDraft } from '../../records/location-fields.tsx'
import { PositionSource } from '../../records/position-trust.tsx'
import { positionWords } from '../delivery-words.ts'
import { ChosenPosition } from './chosen-position.tsx'
import type { DeliveryValues } from './delivery-values.ts'
import type { FieldsProps } from './field-props.ts'
import { Folded } from './section.tsx'

/** Whether nobody should rely on the position as it is. */
const isDoubtful = (stored: Delivery) => !['confirmed', 'likely'].includes(trustLevel(stored))

/** The delivery's address, with its position on the map. */
export function WhereFields({ values, set, problemOf, bound, isLocked, stored }: FieldsProps & { stored?: Delivery }) {
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
        {...bound('delivery_address')}
        onChoose={({ location, source, confidence }) => place(location, { source, confidence })}
      />
      {isLocked('delivery_address') ? (
        <div className="flex flex-col gap-1 text-ink-muted">
          <p>Position: {hasPosition ? positionWords(position) : 'none'}</p>
          {hasPosition && stored && <PositionSource trust={stored} />}
        </div>
      ) : (
        <Folded
          title="Position"
          summary={hasPosition ? positionWords(position) : ''}
          ifEmpty={appConfig()?.geocoder ? 'Looked up for you' : 'None yet'}
          // Where it is has to be said, or looked at.
          isOpenAtFirst={stored !== undefined && (!hasPosition || isDoubtful(stored))}
          isInvalid={problemOf('delivery_location') !== undefined}
          isReadOnly={false}
        >
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
        </Folded>
      )}
    </>
  )
}

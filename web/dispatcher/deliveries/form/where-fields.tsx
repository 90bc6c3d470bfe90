import { isEditable } from '#domain/delivery-state.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { appConfig } from '#web/lib/app-config.ts'
import { trustLevel } from '#web/lib/location-words.ts'
import { Button } from '#web/ui/button.tsx'
import { AddressField } from '../../records/address-field.tsx'
import { LocationFields, type LocationDraft } from '../../records/location-fields.tsx'
import { PositionSource } from '../../records/position-trust.tsx'
import { positionWords } from '../delivery-words.ts'
import { ChosenPosition, isOldPin } from './chosen-position.tsx'
import type { DeliveryValues } from './delivery-values.ts'
import type { FieldsProps } from './field-props.ts'
import { Folded } from './section.tsx'

/** Whether nobody should rely on the position as it is. */
const isDoubtful = (stored: Delivery) => !['confirmed', 'likely'].includes(trustLevel(stored))

/** The delivery's address, with its position on the map. */
export function WhereFields({ values, set, problemOf, bound, isLocked, stored }: FieldsProps & { stored?: Delivery }) {
  const position = values.delivery_location
  const hasPosition = !Number.isNaN(position.lat) || !Number.isNaN(position.lng)
  const problem = problemOf('delivery_location')
  const isOld = isOldPin(values, stored)
  const isOnRoute = stored !== undefined && !isEditable(stored.status)
  const needsPin = isOld && isOnRoute
  const place = (location: LocationDraft, origin: DeliveryValues['location_origin']) => {
    set('delivery_location', location)
    set('location_origin', origin)
  }
  const chosen = (
    <ChosenPosition
      values={values}
      stored={stored}
      isOnRoute={isOnRoute}
      onConfirm={(origin) => place(position, origin)}
    />
  )
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
          summary={isOld ? 'At the old address' : hasPosition ? positionWords(position) : ''}
          ifEmpty={appConfig()?.geocoder ? 'Looked up for you' : 'None yet'}
          // Where it is has to be said, or looked at.
          isOpenAtFirst={stored !== undefined && (!hasPosition || isDoubtful(stored))}
          // A route is timed with the pin: refused with the old one, it has to be placed or kept.
          isInvalid={problem !== undefined || (needsPin && problemOf('delivery_address') !== undefined)}
          isReadOnly={false}
        >
          <div className="flex flex-col items-start gap-2 *:[fieldset]:w-full">
            {needsPin && chosen}
            <LocationFields
              value={position}
              onChange={(value) => place(value, null)}
              problem={problem && 'Enter both latitude and longitude, or neither.'}
            />
            {!needsPin && chosen}
            {hasPosition ? (
              <Button size="small" onPress={() => place({ lat: Number.NaN, lng: Number.NaN }, null)}>
                Remove position
              </Button>
            ) : (
              <p className="text-[0.8125rem] text-ink-muted">
                {isOnRoute
                  ? 'A delivery on a route needs a position. Choose a suggestion above, or place the pin.'
                  : 'You can save a delivery without a position, but you cannot plan it.'}
              </p>
            )}
          </div>
        </Folded>
      )}
    </>
  )
}

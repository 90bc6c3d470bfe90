import type { Delivery } from '#domain/schema/delivery.ts'
import { trustLevel, type Trust } from '#web/lib/location-words.ts'
import { Button } from '#web/ui/button.tsx'
import { PositionSource } from '../../records/position-trust.tsx'
import type { DeliveryValues } from './delivery-values.ts'

type ChosenPositionProps = {
  values: DeliveryValues
  /** The delivery as it was opened; absent for a new one. */
  stored: Delivery | undefined
  /** It is on a route, which needs its position at once. */
  isOnRoute: boolean
  onConfirm: (origin: NonNullable<DeliveryValues['location_origin']>) => void
}

/** Where the position in the form comes from, and a way to confirm it where it is. */
export function ChosenPosition({ values, stored, isOnRoute, onConfirm }: ChosenPositionProps) {
  const { lat, lng } = values.delivery_location
  if (Number.isNaN(lat) || Number.isNaN(lng)) return null
  const isMoved = stored?.delivery_location?.lat !== lat || stored.delivery_location.lng !== lng
  const keep = (
    <Button size="small" onPress={() => onConfirm({ source: 'dispatcher', confidence: 1 })}>
      Keep this pin
    </Button>
  )
  if (isOldPin(values, stored) && isOnRoute) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-[0.8125rem] text-ink-muted">
          Choose the new address from the suggestions, place the pin, or keep it where it is.
        </p>
        {keep}
      </div>
    )
  }
  if (isOldPin(values, stored)) {
    return (
      <p className="text-[0.8125rem] text-ink-muted">
        The pin is still at the old address. Saving finds the new one, unless you place the pin yourself.
      </p>
    )
  }
  const trust = trustOf(values, isMoved ? undefined : stored)
  const isSure = ['confirmed', 'likely'].includes(trustLevel(trust))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <PositionSource trust={trust} className="text-ink-muted" />
      {!isSure && keep}
    </div>
  )
}

/** Whether the address was changed, and the pin has stayed where it was. */
export function isOldPin(values: DeliveryValues, stored: Delivery | undefined): boolean {
  const { delivery_address: address, delivery_location: pin, location_origin: origin } = values
  if (!stored?.delivery_location || origin || address.trim() === stored.delivery_address) return false
  return pin.lat === stored.delivery_location.lat && pin.lng === stored.delivery_location.lng
}

/** How far to trust the position in the form: as what was chosen, else as what is stored, else it was placed by hand. */
function trustOf({ location_origin: origin }: DeliveryValues, stored: Delivery | undefined): Trust {
  if (!origin && stored) return stored
  const { source, confidence } = origin ?? { source: 'dispatcher' as const, confidence: 1 }
  return { location_source: source, location_confidence: confidence, location_flags: [] }
}

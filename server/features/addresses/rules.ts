import { isDoubtful, type Origin } from '#domain/address/position.ts'
import { bookDiffersKm, flagsAmong, sharedPoints } from '#domain/address/red-flags.ts'
import { riskToDay } from '#domain/address/risk-to-day.ts'
import type { JudgedHit } from '#domain/address/judge-hit.ts'
import type { Location } from '#domain/geo.ts'
import { distanceKm } from '#domain/great-circle.ts'
import type { AddressSuggestion, DoubtfulDelivery } from '#domain/schema/address.ts'
import type { Delivery } from '#domain/schema/delivery.ts'

const dayMs = 86_400_000

/** How long a geocoder's answer is believed: months for a place, a week for "there is no such place". */
export const hitsLastMs = 180 * dayMs
export const missesLastMs = 7 * dayMs

/** An open delivery as the review reads it. */
export type OpenDelivery = Omit<DoubtfulDelivery, 'location_flags' | 'risk' | 'same_address' | 'book'> &
  Pick<Delivery, 'delivery_location'> & { address_key: string }

type Pin = { address_id: string; location: Location }

/** The deliveries that somebody should look at, the riskiest first. */
export function doubtful(
  deliveries: OpenDelivery[],
  { depots, book }: { depots: Location[]; book: Map<string, Pin> },
): DoubtfulDelivery[] {
  const points = deliveries.map(({ delivery_location: location, address_key: addressKey }) => ({
    location,
    addressKey,
  }))
  const shared = sharedPoints(points)
  const perAddress = Map.groupBy(deliveries, ({ address_key }) => address_key)
  return deliveries
    .map(({ address_key, ...delivery }) => {
      const pin = differing(delivery, book.get(address_key))
      const location_flags = [...flagsAmong(delivery, depots, shared), ...(pin ? (['book_differs'] as const) : [])]
      const same_address = perAddress.get(address_key)!.length - 1
      return { ...delivery, location_flags, risk: riskToDay({ ...delivery, location_flags }), same_address, book: pin }
    })
    .filter((delivery) => delivery.delivery_location === null || isDoubtful(delivery))
    .toSorted((a, b) => b.risk - a.risk || dayOrLast(a).localeCompare(dayOrLast(b)) || a.number - b.number)
}

/** Orders without a day come last. */
const dayOrLast = ({ scheduled_date }: Pick<OpenDelivery, 'scheduled_date'>) => scheduled_date ?? '9999'

type Placed = Pick<OpenDelivery, 'delivery_location' | 'location_source'>

/** The address book's pin, if the order brought other coordinates. */
function differing({ delivery_location, location_source }: Placed, pin: Pin | undefined): Pin | null {
  if (!pin || !delivery_location || (location_source !== 'given' && location_source !== 'earlier')) return null
  return distanceKm(pin.location, delivery_location) > bookDiffersKm ? pin : null
}

/** Where the geocoder puts an address. */
export const geocoded = (hit: JudgedHit, provider: string): Origin => ({
  source: 'geocoder',
  confidence: hit.confidence,
  provider,
  kind: hit.kind,
})

/** A geocoder's hit as a suggestion. */
export const suggested = (
  { label, name, location, confidence, kind }: JudgedHit,
  provider: string,
): AddressSuggestion => ({
  source: 'geocoder',
  label,
  name,
  location,
  confidence,
  provider,
  kind,
  address_id: null,
})

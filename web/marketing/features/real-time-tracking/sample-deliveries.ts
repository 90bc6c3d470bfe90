import type { DeliveryState } from '#domain/delivery-state.ts'
import { dayDeliveries } from '#web/lib/sample-day.ts'
import type { MapMarker, MapPosition } from '#web/map/map-types.ts'

export type SampleDelivery = {
  id: string
  status: DeliveryState
  /** Earliest and latest arrival. */
  eta: string
  position: MapPosition
  destination: string
}

const positions: Record<string, MapPosition> = {
  'KD-1042': { lat: -6.2214, lng: 106.8358 },
  'KD-1047': { lat: -6.2008, lng: 106.7831 },
  'KD-1051': { lat: -6.1751, lng: 106.865 },
}

/** The deliveries of the sample day that have a position: those on the road. */
export const sampleDeliveries: readonly SampleDelivery[] = dayDeliveries
  .filter(({ id }) => positions[id])
  .map(({ id, status, eta, destination }) => ({ id, status, eta, destination, position: positions[id]! }))

export const deliveryMarkers: readonly MapMarker[] = sampleDeliveries.map(({ id, eta, position }) => ({
  id,
  position,
  label: `${id}, ETA ${eta}`,
  name: id,
}))

/** Such as `-6.2214, 106.8358`. */
export function formatPosition({ lat, lng }: MapPosition): string {
  return `${lat.toFixed(4)}, ${lng.toFixed(4)}`
}

import type { DeliveryState } from '#domain/delivery-state.ts'
import type { MapMarker, MapPosition } from '#web/map/map-types.ts'

export type SampleDelivery = {
  id: string
  status: DeliveryState
  /** Earliest and latest arrival. */
  eta: string
  position: MapPosition
  destination: string
}

export const sampleDeliveries: readonly SampleDelivery[] = [
  {
    id: 'KD-1042',
    status: 'in_transit',
    eta: '14:20–14:30',
    position: { lat: -6.2214, lng: 106.8358 },
    destination: 'Jl. H. R. Rasuna Said 62, South Jakarta',
  },
  {
    id: 'KD-1047',
    status: 'in_transit',
    eta: '14:35–14:50',
    position: { lat: -6.2008, lng: 106.7831 },
    destination: 'Jl. Panjang 18, West Jakarta',
  },
  {
    id: 'KD-1051',
    status: 'arrived',
    eta: '14:10–14:15',
    position: { lat: -6.1751, lng: 106.865 },
    destination: 'Jl. Cempaka Putih Tengah 15, Central Jakarta',
  },
]

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

import type { DeliveryState } from '#domain/delivery-state.ts'
import { sampleFleet, type FleetVehicle } from '#domain/sample-fleet.ts'

/**
 * The day that every demo page shows, at ten past two in the afternoon. The dashboard for guests, tracking, team and fleet
 * all read it here, so that they agree.
 */

/** Part of a vehicle's day, in hours since midnight. A rest is time in the shop. */
export type Stretch = { from: number; to: number; stops: number }

export type DayVehicle = FleetVehicle & { status: 'active' | 'idle' | 'maintenance'; stretches: readonly Stretch[] }

const stretches: Record<string, readonly Stretch[]> = {
  'KA-1001': [
    { from: 8.5, to: 12, stops: 14 },
    { from: 13, to: 16.6, stops: 12 },
  ],
  'KA-1003': [{ from: 9, to: 15.5, stops: 18 }],
  'KA-1004': [
    { from: 8.8, to: 12.9, stops: 19 },
    { from: 13.6, to: 17, stops: 11 },
  ],
  'KA-1005': [{ from: 10, to: 14.9, stops: 16 }],
  'KA-1006': [
    { from: 8.6, to: 11, stops: 9 },
    { from: 11.9, to: 15.2, stops: 13 },
  ],
}

export const sampleNow = 14 + 10 / 60

export const dayFleet: readonly DayVehicle[] = sampleFleet.map((vehicle) => ({
  ...vehicle,
  status: !vehicle.driver ? 'maintenance' : stretches[vehicle.code] ? 'active' : 'idle',
  stretches: stretches[vehicle.code] ?? [],
}))

/** How many stops a vehicle has today, and how many of them are done. */
export function stopsOf({ stretches }: DayVehicle): { all: number; done: number } {
  const sum = (count: (stretch: Stretch) => number) => stretches.reduce((all, stretch) => all + count(stretch), 0)
  const share = ({ from, to }: Stretch) => Math.min(1, Math.max(0, (sampleNow - from) / (to - from)))
  return { all: sum(({ stops }) => stops), done: sum((stretch) => Math.floor(share(stretch) * stretch.stops)) }
}

export type DayDelivery = {
  id: string
  status: DeliveryState
  driver: string
  pickup: string
  destination: string
  /** Earliest and latest arrival, or when it was delivered. */
  eta: string
}

const hub = 'Jl. Industri Raya, Kemayoran'

/** Latest activity first. */
export const dayDeliveries: readonly DayDelivery[] = [
  {
    id: 'KD-1042',
    status: 'in_transit',
    driver: 'Budi Santoso',
    pickup: hub,
    destination: 'Jl. H. R. Rasuna Said 62, South Jakarta',
    eta: '14:20–14:30',
  },
  {
    id: 'KD-1047',
    status: 'in_transit',
    driver: 'Rizky Pratama',
    pickup: 'Jl. M. H. Thamrin 1, Central Jakarta',
    destination: 'Jl. Panjang 18, West Jakarta',
    eta: '14:35–14:50',
  },
  {
    id: 'KD-1051',
    status: 'arrived',
    driver: 'Putri Handayani',
    pickup: hub,
    destination: 'Jl. Cempaka Putih Tengah 15, Central Jakarta',
    eta: '14:10–14:15',
  },
  {
    id: 'KD-1053',
    status: 'dispatched',
    driver: 'Dewi Lestari',
    pickup: hub,
    destination: 'Jl. Kemang Raya 24, South Jakarta',
    eta: '15:05–15:35',
  },
  {
    id: 'KD-1056',
    status: 'pending',
    driver: '',
    pickup: 'Jl. M. H. Thamrin 1, Central Jakarta',
    destination: 'Jl. Tebet Raya 40, South Jakarta',
    eta: '',
  },
  {
    id: 'KD-1039',
    status: 'delivered',
    driver: 'Agus Wijaya',
    pickup: hub,
    destination: 'Jl. Pangeran Jayakarta 117, Central Jakarta',
    eta: '13:48',
  },
]

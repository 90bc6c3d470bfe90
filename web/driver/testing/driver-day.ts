import type { CarriedDelivery, DrivenStop, DriverDay } from '#domain/schema/driver-day.ts'
import { usualRoadSettings } from '#domain/schema/road-settings.ts'

const at = '2026-03-16T03:00:00.000Z'

/** IDs that can be told apart: `idOf(3)`. */
export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const carried = (number: number, changed: Partial<CarriedDelivery> = {}): CarriedDelivery => ({
  id: idOf(100 + number),
  number,
  version: 1,
  kind: 'delivery',
  status: 'dispatched',
  reference: null,
  name: `Recipient ${number}`,
  phone: null,
  notes: null,
  wishes: null,
  window_start: null,
  window_end: null,
  more_windows: [],
  parcels: [],
  progress: [],
  units: null,
  weight_kg: null,
  skills: [],
  tags: [],
  requirements: [],
  minimum_age: null,
  cash_amount: null,
  temperature_min_c: null,
  temperature_max_c: null,
  custom: [],
  has_proofs: [],
  handed_to: null,
  pin_check: null,
  failure_reason: null,
  place: null,
  ...changed,
})

export const drivenStop = (number: number, changed: Partial<DrivenStop> = {}): DrivenStop => ({
  id: idOf(number),
  kind: 'delivery',
  sequence: number,
  name: `Recipient ${number}`,
  address: `Jl. Merdeka ${number}`,
  location: { lat: -6.2, lng: 106.8 },
  arrival_at: at,
  departure_at: at,
  promised_at: null,
  locked: false,
  departed_at: null,
  arrived_at: null,
  done_at: null,
  skipped_at: null,
  delivery: carried(number),
  ...changed,
})

const depot = { delivery: null, name: 'Depot', address: 'Jl. Depot 1' }

/** A day with one route: a start, as many stops as named, and an end. */
export function driverDay(stops: DrivenStop[] = [1, 2, 3].map((number) => drivenStop(number))): DriverDay {
  return {
    now: at,
    workspace: {
      id: idOf(900),
      name: 'Acme',
      time_zone: 'Asia/Jakarta',
      currency: 'IDR',
      language: 'en-GB',
      phone: null,
    },
    driver: { id: idOf(901), name: 'Budi' },
    shift: { id: idOf(902), started_at: at, vehicle_id: null, on_break_since: null },
    routes: [
      {
        id: idOf(800),
        plan_id: idOf(801),
        day: '2026-03-16',
        vehicle_id: null,
        vehicle_code: null,
        starts_at: at,
        ends_at: at,
        distance_km: 12,
        stops: [drivenStop(0, { ...depot, kind: 'start' }), ...stops, drivenStop(99, { ...depot, kind: 'end' })],
      },
    ],
    vehicles: [],
    depots: [],
    colleagues: [],
    messages_last: 0,
    cash: { taken: 0, handed_in: 0, to_confirm: [] },
    settings: { ...usualRoadSettings, version: 1 },
  }
}

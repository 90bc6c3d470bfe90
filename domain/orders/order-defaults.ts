import type { Delivery, orderFields, pickupLocationFields } from '../schema/delivery.ts'

/** What an order says if it says nothing. Some of it comes from the parcels: see `totals`. */
export const orderDefaults: Pick<Delivery, OrderField> = {
  kind: 'delivery',
  pickup_location: null,
  pickup_name: null,
  pickup_phone: null,
  pickup_notes: null,
  pickup_window_start: null,
  pickup_window_end: null,
  pickup_service_minutes: null,
  pickup_place_id: null,
  preparation_minutes: null,
  more_windows: [],
  place_name: null,
  other_places: [],
  preferred_start: null,
  preferred_end: null,
  ready_time: null,
  setup_minutes: null,
  max_ride_minutes: null,
  max_detour_minutes: null,
  units: 0,
  return_weight_kg: null,
  return_volume_l: null,
  return_units: null,
  parcels: [],
  requirements: [],
  minimum_age: null,
  cash_amount: null,
  temperature_min_c: null,
  temperature_max_c: null,
  tags: [],
  custom: {},
  order_reference: null,
  order_step: null,
  worth: null,
  earliest_date: null,
  latest_date: null,
  recipient_language: null,
  is_confidential: false,
}

/** Where the pickup is, of a delivery that leaves from its depot. */
export const noPickupPlace: Pick<Delivery, 'pickup_depot_id' | keyof typeof pickupLocationFields> = {
  pickup_depot_id: null,
  pickup_location_source: null,
  pickup_location_confidence: null,
  pickup_location_provider: null,
  pickup_location_kind: null,
  pickup_located_at: null,
  pickup_location_search: null,
}

/** The fields of an order besides the main ones. */
export type OrderField = keyof typeof orderFields

export const orderFieldNames = Object.keys(orderDefaults) as OrderField[]

import type { OrderField } from './order-defaults.ts'

/** Fields of an order that tell nothing about a person, in the order in which their changes are shown. */
export const openOrderFields = [
  'kind',
  'earliest_date',
  'latest_date',
  'more_windows',
  'preferred_start',
  'preferred_end',
  'ready_time',
  'setup_minutes',
  'max_ride_minutes',
  'max_detour_minutes',
  'units',
  'return_weight_kg',
  'return_volume_l',
  'return_units',
  'requirements',
  'minimum_age',
  'cash_amount',
  'temperature_min_c',
  'temperature_max_c',
  'tags',
  'order_reference',
  'order_step',
  'worth',
  'pickup_window_start',
  'pickup_window_end',
  'pickup_service_minutes',
  'pickup_place_id',
  'preparation_minutes',
  'recipient_language',
  'is_confidential',
] as const satisfies readonly OrderField[]

/** Those about whoever sends or receives: sealed in histories, and erased with the recipient. */
export const personalOrderFields = [
  'pickup_location',
  'pickup_name',
  'pickup_phone',
  'pickup_notes',
  'place_name',
  'other_places',
  'parcels',
  'custom',
] as const satisfies readonly Exclude<OrderField, (typeof openOrderFields)[number]>[]

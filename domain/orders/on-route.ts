import { isEditable, type DeliveryState } from '../delivery-state.ts'

/** Fields that may change while a delivery is on a route, because the route does not depend on them. */
const besideRoute = [
  'reference',
  'recipient_name',
  'recipient_phone',
  'recipient_email',
  'notes',
  'client_id',
  'pickup_name',
  'pickup_phone',
  'pickup_notes',
  'place_name',
  'requirements',
  'minimum_age',
  'cash_amount',
  'custom',
  'recipient_language',
  'is_confidential',
]

/**
 * What a route depends on, and can be timed again for. The day, the depot, the pickup and the order need another plan; a pin
 * of the pickup that was wrong does not.
 */
const timedAgain = [
  'delivery_address',
  'delivery_location',
  'pickup_location',
  'pickup_window_start',
  'pickup_window_end',
  'ready_time',
  'preparation_minutes',
  'window_start',
  'window_end',
  'more_windows',
  'preferred_start',
  'preferred_end',
  'service_minutes',
  'setup_minutes',
  'weight_kg',
  'volume_l',
  'units',
  'parcels',
]

/** How a field of a delivery in this state may change: with nothing else, with its route, or not at all. */
export function changeOf(state: DeliveryState, field: string): 'free' | 'with route' | 'fixed' {
  if (isEditable(state) || besideRoute.includes(field)) return 'free'
  const isOpen = state === 'planned' || state === 'dispatched'
  return isOpen && timedAgain.includes(field) ? 'with route' : 'fixed'
}

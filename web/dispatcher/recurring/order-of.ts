import { noPickupPlace, orderDefaults } from '#domain/orders/order-defaults.ts'
import { totalsOf } from '#domain/orders/totals.ts'
import { NewDelivery, type Delivery } from '#domain/schema/delivery.ts'
import type { RecurringOrder } from '#domain/schema/recurring.ts'
import { toBody, type DeliveryValues } from '../deliveries/form/delivery-values.ts'

type Order = RecurringOrder['order']

/** What every delivery of an order says that comes again as this one: all but its day, its number and its reference. */
export function orderOf(delivery: Delivery): Order {
  const { earliest_date: _, latest_date: __, ...fields } = orderDefaults
  const names = [...Object.keys(fields), ...mainFields] as (keyof Delivery)[]
  const order: Order = Object.fromEntries(names.map((name) => [name, delivery[name]]))
  const { location_source, location_confidence, pickup_location_source, pickup_location_confidence } = delivery
  return {
    ...order,
    ...(delivery.delivery_location && location_source && { location_source }),
    ...(delivery.delivery_location && location_confidence !== null && { location_confidence }),
    ...(delivery.pickup_location && pickup_location_source && { pickup_location_source }),
    ...(delivery.pickup_location && pickup_location_confidence !== null && { pickup_location_confidence }),
    ...(delivery.client_id && { client_id: delivery.client_id }),
    ...(delivery.depot_id && { depot_id: delivery.depot_id }),
  }
}

const mainFields = [
  'pickup_address',
  'delivery_address',
  'delivery_location',
  'recipient_name',
  'recipient_phone',
  'recipient_email',
  'window_start',
  'window_end',
  'service_minutes',
  'weight_kg',
  'volume_l',
  'priority',
  'skills',
  'notes',
  'wanted_driver_id',
] as const satisfies readonly (keyof Delivery)[]

/** An order as the delivery that it will be, for the form. Its day, its number and its state mean nothing. */
export function deliveryOf({ order, ...recurring }: RecurringOrder, usual: { service_minutes: number }): Delivery {
  // Any day will do: only the defaults are wanted.
  const read = NewDelivery.safeParse({ ...order, scheduled_date: recurring.first_day })
  const said = (read.success ? read.data : order) as Partial<Delivery>
  return {
    ...blank,
    ...usual,
    ...totalsOf(said.parcels ?? []),
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    id: recurring.id,
    reference: null,
    scheduled_date: null,
    created_at: recurring.created_at,
    updated_at: recurring.updated_at,
    version: recurring.version,
  }
}

const blank = {
  ...orderDefaults,
  ...noPickupPlace,
  number: 0,
  source: 'recurring',
  status: 'pending',
  status_at: null,
  failure_reason: null,
  status_note: null,
  missing_proofs: [],
  goods: null,
  wishes: null,
  rating: null,
  rating_comment: null,
  rated_at: null,
  has_prescription: false,
  pickup_address: null,
  delivery_address: '',
  delivery_location: null,
  location_source: null,
  location_confidence: null,
  location_provider: null,
  location_kind: null,
  located_at: null,
  location_search: null,
  location_flags: [],
  recipient_name: null,
  recipient_phone: null,
  recipient_email: null,
  scheduled_time: null,
  window_start: null,
  window_end: null,
  priority: 2,
  skills: [],
  notes: null,
  wanted_driver_id: null,
  wanted_driver_name: null,
  client_id: null,
  depot_id: null,
  current_location: null,
  estimated_arrival: null,
  driver_id: null,
  driver_name: null,
  erased_at: null,
} as const satisfies Partial<Delivery>

/**
 * The order as it was entered.
 * @param stored as it was before, if it is not new: a position that nobody touched goes with its old address, and keeps
 *   who said it with the same one
 */
export function toOrder(
  values: DeliveryValues,
  stored: Delivery | undefined,
  usual: { service_minutes: number },
): Order {
  const { scheduled_date: _, earliest_date: __, latest_date: ___, reference: ____, ...order } = toBody(values, usual)
  if (!stored) return order
  return { ...order, ...positionOf(values, stored), ...pickupPositionOf(values, stored) }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

function positionOf(values: DeliveryValues, stored: Delivery): Order {
  const { lat, lng } = values.delivery_location
  const isUntouched = values.location_origin === null && isSame({ lat, lng }, stored.delivery_location)
  if (!isUntouched) return {}
  if (values.delivery_address.trim() !== stored.delivery_address) return { delivery_location: null }
  const { location_source, location_confidence } = stored
  return { ...(location_source && { location_source }), ...(location_confidence !== null && { location_confidence }) }
}

function pickupPositionOf(values: DeliveryValues, stored: Delivery): Order {
  const { lat, lng } = values.pickup_location
  const isUntouched = values.pickup_origin === null && isSame({ lat, lng }, stored.pickup_location)
  if (!isUntouched) return {}
  if (values.pickup_address.trim() !== (stored.pickup_address ?? '')) return { pickup_location: null }
  const { pickup_location_source, pickup_location_confidence } = stored
  return {
    ...(pickup_location_source && { pickup_location_source }),
    ...(pickup_location_confidence !== null && { pickup_location_confidence }),
  }
}

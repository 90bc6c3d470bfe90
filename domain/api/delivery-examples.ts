import type { z } from 'zod'
import { noPickupPlace, orderDefaults } from '../orders/order-defaults.ts'
import type { Delivery, NewDelivery, NewOrder } from '../schema/delivery.ts'

/** The request to create a delivery. */
export const newDeliveryExample = {
  pickup_address: 'Gudang Pusat, Jl. Industri Raya 1, Jakarta',
  delivery_address: 'Jl. M.H. Thamrin 10, Jakarta',
  recipient_name: 'Siti Rahma',
  recipient_phone: '+628110000001',
  scheduled_time: '2027-03-15T02:00:00.000Z',
} satisfies z.input<typeof NewDelivery>

/** Documents are fetched before the parcels are brought, and an old machine is taken back after that. */
export const newOrderExample = {
  order_reference: 'SO-2031',
  deliveries: [
    {
      delivery_address: 'Jl. Sabang 3, Jakarta',
      kind: 'return',
      order_step: 1,
      scheduled_date: '2027-03-15',
      notes: 'Fetch the signed papers',
    },
    {
      delivery_address: 'Jl. M.H. Thamrin 10, Jakarta',
      order_step: 2,
      scheduled_date: '2027-03-15',
      window_start: '20:00',
      window_end: '26:00',
      parcels: [{ code: 'PK-77120', weight_kg: 12.5, place: { row: 'back', side: 'left', level: 'floor' } }],
      requirements: ['signature', 'age'],
      temperature_min_c: 2,
      temperature_max_c: 8,
    },
  ],
} satisfies z.input<typeof NewOrder>

/** The reply, in a workspace in Jakarta. */
export const createdDeliveryExample: Delivery = {
  id: '0199aa11-2222-7333-8444-555566667777',
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
  current_location: null,
  estimated_arrival: null,
  ...orderDefaults,
  ...noPickupPlace,
  ...newDeliveryExample,
  number: 1042,
  source: 'api',
  reference: null,
  delivery_location: null,
  location_source: null,
  location_confidence: null,
  location_provider: null,
  location_kind: null,
  located_at: null,
  location_search: null,
  location_flags: [],
  recipient_email: null,
  scheduled_date: '2027-03-15',
  window_start: '08:30',
  window_end: '09:30',
  service_minutes: 5,
  weight_kg: 0,
  volume_l: 0,
  priority: 2,
  skills: [],
  notes: null,
  wanted_driver_id: null,
  client_id: null,
  depot_id: null,
  wanted_driver_name: null,
  driver_id: null,
  driver_name: null,
  erased_at: null,
  created_at: '2027-03-14T08:00:00.000Z',
  updated_at: '2027-03-14T08:00:00.000Z',
  version: 1,
}

/** The same delivery while in transit. */
export const deliveryExample: Delivery = {
  ...createdDeliveryExample,
  status: 'in_transit',
  status_at: '2027-03-15T01:40:00.000Z',
  current_location: { lat: -6.2008, lng: 106.7831 },
  estimated_arrival: '2027-03-15T02:10:00.000Z',
  delivery_location: { lat: -6.1908, lng: 106.8231 },
  location_source: 'geocoder',
  location_confidence: 0.95,
  location_provider: 'nominatim',
  location_kind: 'house',
  located_at: '2027-03-14T08:00:02.000Z',
  driver_id: '0199aa11-3333-7333-8444-555566667777',
  driver_name: 'Budi Santoso',
  updated_at: '2027-03-15T01:30:00.000Z',
  version: 5,
}

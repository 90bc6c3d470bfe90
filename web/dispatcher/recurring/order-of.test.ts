import { expect, test } from 'vitest'
import { createdDeliveryExample } from '#domain/api/delivery-examples.ts'
import { NewRecurringOrder, type RecurringOrder } from '#domain/schema/recurring.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { toValues } from '../deliveries/form/delivery-values.ts'
import { deliveryOf, orderOf, toOrder } from './order-of.ts'

const usual = { day: '2026-11-23', service_minutes: 5 }

const delivery: Delivery = {
  ...createdDeliveryExample,
  reference: 'PO-1',
  delivery_location: { lat: -6.19, lng: 106.82 },
  location_source: 'geocoder',
  location_confidence: 0.7,
  location_provider: 'nominatim',
  wanted_driver_id: '0199aa11-3333-7333-8444-555566667777',
  client_id: '0199aa11-4444-7333-8444-555566667777',
  skills: ['cold'],
  parcels: [
    {
      code: 'A-1',
      description: null,
      weight_kg: 2,
      volume_l: null,
      length_cm: null,
      width_cm: null,
      height_cm: null,
      place: null,
    },
  ],
  weight_kg: 2,
  units: 1,
  custom: { floor: 3 },
  pickup_address: 'Gudang Timur',
  pickup_location: { lat: -6.2, lng: 106.9 },
  pickup_location_source: 'book',
  pickup_location_confidence: 1,
  latest_date: '2026-12-01',
}

const rule = { weekdays: [1], first_day: '2026-11-30' }

const recurring = (order: RecurringOrder['order']): RecurringOrder => ({
  ...NewRecurringOrder.parse({ order, ...rule }),
  id: '0199aa11-5555-7333-8444-555566667777',
  standing_route_name: null,
  next_day: null,
  created_at: delivery.created_at,
  updated_at: delivery.updated_at,
  version: 1,
})

test('a delivery becomes an order that the server takes, without its day, number and reference', () => {
  const { order } = recurring(orderOf(delivery))
  for (const field of ['scheduled_date', 'latest_date', 'reference', 'number', 'status', 'location_provider', 'id']) {
    expect(order, field).not.toHaveProperty(field)
  }
  expect(order).toMatchObject({
    recipient_name: 'Siti Rahma',
    delivery_location: delivery.delivery_location,
    location_source: 'geocoder',
    location_confidence: 0.7,
    pickup_location_source: 'book',
    client_id: delivery.client_id,
    window_start: '08:30',
    parcels: delivery.parcels,
    custom: { floor: 3 },
  })
})

test('it comes out of the form as it went in', () => {
  const order = orderOf(delivery)
  const stored = deliveryOf(recurring(order), usual)
  expect(toOrder(toValues(stored, usual), stored, usual)).toEqual(order)
})

test('an order of which little is said has the usual rest', () => {
  const stored = deliveryOf(recurring({ delivery_address: 'Jl. Sudirman' }), usual)
  expect(toValues(stored, usual)).toMatchObject({ recipient_name: '', service_minutes: 5, skills: '', priority: '2' })
})

test('a position goes with its address, unless somebody placed it', () => {
  const stored = deliveryOf(recurring(orderOf(delivery)), usual)
  const values = toValues(stored, usual)
  const elsewhere = { ...values, delivery_address: 'Jl. Lain 1', pickup_address: 'Toko' }
  const order = toOrder(elsewhere, stored, usual)
  expect(order).toMatchObject({ delivery_location: null, pickup_location: null })
  expect(order).not.toHaveProperty('location_source')
  const placed = { ...elsewhere, location_origin: { source: 'dispatcher' as const, confidence: 1 } }
  expect(toOrder(placed, stored, usual)).toMatchObject({
    delivery_location: delivery.delivery_location,
    location_source: 'dispatcher',
  })
})

import { expect, test } from 'vitest'
import { DeliveryChange, NewDelivery } from '../schema/delivery.ts'
import { checkOrder, type CheckedOrder } from './check-order.ts'
import { totalsAfter, totalsOf } from './totals.ts'

const parcel = (code: string | null, weight_kg: number | null = null) => ({
  code,
  description: null,
  weight_kg,
  volume_l: null,
  length_cm: null,
  width_cm: null,
  height_cm: null,
  place: null,
})

test.each<[string, CheckedOrder, string, RegExp]>([
  ['a window that ends before it begins', { window_start: '10:00', window_end: '09:00' }, 'window_end', /26:30/],
  ['an empty window', { window_start: '10:00', window_end: '10:00' }, 'window_end', /ends before it starts/],
  ['a further window', { more_windows: [{ start: '26:00', end: '02:00' }] }, 'more_windows', /ends before it starts/],
  ['a preferred time', { preferred_start: '22:00', preferred_end: '02:00' }, 'preferred_end', /add 24 hours/],
  ['a pickup window', { pickup_window_start: '12:00', pickup_window_end: '11:00' }, 'pickup_window_end', /starts/],
  [
    'a pickup after its delivery',
    { window_end: '12:00', pickup_window_start: '12:00' },
    'pickup_window_start',
    /picked up from 12:00 on, but must be delivered by 12:00\./,
  ],
  [
    'goods that are ready after midnight, when the last window is over',
    { window_end: '12:00', more_windows: [{ start: '24:00', end: '25:00' }], ready_time: '26:30' },
    'ready_time',
    /ready at 02:30 on the next day, but must be delivered by 01:00 on the next day/,
  ],
  ['days', { earliest_date: '2027-01-02', latest_date: '2027-01-01' }, 'latest_date', /before the first/],
  ['temperatures', { temperature_min_c: 8, temperature_max_c: 2 }, 'temperature_max_c', /below the lowest/],
  ['parcels with one code', { parcels: [parcel('A'), parcel(null), parcel('A')] }, 'parcels', /“A”/],
  ['requirements', { requirements: ['pin', 'pin'] }, 'requirements', /twice/],
  ['an age that nobody checks', { requirements: ['pin'], minimum_age: 16 }, 'minimum_age', /needs the requirement/],
  ['a step of no order', { order_reference: null, order_step: 2 }, 'order_step', /reference/],
  ['a return with a pickup', { kind: 'return', pickup_address: 'Shop' }, 'pickup_address', /brought to the depot/],
  ['a delivery that collects', { kind: 'delivery', return_units: 1 }, 'return_units', /Only an exchange/],
  ['a position without an address', { pickup_location: {}, pickup_address: null }, 'pickup_address', /Enter/],
])('%s does not fit', (_, order, path, message) => {
  expect(checkOrder(order)).toEqual([{ path, message: expect.stringMatching(message) }])
})

test.each<[string, CheckedOrder]>([
  ['nothing', {}],
  ['a window over midnight', { window_start: '22:00', window_end: '26:30' }],
  ['a second window in the same night', { window_end: '23:00', more_windows: [{ start: '25:00', end: '27:00' }] }],
  ['a window that does not end', { window_start: '08:00', pickup_window_start: '09:00' }],
  [
    'a pickup between two windows',
    { window_end: '10:00', more_windows: [{ start: '12:00', end: '14:00' }], pickup_window_start: '11:00' },
  ],
  ['parcels without codes', { parcels: [parcel(null), parcel(null)] }],
  ['temperatures below zero', { temperature_min_c: -25, temperature_max_c: -18 }],
])('%s fits', (_, order) => {
  expect(checkOrder(order)).toEqual([])
})

const given = { delivery_address: 'Jl. Thamrin 1' }

test('a new delivery says its day, or that it has none', () => {
  const isFine = (fields: object) => NewDelivery.safeParse({ ...given, ...fields }).success
  expect(isFine({})).toBe(false)
  expect(isFine({ scheduled_date: null })).toBe(true)
  expect(isFine({ earliest_date: '2027-01-01' })).toBe(true)
  expect(isFine({ scheduled_date: '2027-01-01' })).toBe(true)
  expect(NewDelivery.safeParse(given).error!.issues[0]!.message).toBe('Choose a delivery day or time.')
})

test.each<[string, object]>([
  ['a parcel that is text', { parcels: ['box'] }],
  ['101 parcels', { parcels: Array.from({ length: 101 }, () => ({})) }],
  ['an unknown part of a parcel', { parcels: [{ colour: 'red' }] }],
  ['a place that vans do not have', { parcels: [{ place: { row: 'roof' } }] }],
  ['a parcel that weighs less than nothing', { parcels: [{ weight_kg: -1 }] }],
  ['six more windows', { more_windows: Array.from({ length: 6 }, () => ({ start: '09:00', end: '10:00' })) }],
  ['a window of numbers', { more_windows: [{ start: 9, end: 10 }] }],
  ['half cents', { cash_amount: 10.5 }],
  ['negative cash', { cash_amount: -1 }],
  ['an unknown requirement', { requirements: ['selfie'] }],
  ['an age of 0', { requirements: ['age'], minimum_age: 0 }],
  ['custom fields that are a list', { custom: ['a'] }],
  ['custom values inside custom values', { custom: { a: { b: 1 } } }],
  ['no time on board', { max_ride_minutes: 0 }],
  ['a detour of less than nothing', { max_detour_minutes: -1 }],
  ['a step 0', { order_reference: 'A', order_step: 0 }],
  ['a kind of its own', { kind: 'swap' }],
  ['a depot that only Karta can tell', { pickup_depot_id: '0199aa11-0000-7333-8444-0000000000d1' }],
])('%s is refused', (_, fields) => {
  expect(NewDelivery.safeParse({ ...given, scheduled_date: '2027-01-01', ...fields }).success).toBe(false)
  expect(DeliveryChange.safeParse(fields).success).toBe(false)
})

test('parcels are summed to the gram, by their sides where no volume is given', () => {
  const parcels = [
    { ...parcel('A', 0.1), length_cm: 10, width_cm: 20, height_cm: 30 },
    { ...parcel('B', 0.2), volume_l: 1.5 },
  ]
  expect(totalsOf(parcels)).toEqual({ weight_kg: 0.3, volume_l: 7.5, units: 2 })
  expect(totalsOf([])).toEqual({ weight_kg: 0, volume_l: 0, units: 0 })
})

test('when parcels change, totals that were given stay', () => {
  const before = { parcels: [parcel('A', 2)], weight_kg: 2, volume_l: 40, units: 1 }
  expect(totalsAfter(before, [parcel('A', 2), parcel('B', 3)])).toEqual({ weight_kg: 5, volume_l: 40, units: 2 })
})

import { expect, test } from 'vitest'
import { orderDefaults } from '#domain/orders/order-defaults.ts'
import { createdDeliveryExample } from '#domain/api/delivery-examples.ts'
import { DeliveryChange, NewDelivery, type Delivery } from '#domain/schema/delivery.ts'
import { toBody, toChange, toValues } from './delivery-values.ts'
import { emptyPlace } from './other-place-draft.ts'
import { emptyParcel, parcelsOfCodes } from './parcel-draft.ts'
import {
  doorSummary,
  orderSummary,
  parcelsSummary,
  pickupSummary,
  placesSummary,
  timesSummary,
} from './section-words.ts'

const usual = { day: '2026-03-02', service_minutes: 5 }
const empty = { ...toValues(undefined, usual), delivery_address: 'Jl. Sudirman' }

const order: Delivery = {
  ...createdDeliveryExample,
  ...orderDefaults,
  kind: 'exchange',
  pickup_address: 'Gudang Timur',
  pickup_location: { lat: -6.2, lng: 106.9 },
  pickup_name: 'Pak Joko',
  pickup_window_start: '20:00',
  pickup_window_end: '21:00',
  window_start: '22:00',
  window_end: '26:30',
  more_windows: [{ start: '28:00', end: '30:00' }],
  preferred_start: '22:30',
  setup_minutes: 4,
  parcels: [
    { ...emptyOf(), code: 'A-1', weight_kg: 2, place: { row: 'back', side: 'left', level: null } },
    { ...emptyOf(), code: 'A-2', length_cm: 10, width_cm: 20, height_cm: 30 },
  ],
  weight_kg: 2,
  volume_l: 6,
  units: 2,
  return_units: 1,
  requirements: ['pin', 'age'],
  minimum_age: 21,
  cash_amount: 12_500,
  temperature_min_c: 2,
  temperature_max_c: 8,
  tags: ['cold', 'fragile'],
  custom: { floor: 3, gift: true },
  order_reference: 'PO-7',
  order_step: 2,
  worth: 5000,
}

function emptyOf() {
  return {
    code: null,
    description: null,
    weight_kg: null,
    volume_l: null,
    length_cm: null,
    width_cm: null,
    height_cm: null,
    place: null,
  }
}

test('a whole order comes out of the form as it went in', () => {
  const values = toValues(order, usual)
  expect(toChange(values, { ...values }, usual)).toEqual({})
  const body = NewDelivery.parse(toBody(values, usual))
  for (const field of Object.keys(orderDefaults) as (keyof typeof orderDefaults)[]) {
    expect(body[field], field).toEqual(order[field])
  }
})

test('the weight, the volume and the pieces follow the parcels until somebody enters others', () => {
  const parcels = [
    { ...emptyParcel, weight_kg: 3 },
    { ...emptyParcel, weight_kg: 4, volume_l: 9 },
  ]
  expect(toBody({ ...empty, parcels }, usual)).toMatchObject({ weight_kg: 7, volume_l: 9, units: 2 })
  expect(toBody({ ...empty, parcels, weight_kg: 10 }, usual)).toMatchObject({ weight_kg: 10, units: 2 })
  const stored = toValues(order, usual)
  expect([stored.weight_kg, stored.units]).toEqual([Number.NaN, Number.NaN])
  expect(toValues({ ...order, weight_kg: 5 }, usual).weight_kg).toBe(5)
})

test('what goes with a choice goes when the choice does', () => {
  const values = toValues(order, usual)
  expect(toChange(values, { ...values, kind: 'delivery' }, usual)).toEqual({ kind: 'delivery', return_units: null })
  const unasked = toChange(values, { ...values, requirements: ['pin'] }, usual)
  expect(unasked).toEqual({ requirements: ['pin'], minimum_age: null })
  const fromDepot = toChange(values, { ...values, pickup_address: ' ' }, usual)
  expect(fromDepot).toEqual({ pickup_address: null, pickup_location: null })
})

test('an order may wait for its day', () => {
  const undated = { ...empty, is_undated: true, earliest_date: '2026-03-05' }
  expect(NewDelivery.parse(toBody(undated, usual))).toMatchObject({ scheduled_date: null, earliest_date: '2026-03-05' })
  expect(toValues({ ...order, scheduled_date: null }, usual).is_undated).toBe(true)
})

test('a missing end of a window is a problem of that window', () => {
  const more_windows = [
    { start: '08:00', end: '09:00' },
    { start: '10:00', end: null },
  ]
  const problems = DeliveryChange.safeParse(toChange(empty, { ...empty, more_windows }, usual)).error!.issues
  expect(problems[0]!.path).toEqual(['more_windows', 1, 'end'])
})

test('only the own fields that were changed are sent', () => {
  const values = toValues(order, usual)
  expect(toChange(values, { ...values, custom: { floor: 4 } }, usual)).toEqual({ custom: { floor: 4, gift: null } })
})

test('pasted codes are parcels, each once', () => {
  expect(parcelsOfCodes('A-1\nA-2\r\n\nA-1; A-3').map(({ code }) => code)).toEqual(['A-1', 'A-2', 'A-3'])
})

test('folded parts say what they hold', () => {
  const values = toValues(order, usual)
  expect(parcelsSummary(values)).toBe('2 parcels · 2 kg · 6 L')
  expect(pickupSummary(values)).toBe('Gudang Timur · Pak Joko · 20:00–21:00')
  expect(timesSummary(values)).toBe('preferably from 22:30 · 4 minutes to park')
  expect(doorSummary(values, 'USD')).toBe('PIN, Age check · $125 in cash')
  expect(orderSummary(values)).toBe('PO-7 · step 2')
  expect(pickupSummary(empty)).toBe('')
})

test('other places come out of the form as they went in, and one without a position is a problem of its own', () => {
  const locker = {
    name: 'Parcel locker',
    address: 'Station 1',
    location: { lat: -6.2, lng: 106.8 },
    windows: [{ start: '08:00', end: '26:00' }],
    service_minutes: null,
  }
  const delivery = { ...createdDeliveryExample, ...orderDefaults, place_name: 'Home', other_places: [locker] }
  const values = toValues(delivery, usual)
  expect(toBody(values, usual)).toMatchObject({ place_name: 'Home', other_places: [locker] })
  expect(toChange(values, values, usual)).toEqual({})
  expect(placesSummary(values)).toBe('Home · Parcel locker')

  const other_places = [
    { ...emptyPlace, name: 'Work', address: 'Office park 2', windows: [{ start: '09:00', end: null }] },
  ]
  const problems = DeliveryChange.safeParse(toChange(empty, { ...empty, other_places }, usual)).error!.issues
  expect(problems.map(({ path }) => path.join('.'))).toEqual([
    'other_places.0.location',
    'other_places.0.windows.0.end',
  ])
})

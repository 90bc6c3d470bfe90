import { expect, test } from 'vitest'
import { deliveryStates } from '#domain/delivery-state.ts'
import { NewDelivery } from '#domain/schema/delivery.ts'
import { CallError } from '#web/lib/call.ts'
import { atItsField, lockReason, planner, toBody, toChange, toValues } from './delivery-values.ts'

const usual = { day: '2026-03-02', service_minutes: 5 }
const empty = toValues(undefined, usual)

test('a new delivery needs only an address', () => {
  expect(NewDelivery.safeParse(toBody(empty, usual)).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'delivery_address',
  ])
  const body = toBody({ ...empty, delivery_address: 'Jl. Sudirman' }, usual)
  expect(NewDelivery.parse(body)).toMatchObject({
    delivery_location: null,
    scheduled_date: '2026-03-02',
    service_minutes: 5,
    priority: 2,
    skills: [],
    recipient_phone: null,
  })
})

test('cleared numbers fall back to their defaults', () => {
  const body = toBody({ ...empty, service_minutes: Number.NaN, weight_kg: Number.NaN }, usual)
  expect(body).toMatchObject({ service_minutes: 5, weight_kg: 0 })
})

test('half a position is a problem of the position field', () => {
  const body = toBody({ ...empty, delivery_address: 'A', delivery_location: { lat: 1, lng: Number.NaN } }, usual)
  expect(NewDelivery.safeParse(body).error?.issues[0]?.path).toEqual(['delivery_location', 'lng'])
})

test('a missing day is a problem of the day field', () => {
  const body = toBody({ ...empty, delivery_address: 'A', scheduled_date: null }, usual)
  expect(NewDelivery.safeParse(body).error?.issues[0]?.path).toEqual(['scheduled_date'])
})

test('no driver is requested until one is chosen', () => {
  expect(toBody(empty, usual)).toMatchObject({ wanted_driver_id: null })
  const id = '0199aa11-2222-7333-8444-555566667777'
  expect(toChange(empty, { ...empty, wanted_driver_id: id }, usual)).toEqual({ wanted_driver_id: id })
  const chosen = { ...empty, wanted_driver_id: id }
  expect(toChange(chosen, { ...chosen, wanted_driver_id: planner }, usual)).toEqual({ wanted_driver_id: null })
})

test('only changes are sent, and a time window always with both ends', () => {
  expect(toChange(empty, { ...empty, notes: ' Ring twice ' }, usual)).toEqual({ notes: 'Ring twice' })
  const before = { ...empty, window_start: '09:00', window_end: '12:00' }
  expect(toChange(before, { ...before, window_end: null }, usual)).toEqual({ window_start: '09:00', window_end: null })
  expect(toChange(before, { ...before }, usual)).toEqual({})
})

test('deliveries on a route and delivered ones are locked', () => {
  expect(deliveryStates.filter((state) => lockReason(state) === null)).toEqual(['pending', 'failed', 'cancelled'])
})

test('a duplicate reference is a problem of the reference field', () => {
  const refusal = atItsField(new CallError({ code: 'duplicate_reference', status: 409, title: 'Taken.' }))
  expect((refusal as CallError).problems).toEqual([{ path: 'reference', message: 'Taken.' }])
  const gone = new CallError({ code: 'driver_inactive', status: 409, title: 'Not active.' })
  expect((atItsField(gone) as CallError).problems).toEqual([{ path: 'wanted_driver_id', message: 'Not active.' }])
  const other = new CallError({ code: 'offline', status: 0, title: 'Offline.' })
  expect(atItsField(other)).toBe(other)
  const unplaced = atItsField(new CallError({ code: 'no_position', status: 409, title: 'Set it first.' }))
  expect((unplaced as CallError).problems).toEqual([
    { path: 'delivery_address', message: expect.stringContaining('still at the old address') },
  ])
})

test('confirming a position where it is sends the position with who vouches for it', () => {
  const before = {
    ...toValues(undefined, { day: '2026-03-02', service_minutes: 5 }),
    delivery_location: { lat: 1, lng: 2 },
  }
  const after = { ...before, location_origin: { source: 'dispatcher' as const, confidence: 1 } }
  expect(toChange(before, after, { service_minutes: 5 })).toEqual({
    delivery_location: { lat: 1, lng: 2 },
    location_source: 'dispatcher',
    location_confidence: 1,
  })
})

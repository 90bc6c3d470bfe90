import { expect, test } from 'vitest'
import { besideTransfers } from './beside-transfers.ts'
import { goodsOf, type Leg } from './goods.ts'
import { isElsewhere, readyTimeOf } from './ready-time.ts'

const leg = (number: number, fields: Partial<Leg> = {}): Leg => ({
  transfer_id: `t${number}`,
  state: 'planned',
  from_id: `d${number}`,
  from_name: `Depot ${number}`,
  to_id: `d${number + 1}`,
  to_name: `Depot ${number + 1}`,
  departs_at: `2026-03-16T0${number}:00:00.000Z`,
  ready_at: `2026-03-16T0${number}:45:00.000Z`,
  parcels: 2,
  received: null,
  ...fields,
})

test('goods are where their transfers have brought them, and ready after the last one', () => {
  expect(goodsOf([])).toBeNull()
  expect(goodsOf([leg(1, { state: 'canceled' })])).toBeNull()
  expect(goodsOf([leg(2), leg(1)])).toEqual({
    state: 'waiting',
    depot_id: 'd1',
    depot_name: 'Depot 1',
    bound_for_id: 'd3',
    ready_at: '2026-03-16T02:45:00.000Z',
    transfer_id: 't1',
  })
  expect(goodsOf([leg(1, { state: 'departed' }), leg(2)])).toMatchObject({ state: 'between', depot_id: 'd2' })
  const arrived = leg(1, { state: 'arrived', received: 2 })
  expect(goodsOf([arrived, leg(2)])).toMatchObject({ state: 'waiting', depot_id: 'd2', transfer_id: 't2' })
  expect(goodsOf([arrived])).toMatchObject({ state: 'at_hub', depot_id: 'd2', bound_for_id: 'd2' })
})

test('no transfer is done before the one before it', () => {
  const late = leg(1, { state: 'departed', ready_at: '2026-03-16T09:00:00.000Z' })
  expect(goodsOf([late, leg(2)])?.ready_at).toBe('2026-03-16T09:00:00.000Z')
})

test('what was not found when its transfer arrived is missing, and nobody knows when it is ready', () => {
  const lost = leg(1, { state: 'arrived', received: 0 })
  expect(goodsOf([lost])).toMatchObject({ state: 'missing', depot_id: 'd2', ready_at: null })
  const some = leg(1, { state: 'arrived', received: 1 })
  expect(goodsOf([some])).toMatchObject({ state: 'at_hub' })
})

const ready = (
  ready_at: string | null,
  { day = '2026-03-16', zone = 'Asia/Jakarta', ready_time = null as string | null, depot_id = 'd2' } = {},
) => {
  const goods = {
    state: 'between' as const,
    depot_id: 'd2',
    depot_name: 'Hub',
    bound_for_id: 'd2',
    ready_at,
    transfer_id: 't1',
  }
  const delivery = { scheduled_date: day, ready_time, depot_id, goods }
  return { time: readyTimeOf(delivery, zone), isElsewhere: isElsewhere(delivery) }
}

test('goods are ready once they are there, and not before it was ordered', () => {
  expect(ready('2026-03-16T00:15:00Z').time).toBe('07:15')
  expect(ready('2026-03-16T00:15:30Z').time).toBe('07:16')
  expect(ready('2026-03-16T00:15:00Z', { ready_time: '09:00' }).time).toBe('09:00')
  expect(ready('2026-03-16T00:15:00Z', { ready_time: '06:00' }).time).toBe('07:15')
  // Brought in the night before, or on a later day.
  expect(ready('2026-03-15T15:00:00Z').time).toBeNull()
  expect(ready('2026-03-16T18:30:00Z').time).toBe('25:30')
  expect(ready('2026-03-19T00:00:00Z').time).toBe('47:59')
})

test('on a day on which clocks change, goods are never said to be ready before they are', () => {
  const berlin = { zone: 'Europe/Berlin' }
  // 02:30 for the second time, after 03:00 became 02:00.
  expect(ready('2026-10-25T01:30:00Z', { ...berlin, day: '2026-10-25' }).time).toBe('03:30')
  expect(ready('2026-10-25T00:30:00Z', { ...berlin, day: '2026-10-25' }).time).toBe('02:30')
  // There is no 02:30 that day.
  expect(ready('2026-03-29T01:30:00Z', { ...berlin, day: '2026-03-29' }).time).toBe('03:30')
})

test('goods that nothing brings to the depot are elsewhere', () => {
  expect(ready('2026-03-16T00:15:00Z', { depot_id: 'd3' }).isElsewhere).toBe(true)
  expect(ready(null).isElsewhere).toBe(true)
  expect(ready('2026-03-16T00:15:00Z').isElsewhere).toBe(false)
})

test('a driver of a transfer has the longer part of the shift for a route', () => {
  const shift = { start: '06:00', end: '18:00' }
  const haul = (from: string, to: string, expected = to) => ({
    departs_at: `2026-03-16T${from}:00+07:00`,
    arrives_at: `2026-03-16T${to}:00+07:00`,
    expected_at: `2026-03-16T${expected}:00+07:00`,
  })
  const left = (...hauls: ReturnType<typeof haul>[]) => besideTransfers(shift, hauls, '2026-03-16', 'Asia/Jakarta')
  expect(left()).toEqual(shift)
  // Back at nine, or at ten if it is late.
  expect(left(haul('05:00', '07:00'))).toEqual({ start: '09:00', end: '18:00' })
  expect(left(haul('05:00', '07:00', '08:00'))).toEqual({ start: '10:00', end: '18:00' })
  expect(left(haul('16:30', '18:00'))).toEqual({ start: '06:00', end: '16:30' })
  expect(left(haul('20:00', '22:00'))).toEqual(shift)
  expect(left(haul('05:00', '12:00'))).toBeNull()
  expect(left(haul('05:00', '07:00'), haul('15:00', '16:00'))).toEqual({ start: '09:00', end: '15:00' })
})

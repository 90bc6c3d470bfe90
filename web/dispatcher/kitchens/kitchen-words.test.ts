import { expect, test } from 'vitest'
import type { KitchenOrder } from '#domain/schema/pickup-place.ts'
import { bySlot, isInKitchen, orderName } from './kitchen-words.ts'

const order = (fields: Partial<KitchenOrder>) =>
  ({
    number: 1,
    reference: null,
    state: 'new',
    status: 'pending',
    slot_at: null,
    ready_at: '',
    ...fields,
  }) as KitchenOrder

test('orders stand under their slots, and others under when they are ready', () => {
  const late = order({ slot_at: '2026-03-16T06:00:00.000Z', number: 1 })
  const soon = order({ ready_at: '2026-03-16T05:30:00.000Z', number: 2 })
  expect(bySlot([late, soon]).map(({ isSlot, orders }) => [isSlot, orders[0]!.number])).toEqual([
    [false, 2],
    [true, 1],
  ])
})

test('an order is asked for by its own number', () => {
  expect(orderName(order({ number: 12 }))).toBe('#12')
  expect(orderName(order({ reference: 'A-7' }))).toBe('A-7')
})

test('what was picked up or ended has left the kitchen', () => {
  expect(isInKitchen(order({ state: 'ready' }))).toBe(true)
  expect(isInKitchen(order({ state: 'picked_up' }))).toBe(false)
  expect(isInKitchen(order({ state: 'ready', status: 'delivered' }))).toBe(false)
})

import { expect, test } from 'vitest'
import { canChange, deliveryStates, isCorrectable, isEditable, nextByHand, statesBefore } from './delivery-state.ts'

test('a delivery goes to the door one step at a time', () => {
  const way = ['pending', 'planned', 'dispatched', 'in_transit', 'arrived', 'delivered'] as const
  for (let i = 1; i < way.length; i++) expect(canChange(way[i - 1]!, way[i]!)).toBe(true)
  expect(canChange('pending', 'dispatched')).toBe(false)
  expect(canChange('pending', 'delivered')).toBe(false)
})

test('a delivered delivery stays delivered', () => {
  for (const to of deliveryStates) expect(canChange('delivered', to)).toBe(false)
})

test('a failed delivery can be tried again', () => {
  expect(canChange('failed', 'pending')).toBe(true)
})

test('a plan can be taken back until a driver starts', () => {
  expect(canChange('planned', 'pending')).toBe(true)
  expect(canChange('dispatched', 'planned')).toBe(true)
  expect(canChange('in_transit', 'planned')).toBe(false)
})

test('no state changes to itself', () => {
  for (const state of deliveryStates) expect(canChange(state, state)).toBe(false)
})

test('statesBefore is the inverse of canChange', () => {
  for (const to of deliveryStates) {
    expect(statesBefore(to)).toEqual(deliveryStates.filter((from) => canChange(from, to)))
  }
})

test('only deliveries that are on no route are editable', () => {
  expect(deliveryStates.filter(isEditable)).toEqual(['pending', 'failed', 'cancelled'])
})

test('by hand, a delivery on the way goes forward only, and the outcome may be said at once', () => {
  expect(nextByHand('dispatched')).toEqual(['in_transit', 'arrived', 'delivered', 'failed'])
  expect(nextByHand('in_transit')).toEqual(['arrived', 'delivered', 'failed'])
  expect(nextByHand('arrived')).toEqual(['delivered', 'failed'])
  for (const state of ['pending', 'planned', 'delivered', 'failed', 'cancelled'] as const) {
    expect(nextByHand(state), state).toEqual([])
  }
})

test('only what has begun can be corrected', () => {
  expect(deliveryStates.filter(isCorrectable)).toEqual(['in_transit', 'arrived', 'delivered', 'failed'])
})

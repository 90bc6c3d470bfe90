import { expect, test } from 'vitest'
import {
  addStop,
  appendPasted,
  canUndo,
  chooseSuggestion,
  clearStops,
  emptyList,
  fillSamples,
  isFull,
  moveStop,
  placePin,
  removeStop,
  roomForPaste,
  shortened,
  typeAddress,
  undoRemoval,
  type StopList,
} from './stop-list.ts'
import { sampleLocations } from './suggestions.ts'

const addresses = ({ stops }: StopList) => stops.map(({ address }) => address)
const named = (...names: string[]) => names.map((address) => ({ address }))
const letters = appendPasted(typeAddress(emptyList, 'depot', 'Depot'), named('A', 'B', 'C'))

test('the form starts with a depot and two delivery points, all empty', () => {
  expect(addresses(emptyList)).toEqual(['', '', ''])
})

test('choosing a suggestion sets address and position, and editing the address clears the position', () => {
  const { address, position } = sampleLocations[1]
  const chosen = chooseSuggestion(emptyList, 'stop-1', sampleLocations[1])
  expect(chosen.stops[1]).toEqual({ id: 'stop-1', address, position })
  expect(typeAddress(chosen, 'stop-1', `${address} B`).stops[1]?.position).toBeUndefined()
})

test('typed coordinates and sample addresses get a position immediately', () => {
  expect(typeAddress(emptyList, 'depot', '-6.2, 106.8').stops[0]?.position).toEqual({ lat: -6.2, lng: 106.8 })
  expect(typeAddress(emptyList, 'depot', sampleLocations[0].address).stops[0]?.position).toEqual(
    sampleLocations[0].position,
  )
})

test('a pin placed by hand stays while the address is edited and goes when it is cleared', () => {
  const placed = placePin(typeAddress(emptyList, 'stop-1', 'Warung'), 'stop-1', { lat: -6, lng: 107 })
  expect(typeAddress(placed, 'stop-1', 'Warung Ibu').stops[1]).toMatchObject({ position: { lat: -6, lng: 107 } })
  expect(typeAddress(placed, 'stop-1', ' ').stops[1]).toEqual({ id: 'stop-1', address: ' ' })
})

test('a stop without an address is named after its position, even after it moves', () => {
  const placed = placePin(emptyList, 'stop-1', { lat: -6, lng: 107 })
  expect(placed.stops[1]?.address).toBe('-6.00000, 107.00000')
  expect(placePin(placed, 'stop-1', { lat: -6.5, lng: 107 }).stops[1]?.address).toBe('-6.50000, 107.00000')
})

test('a form holds at most thirty stops', () => {
  let list = emptyList
  for (let count = 0; count < 40; count++) list = addStop(list)
  expect(list.stops).toHaveLength(30)
  expect(isFull(list)).toBe(true)
  expect(new Set(list.stops.map(({ id }) => id)).size).toBe(30)
})

test('undo restores removed stops to their places, latest first', () => {
  const [, a, , c] = letters.stops
  const without = removeStop(removeStop(letters, a!.id), c!.id)
  expect(addresses(without)).toEqual(['Depot', 'B'])
  expect(without.removals.at(-1)!.says).toBe('Removed C.')
  expect(addresses(undoRemoval(without))).toEqual(['Depot', 'B', 'C'])
  expect(addresses(undoRemoval(undoRemoval(without)))).toEqual(['Depot', 'A', 'B', 'C'])
})

test('the depot cannot be removed or moved', () => {
  expect(removeStop(letters, 'depot')).toBe(letters)
  expect(moveStop(letters, 'depot', 2)).toBe(letters)
  expect(addresses(moveStop(letters, letters.stops[1]!.id, 0))).toEqual(['Depot', 'A', 'B', 'C'])
})

test('clearing leaves the depot and two empty points, and undoing it keeps what was typed since', () => {
  const cleared = clearStops(letters)
  expect(addresses(cleared)).toEqual(['Depot', '', ''])
  expect(addresses(undoRemoval(cleared))).toEqual(['Depot', 'A', 'B', 'C'])
  const typed = typeAddress(cleared, cleared.stops[1]!.id, 'D')
  expect(addresses(undoRemoval(typed))).toEqual(['Depot', 'A', 'B', 'C', 'D'])
})

test('undo does nothing while there is no room', () => {
  const full = appendPasted(clearStops(letters), named(...Array.from({ length: 29 }, (_, index) => `N${index}`)))
  expect(canUndo(full)).toBe(false)
  expect(undoRemoval(full)).toBe(full)
})

test('stops can move up and down', () => {
  const [, a, , c] = letters.stops
  expect(addresses(moveStop(letters, a!.id, 3))).toEqual(['Depot', 'B', 'C', 'A'])
  expect(addresses(moveStop(letters, c!.id, 1))).toEqual(['Depot', 'C', 'A', 'B'])
  expect(addresses(moveStop(letters, c!.id, 99))).toEqual(['Depot', 'A', 'B', 'C'])
})

test('pasted stops replace empty ones and never exceed the limit', () => {
  expect(roomForPaste(emptyList)).toBe(29)
  expect(roomForPaste(letters)).toBe(26)
  const many = appendPasted(letters, named(...Array.from({ length: 40 }, (_, index) => `N${index}`)))
  expect(many.stops).toHaveLength(30)
})

test('the samples fill the form and keep a depot with a position, but not a half-typed one', () => {
  const filled = fillSamples(emptyList)
  expect(addresses(filled)).toEqual(sampleLocations.map(({ address }) => address))
  expect(typeAddress(filled, filled.stops[1]!.id, 'Elsewhere').stops[1]?.position).toBeUndefined()
  const own = fillSamples(typeAddress(emptyList, 'depot', '-6.2, 106.8'))
  expect(addresses(own)).toEqual(['-6.2, 106.8', ...sampleLocations.slice(1).map(({ address }) => address)])
  expect(addresses(fillSamples(typeAddress(emptyList, 'depot', 'Jl. Su')))).toEqual(addresses(filled))
})

test('a long address is shortened without cutting an emoji in half', () => {
  expect(shortened('short')).toBe('short')
  expect(shortened('🚚'.repeat(100), 5)).toBe('🚚🚚🚚🚚…')
})

import { expect, test } from 'vitest'
import type { MapStop } from './map-types.ts'
import { stopAfterKey, tabStop } from './stop-keys.ts'

const stop = (id: string, muted = false): MapStop => ({
  id,
  position: { lat: 0, lng: 0 },
  label: id,
  color: '#0a5c4d',
  title: id,
  muted,
})

test('arrow keys go through the stops in order and stop at both ends', () => {
  const stops = [stop('a'), stop('b'), stop('c')]
  expect(stopAfterKey(stops, 'a', 'ArrowRight')).toBe('b')
  expect(stopAfterKey(stops, 'b', 'ArrowUp')).toBe('a')
  expect(stopAfterKey(stops, 'a', 'ArrowLeft')).toBe('a')
  expect(stopAfterKey(stops, 'c', 'ArrowDown')).toBeUndefined()
  expect(stopAfterKey(stops, 'b', 'Home')).toBe('a')
  expect(stopAfterKey(stops, 'a', 'End')).toBe('c')
  expect(stopAfterKey(stops, 'a', 'x')).toBeUndefined()
})

test('muted stops are skipped while a route is open', () => {
  const stops = [stop('a', true), stop('b'), stop('c', true), stop('d')]
  expect(stopAfterKey(stops, 'b', 'ArrowRight')).toBe('d')
  expect(tabStop(stops)).toBe('b')
  expect(tabStop(stops, 'c', 'd')).toBe('d')
})

test('Tab reaches the selected stop, the last focused one, or the first', () => {
  const stops = [stop('a'), stop('b')]
  expect(tabStop(stops, undefined, 'b')).toBe('b')
  expect(tabStop(stops, 'gone', 'b')).toBe('b')
  expect(tabStop(stops, 'gone')).toBe('a')
  expect(tabStop([])).toBeUndefined()
})

import { expect, test } from 'vitest'
import { flagsOf, pointKey, sharedPoints } from './red-flags.ts'

const nairobi = { lat: -1.29, lng: 36.82 }
const depots = [nairobi]
const given = (lat: number, lng: number) => ({ location: { lat, lng }, source: 'given' as const })

test('where empty fields end up is suspicious', () => {
  expect(flagsOf(given(0, 0), depots)).toEqual(['zero'])
  expect(flagsOf(given(0, 0), [])).toEqual(['zero'])
})

test('a position near a depot is fine, and one far from all of them is not', () => {
  expect(flagsOf(given(-1.1, 36.9), depots)).toEqual([])
  expect(flagsOf(given(52.5, 13.4), depots)).toEqual(['far'])
  expect(flagsOf(given(52.5, 13.4), [...depots, { lat: 52, lng: 13 }])).toEqual([])
  expect(flagsOf(given(52.5, 13.4), [])).toEqual([])
})

test('exchanged latitude and longitude are recognized by the depot', () => {
  expect(flagsOf(given(36.8, -1.3), depots)).toEqual(['swapped'])
})

test('what a person confirmed is not questioned', () => {
  expect(flagsOf({ location: { lat: 52.5, lng: 13.4 }, source: 'dispatcher' }, depots)).toEqual([])
  expect(flagsOf({ location: null, source: null }, depots)).toEqual([])
})

test('one point for three addresses is suspicious, for three deliveries to one address it is not', () => {
  const at = (addressKey: string) => ({ location: nairobi, addressKey })
  expect(sharedPoints([at('a'), at('b'), at('c')])).toEqual(new Set([pointKey(nairobi)]))
  expect(sharedPoints([at('a'), at('a'), at('b')]).size).toBe(0)
})

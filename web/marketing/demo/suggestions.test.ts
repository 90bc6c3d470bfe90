import { expect, test } from 'vitest'
import { isOnGlobe } from './coordinates.ts'
import { closestSample, sampleAt, sampleLocations, suggestionsFor } from './suggestions.ts'

test('there are eight different places in or around Jakarta', () => {
  expect(sampleLocations, 'as many as the specification asks for').toHaveLength(8)
  expect(new Set(sampleLocations.map(({ address }) => address)).size).toBe(8)
  for (const { position } of sampleLocations) {
    expect(isOnGlobe(position)).toBe(true)
    expect(Math.abs(position.lat - -6.2088)).toBeLessThan(0.2)
    expect(Math.abs(position.lng - 106.8456)).toBeLessThan(0.2)
  }
})

test('suggestions start at three characters, not counting surrounding spaces', () => {
  expect(suggestionsFor('mo')).toEqual([])
  expect(suggestionsFor(' mo ')).toEqual([])
  expect(suggestionsFor('mon').map(({ name }) => name)).toEqual(['Monumen Nasional'])
  expect(suggestionsFor('JAKARTA')).toHaveLength(8)
})

test('every typed word must match, in any order', () => {
  expect(suggestionsFor('senayan plaza').map(({ name }) => name)).toEqual(['Plaza Senayan'])
  expect(suggestionsFor('plaza surabaya')).toEqual([])
})

test('hostile text matches nothing and does no harm', () => {
  expect(suggestionsFor('<script>alert(1)</script>')).toEqual([])
  expect(suggestionsFor('(((.*+?^$')).toEqual([])
  expect(suggestionsFor('📦'.repeat(50_000))).toEqual([])
})

test('only a complete address counts as its sample', () => {
  const { address } = sampleLocations[2]
  expect(sampleAt(`  ${address.toUpperCase().replaceAll(' ', '  ')} `)).toBe(sampleLocations[2])
  expect(sampleAt(`${address} B`)).toBeUndefined()
})

test('the closest sample shares a distinctive word, not one that all addresses share', () => {
  expect(closestSample('Jl. Cikini 28')?.name).toBe('Taman Ismail Marzuki')
  expect(closestSample('Jalan Raya Bogor, Jakarta Timur')).toBeUndefined()
  expect(closestSample('')).toBeUndefined()
})

import { expect, test } from 'vitest'
import { isOnGlobe } from './coordinates.ts'
import { closestSample, sampleAt, sampleLocations, suggestionsFor } from './suggestions.ts'

test('there are eight different places, all in or around Jakarta', () => {
  expect(sampleLocations).toHaveLength(8)
  expect(new Set(sampleLocations.map(({ address }) => address)).size).toBe(8)
  for (const { position } of sampleLocations) {
    expect(isOnGlobe(position)).toBe(true)
    expect(Math.abs(position.lat - -6.2088)).toBeLessThan(0.2)
    expect(Math.abs(position.lng - 106.8456)).toBeLessThan(0.2)
  }
})

test('two characters suggest nothing, three do; spaces around them do not count', () => {
  expect(suggestionsFor('mo')).toEqual([])
  expect(suggestionsFor(' mo ')).toEqual([])
  expect(suggestionsFor('mon').map(({ name }) => name)).toEqual(['Monumen Nasional'])
  expect(suggestionsFor('JAKARTA')).toHaveLength(8)
})

test('every typed word has to occur, in any order', () => {
  expect(suggestionsFor('senayan plaza').map(({ name }) => name)).toEqual(['Plaza Senayan'])
  expect(suggestionsFor('plaza surabaya')).toEqual([])
})

test('hostile text matches nothing and harms nothing', () => {
  expect(suggestionsFor('<script>alert(1)</script>')).toEqual([])
  expect(suggestionsFor('(((.*+?^$')).toEqual([])
  expect(suggestionsFor('📦'.repeat(50_000))).toEqual([])
})

test('an address typed out in full is that sample, another one is not', () => {
  const { address } = sampleLocations[2]
  expect(sampleAt(`  ${address.toUpperCase().replaceAll(' ', '  ')} `)).toBe(sampleLocations[2])
  expect(sampleAt(`${address} B`)).toBeUndefined()
})

test('the closest sample shares a telling word; words that all addresses share do not count', () => {
  expect(closestSample('Jl. Cikini 28')?.name).toBe('Taman Ismail Marzuki')
  expect(closestSample('Jalan Raya Bogor, Jakarta Timur')).toBeUndefined()
  expect(closestSample('')).toBeUndefined()
})

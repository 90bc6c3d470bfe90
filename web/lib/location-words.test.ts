import { expect, test } from 'vitest'
import { doubtWords, trustLevel, trustWords, type Trust } from './location-words.ts'

const trust = (fields: Partial<Trust> = {}): Trust => ({
  location_source: 'geocoder',
  location_confidence: 0.95,
  location_provider: 'photon',
  location_kind: 'house',
  location_flags: [],
  location_search: null,
  ...fields,
})

test('a position’s source and confidence are said in one line', () => {
  expect(trustWords(trust())).toBe('Geocoder Photon, exact house (95%)')
  expect(trustWords(trust({ location_kind: 'street', location_confidence: 0.5 }))).toBe(
    'Geocoder Photon, street only (50%)',
  )
  expect(trustWords(trust({ location_source: 'dispatcher', location_confidence: 1 }))).toBe('Placed by a dispatcher')
  expect(trustWords(trust({ location_source: 'given', location_confidence: 0.9, location_flags: ['far'] }))).toBe(
    'Came with the order, far from every depot (90%)',
  )
})

test('what the kind does not say is said by the confidence', () => {
  const said = (location_confidence: number) =>
    trustWords(trust({ location_kind: null, location_provider: null, location_confidence }))
  expect([0.95, 0.7, 0.5, 0.2].map(said)).toEqual([
    'Geocoder, exact (95%)',
    'Geocoder, nearby (70%)',
    'Geocoder, street only (50%)',
    'Geocoder, area only (20%)',
  ])
})

test('only doubtful positions have a doubt', () => {
  expect(doubtWords(trust())).toBeNull()
  expect(doubtWords(trust({ location_kind: 'street', location_confidence: 0.5 }))).toBe('Street only')
  expect(doubtWords(trust({ location_flags: ['swapped'] }))).toBe('Latitude and longitude swapped')
  const none = { location_source: null, location_confidence: null }
  expect(doubtWords(trust(none))).toBe('No position')
  expect(doubtWords(trust({ ...none, location_search: 'not_found' }))).toBe('Address not found')
})

test('the levels go from confirmed to none', () => {
  const levels = [
    trust({ location_source: 'book', location_confidence: 1 }),
    trust(),
    trust({ location_confidence: 0.5 }),
    trust({ location_confidence: 0.2 }),
    trust({ location_source: null, location_confidence: null }),
  ].map(trustLevel)
  expect(levels).toEqual(['confirmed', 'likely', 'doubtful', 'rough', 'none'])
})

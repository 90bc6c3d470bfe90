import { expect, test } from 'vitest'
import type { Territory } from '#domain/schema/territory.ts'
import { placeWords, ruleWords, speedWords } from './territory-words.ts'

const drivers = [
  { id: 'a', name: 'Budi' },
  { id: 'b', name: 'Sari' },
]
const zone = (name: string, rule: Territory['rule'], driver_ids: string[]) =>
  ({
    name,
    rule,
    driver_ids,
    area: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [2, 0],
          [2, 2],
          [0, 2],
          [0, 0],
        ],
      ],
    },
  }) as unknown as Territory

test('a territory says whose it is', () => {
  expect(ruleWords(zone('North', 'only', ['a', 'b']), drivers)).toBe('Only Budi, Sari')
  expect(ruleWords(zone('North', 'prefer', ['a', 'gone']), drivers)).toBe('Preferred by Budi, 1 inactive')
  expect(ruleWords(zone('North', 'only', []), drivers)).toMatch(/anybody/)
})

test('a territory says how fast it is', () => {
  expect(speedWords({ percent: 60, from: null, to: null })).toBe('Driving at 60 % of the usual speed')
  expect(speedWords({ percent: 60, from: '07:00', to: '10:00' })).toMatch(/^Driving at 60 % .* from .*7.* to .*10/)
})

test('a place says who delivers there', () => {
  const zones = [zone('North', 'only', ['a']), zone('Harbor', 'prefer', ['b'])]
  expect(placeWords(zones, drivers, { lat: 1, lng: 1 })).toBe(
    'In North and Harbor. Only Budi may deliver there. Sari should.',
  )
  expect(placeWords(zones, drivers, { lat: 9, lng: 9 })).toMatch(/every driver/)
})

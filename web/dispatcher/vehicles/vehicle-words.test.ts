import { expect, test } from 'vitest'
import { capacityWords } from './vehicle-words.ts'

test('capacity names only what is limited', () => {
  expect(capacityWords({ capacity_kg: 500, capacity_l: 2000 })).toBe('500 kg · 2,000 L')
  expect(capacityWords({ capacity_kg: null, capacity_l: 40 })).toBe('40 L')
  expect(capacityWords({ capacity_kg: 0, capacity_l: null })).toBe('0 kg')
  expect(capacityWords({ capacity_kg: null, capacity_l: null })).toBe('No limit')
})

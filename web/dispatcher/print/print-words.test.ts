import { expect, test } from 'vitest'
import { loadWords, needWords } from './print-words.ts'

test('a load names what is known', () => {
  expect(loadWords({ weight_kg: 6.4, volume_l: 36.7 })).toBe('6.4 kg, 36.7 L')
  expect(loadWords({ weight_kg: 0, volume_l: 2 })).toBe('2 L')
  expect(loadWords({ weight_kg: 0, volume_l: 0 })).toBe('')
})

test('needs are the urgency and the requirements', () => {
  expect(needWords({ priority: 1, skills: ['cold', 'fragile'] })).toBe('Urgent · cold, fragile')
  expect(needWords({ priority: 3, skills: [] })).toBe('')
})

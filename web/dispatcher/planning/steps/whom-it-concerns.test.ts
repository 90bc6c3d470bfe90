import { expect, test } from 'vitest'
import { whomItConcerns } from './whom-it-concerns.ts'

test('a refusal lists the deliveries and drivers that it names', () => {
  expect(whomItConcerns({ detail: { numbers: [1001], drivers: ['Budi', 'Siti'] } })).toBe(
    'Affected: delivery #1001; drivers Budi, Siti.',
  )
})

test('a long list is cut', () => {
  expect(whomItConcerns({ detail: { numbers: [1, 2, 3, 4, 5, 6, 7], drivers: [] } })).toBe(
    'Affected: deliveries #1, #2, #3, #4, #5 and 2 more.',
  )
})

test('a refusal that names none adds nothing', () => {
  expect(whomItConcerns({ detail: {} })).toBe('')
})

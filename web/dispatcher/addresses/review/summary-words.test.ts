import { expect, test } from 'vitest'
import { summaryWords } from './summary-words.ts'

const review = { total: 5, without_location: 2, not_planned: 1, looking_up: 0, data: { length: 5 } }

test('the summary says what matters, and nothing about what is not there', () => {
  expect(summaryWords(review, true)).toBe('5 to check: 2 without a position, 1 too rough to plan.')
  const mild = { ...review, total: 3, without_location: 0, not_planned: 0, data: { length: 3 } }
  expect(summaryWords(mild, true)).toBe('3 to check.')
})

test('a cut list and a busy geocoder are mentioned', () => {
  const long = { ...review, total: 900, looking_up: 7, data: { length: 500 } }
  expect(summaryWords(long, true)).toContain('The 500 riskiest are listed. The geocoder is looking up 7.')
  expect(summaryWords(long, false)).not.toContain('geocoder')
})

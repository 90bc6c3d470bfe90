import { expect, test } from 'vitest'
import { foundWords } from './found-words.ts'

test('a search for an address says what to do when it finds nothing, and why', () => {
  expect(foundWords(0, 'answered', false)).toMatch(/^No such address found/)
  expect(foundWords(0, 'unavailable', false)).toMatch(/does not answer right now/)
  expect(foundWords(0, 'none', false)).toBe('The address book has nothing like it.')
  expect(foundWords(0, undefined, true)).toMatch(/cannot be searched right now/)
  expect(foundWords(2, 'unavailable', false)).toBeUndefined()
})

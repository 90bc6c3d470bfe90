import { expect, test } from 'vitest'
import { chainWords, erasedWords } from './chain-words.ts'

const chain = { length: 4, misfit: null, signed_on: null, signed_length: null, erased_at: null }

test('a complete chain says how many entries it has, and how far it is signed', () => {
  expect(chainWords({ ...chain, length: 1 })).toBe('Chain complete: 1 entry, not signed yet.')
  const signed = { ...chain, signed_on: '2026-03-02', signed_length: 4 }
  expect(chainWords(signed)).toBe('Chain complete: 4 entries, last signed on Mon 2 Mar 2026.')
  expect(chainWords({ ...signed, signed_length: 3 })).toBe(
    'Chain complete: 4 entries, last signed on Mon 2 Mar 2026, up to entry 3.',
  )
})

test('an erased delivery says when', () => {
  expect(erasedWords(chain, 'Asia/Jakarta')).toBeUndefined()
  expect(erasedWords({ ...chain, erased_at: '2026-03-02T02:00:00Z' }, 'Asia/Jakarta')).toContain('2 Mar 2026')
})

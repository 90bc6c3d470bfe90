import { expect, test } from 'vitest'
import { asLines, grouped } from './recovery-code-text.ts'

test('a recovery code is written in fours, however it came', () => {
  expect(grouped('abcdefghijkmnpqr')).toBe('abcd-efgh-ijkm-npqr')
  expect(grouped('abcd-efgh-ijkm-npqr')).toBe('abcd-efgh-ijkm-npqr')
  expect(grouped('abcdef')).toBe('abcd-ef')
})

test('the kept text says what it is, and has every code on a line of its own', () => {
  expect(asLines(['aaaabbbb', 'ccccdddd'])).toBe('Karta recovery codes. Each works once.\n\naaaa-bbbb\ncccc-dddd\n')
})

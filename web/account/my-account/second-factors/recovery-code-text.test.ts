import { expect, test } from 'vitest'
import { asLines, grouped } from './recovery-code-text.ts'

test('a recovery code is shown in groups of four, whatever its format', () => {
  expect(grouped('abcdefghijkmnpqr')).toBe('abcd-efgh-ijkm-npqr')
  expect(grouped('abcd-efgh-ijkm-npqr')).toBe('abcd-efgh-ijkm-npqr')
  expect(grouped('abcdef')).toBe('abcd-ef')
})

test('the saved text says what it is and lists one code per line', () => {
  expect(asLines(['aaaabbbb', 'ccccdddd'])).toBe('Karta recovery codes. Each works once.\n\naaaa-bbbb\ncccc-dddd\n')
})

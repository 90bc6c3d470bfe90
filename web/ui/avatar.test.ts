import { expect, test } from 'vitest'
import { initials } from './avatar.tsx'

test('initials come from the first and last word, or from an email address before the @ sign', () => {
  expect(initials('Siti Nur Aminah')).toBe('SA')
  expect(initials('budi.santoso@example.com')).toBe('BS')
  expect(initials('ops@example.com')).toBe('O')
  expect(initials('')).toBe('?')
})

import { expect, test } from 'vitest'
import { safeNext } from './session.ts'

test('after sign-in, only paths of our own are followed', () => {
  expect(safeNext('/dashboard/planning?day=2026-03-15')).toBe('/dashboard/planning?day=2026-03-15')
  for (const foreign of [
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/a\n/b',
  ]) {
    expect(safeNext(foreign)).toBe('/dashboard')
  }
})

import { expect, test } from 'vitest'
import { LookPatch } from './look.ts'

test('an accent color can be read on white', () => {
  expect(LookPatch.parse({ accent: '#0B6B5A' })).toEqual({ accent: '#0b6b5a' })
  expect(LookPatch.parse({ accent: null, contact: ' 021 555 ' })).toEqual({ accent: null, contact: '021 555' })
  for (const accent of ['#ffcc00', '#fff', 'red', '#0b6b5a; background: url(x)', ''])
    expect(LookPatch.safeParse({ accent }).success, accent).toBe(false)
})

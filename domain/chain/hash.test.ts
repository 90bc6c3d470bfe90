import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashOf } from './hash.ts'

test('a hash is the SHA-256 of the purpose, a line break and canonical JSON in UTF-8', () => {
  const expected = createHash('sha256').update('purpose\n{"a":"é😀","b":1}').digest('hex')
  expect(hashOf('purpose', { b: 1, a: 'é😀' })).toBe(expected)
  expect(hashOf('another purpose', { b: 1, a: 'é😀' })).not.toBe(expected)
})

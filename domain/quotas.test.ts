import { expect, test } from 'vitest'
import { sayReached, sizeOf } from './quotas.ts'

test('the sentence says how many fit, how many were wanted, and what helps', () => {
  expect(sayReached({ quota: 'deliveries_per_day', limit: 100, used: 95, wanted: 8 })).toBe(
    'This workspace has room for 5 more today, and this would add 8 deliveries. Nothing was added. Add the others after midnight, or ask the operator of this server for a higher limit.',
  )
  expect(sayReached({ quota: 'api_keys', limit: 1, used: 1, wanted: 1 })).toBe(
    'This workspace has reached its limit of 1 API key. Revoke a key that is no longer used, and try again.',
  )
  expect(sayReached({ quota: 'bytes_stored', limit: 2_500_000_000, used: 2_500_000_001, wanted: 0 })).toMatch(
    /^This workspace may store 2.5 GB, and this would be more\./,
  )
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [3_440_000_000, '3.4 GB'],
])('%d bytes are written %s', (bytes, words) => {
  expect(sizeOf(bytes)).toBe(words)
})

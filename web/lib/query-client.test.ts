import { expect, test } from 'vitest'
import { isWorthRetrying } from './query-client.ts'

test('a refusal is final, while outages and lost connections are retried a few times', () => {
  expect(isWorthRetrying(0, { status: 404 })).toBe(false)
  expect(isWorthRetrying(0, { status: 429 })).toBe(false)
  expect(isWorthRetrying(0, { status: 503 })).toBe(true)
  expect(isWorthRetrying(0, new TypeError('Failed to fetch'))).toBe(true)
  expect(isWorthRetrying(2, { status: 503 })).toBe(false)
})

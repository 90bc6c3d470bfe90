import { expect, test } from 'vitest'
import { endWords, expiryOf, lifetimes, stateOf } from './api-key-words.ts'

const now = Date.parse('2026-03-15T12:00:00Z')
const [before, after] = ['2026-03-15T12:00:00Z', '2026-03-15T18:00:00Z']

test('a key is active until it expires or is revoked, and "revoked" wins over "expired"', () => {
  expect(stateOf({ expires_at: null, revoked_at: null }, now)).toBe('active')
  expect(stateOf({ expires_at: after, revoked_at: null }, now)).toBe('active')
  expect(stateOf({ expires_at: before, revoked_at: null }, now)).toBe('expired')
  expect(stateOf({ expires_at: before, revoked_at: before }, now)).toBe('revoked')
})

test('the end of a key is shown as a day in the workspace’s time zone', () => {
  expect(endWords({ expires_at: null, revoked_at: null }, now, 'UTC')).toBeNull()
  expect(endWords({ expires_at: after, revoked_at: null }, now, 'Asia/Jakarta')).toBe('Expires 16 Mar 2026')
  expect(endWords({ expires_at: before, revoked_at: null }, now, 'UTC')).toBe('Expired 15 Mar 2026')
  expect(endWords({ expires_at: null, revoked_at: before }, now, 'UTC')).toBe('Revoked 15 Mar 2026')
})

test('every lifetime ends in the future or never', () => {
  expect(lifetimes.map(({ id }) => expiryOf(id, now))).toEqual([
    null,
    '2026-04-14T12:00:00.000Z',
    '2026-06-13T12:00:00.000Z',
    '2027-03-15T12:00:00.000Z',
  ])
})

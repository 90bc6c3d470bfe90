import { expect, test } from 'vitest'
import {
  addressesIn,
  endWords,
  everyDay,
  expiryOf,
  lifetimes,
  limitsText,
  overlapOf,
  scopesText,
  stateOf,
} from './key-words.ts'

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

test('an edited key may keep its expiry', () => {
  expect(expiryOf('kept', now, after)).toBe(after)
  expect(expiryOf('never', now, after)).toBeNull()
})

test('what a key may do is said in few words', () => {
  expect(scopesText(['read', 'deliveries', 'planning', 'tracking', 'temperatures'])).toBe('Everything')
  expect(scopesText(['read'])).toBe('Read only')
  expect(scopesText(['deliveries', 'tracking'])).toBe('Deliveries, Tracking')
  expect(limitsText({ depot_ids: null, allowed_addresses: null })).toBe('')
  expect(limitsText({ depot_ids: ['a'], allowed_addresses: ['::1', '10.0.0.0/8'] })).toBe('1 depot, 2 addresses')
})

test('the old secret of a rotated key counts until the overlap or the key ends', () => {
  const previous = { prefix: 'karta_live_a', ends_at: after, last_used_at: null, last_used_address: null }
  const key = { previous, expires_at: null, revoked_at: null }
  expect(overlapOf(key, now)).toBe(previous)
  expect(overlapOf(key, Date.parse(after))).toBeNull()
  expect(overlapOf({ ...key, revoked_at: before }, now)).toBeNull()
  expect(overlapOf({ ...key, previous: null }, now)).toBeNull()
})

test('addresses may be pasted in lines, or with commas', () => {
  expect(addressesIn(' 10.0.0.1,\n\n2001:db8::/32; 10.0.0.0/8 ')).toEqual(['10.0.0.1', '2001:db8::/32', '10.0.0.0/8'])
  expect(addressesIn(' \n')).toBeNull()
})

test('the chart has a bar for each day, across the end of a month', () => {
  const usage = { from: '2026-02-27', to: '2026-03-01', days: [{ day: '2026-02-28', requests: 3 }] }
  expect(everyDay(usage)).toEqual([
    { day: '2026-02-27', requests: 0 },
    { day: '2026-02-28', requests: 3 },
    { day: '2026-03-01', requests: 0 },
  ])
})

import { expect, test } from 'vitest'
import { waysOf } from './factor-ways.ts'

test('only verified factors count; the app comes first and recovery codes last', () => {
  const ways = waysOf([
    { id: 'r', factor_type: 'recovery_code', status: 'verified' },
    { id: 'p', factor_type: 'phone', status: 'verified', phone: '15550001234' },
    { id: 'u', factor_type: 'totp', status: 'unverified' },
    { id: 't', factor_type: 'totp', status: 'verified', friendly_name: 'Work phone' },
    { id: 'x', factor_type: 'a kind of tomorrow', status: 'verified' },
  ])
  expect(ways.map(({ id }) => id)).toEqual(['t', 'p', 'r'])
  expect(ways[0]!.lead).toContain('Work phone')
})

test('only the end of a phone number is shown', () => {
  const [way] = waysOf([{ id: 'p', factor_type: 'phone', status: 'verified', phone: '15550001234' }])
  expect(way!.lead).toBe('We will text a code to the number that ends in 234.')
})

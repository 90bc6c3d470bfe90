import { expect, test } from 'vitest'
import { linkable, nameOfProvider, waysIn } from './providers.ts'

const providers = { google: true, oidc: ['acme_id'], linking: true }

test('a provider that is already linked is not offered again', () => {
  expect(linkable(providers, [{ provider: 'email' }])).toEqual(['google', 'acme_id'])
  expect(linkable(providers, [{ provider: 'google' }])).toEqual(['acme_id'])
  expect(linkable({ ...providers, linking: false }, [])).toEqual([])
  expect(linkable(undefined, [])).toEqual([])
})

test('the email address comes first, and providers have readable names', () => {
  const ways = waysIn([{ provider: 'google' }, { provider: 'email' }])
  expect(ways.map(({ provider }) => provider)).toEqual(['email', 'google'])
  expect(nameOfProvider('google')).toBe('Google')
  expect(nameOfProvider('acme_id')).toBe('Acme id')
})

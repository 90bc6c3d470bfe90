import { expect, test } from 'vitest'
import { linkable, nameOfProvider, waysIn } from './ways-in.ts'

const providers = { google: true, oidc: [{ name: 'acme', label: 'Acme ID' }] }

test('what is linked already is not offered again', () => {
  expect(linkable(providers, [{ provider: 'email' }]).map(({ name }) => name)).toEqual(['google', 'acme'])
  expect(linkable(providers, [{ provider: 'google' }]).map(({ name }) => name)).toEqual(['acme'])
  expect(linkable({ google: false }, [])).toEqual([])
  expect(linkable(undefined, [])).toEqual([])
})

test('the address comes first, and providers have the names that people know', () => {
  expect(waysIn([{ provider: 'google' }, { provider: 'email' }]).map(({ provider }) => provider)).toEqual([
    'email',
    'google',
  ])
  expect(nameOfProvider('acme', providers)).toBe('Acme ID')
  expect(nameOfProvider('gone', providers)).toBe('gone')
})

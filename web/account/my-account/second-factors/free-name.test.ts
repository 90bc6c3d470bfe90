import { expect, test } from 'vitest'
import { freeName } from './free-name.ts'

test('a name that is taken gets the first free number', () => {
  expect(freeName('Authenticator app', [])).toBe('Authenticator app')
  expect(freeName('Authenticator app', ['Authenticator app', 'Authenticator app 2', 'Mine'])).toBe(
    'Authenticator app 3',
  )
})

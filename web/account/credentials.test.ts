import { expect, test } from 'vitest'
import { credentialProblems } from './credentials.ts'

test('email and password are checked before they are sent', () => {
  expect(credentialProblems('name@example.com', '123456')).toEqual({})
  expect(Object.keys(credentialProblems('', ''))).toEqual(['email', 'password'])
  expect(Object.keys(credentialProblems('name at example', '12345'))).toEqual(['email', 'password'])
})

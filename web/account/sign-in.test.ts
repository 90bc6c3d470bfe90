import { expect, test } from 'vitest'
import { credentialProblems, sentenceForSignIn } from './sign-in.ts'

test('refusals that people meet have the sentences of the specification', () => {
  expect(sentenceForSignIn({ code: 'user_already_exists', message: 'User already registered' })).toBe(
    'This email is already registered. Please sign in instead.',
  )
  expect(sentenceForSignIn({ code: 'invalid_credentials', message: 'Invalid login credentials' })).toBe(
    'Invalid email or password. Please try again.',
  )
})

test('any other message of the server is shown as it is', () => {
  expect(sentenceForSignIn({ code: 'weak_password', message: 'Password should be at least 6 characters.' })).toBe(
    'Password should be at least 6 characters.',
  )
})

test('a failure without a message says so', () => {
  expect(sentenceForSignIn(null)).toBe('An unexpected error occurred. Please try again.')
  expect(sentenceForSignIn({ name: 'AuthRetryableFetchError', message: '{}' })).toBe(
    'An unexpected error occurred. Please try again.',
  )
})

test('email and password are checked before they are sent', () => {
  expect(credentialProblems('name@example.com', '123456')).toEqual({})
  expect(Object.keys(credentialProblems('', ''))).toEqual(['email', 'password'])
  expect(Object.keys(credentialProblems('name at example', '12345'))).toEqual(['email', 'password'])
})

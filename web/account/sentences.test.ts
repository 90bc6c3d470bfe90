import { expect, test } from 'vitest'
import {
  secondsToWait,
  sentenceFor,
  sentenceForArrival,
  sentenceForPasskey,
  sentenceForSignIn,
  unreachable,
} from './sentences.ts'

test('common refusals use the sentences of the specification', () => {
  expect(sentenceForSignIn({ code: 'user_already_exists', message: 'User already registered' })).toBe(
    'This email is already registered. Please sign in instead.',
  )
  expect(sentenceForSignIn({ code: 'invalid_credentials', message: 'Invalid login credentials' })).toBe(
    'Invalid email or password. Please try again.',
  )
})

test('any other message from the server is shown as is', () => {
  expect(sentenceForSignIn({ code: 'weak_password', message: 'Password should be at least 6 characters.' })).toBe(
    'Password should be at least 6 characters.',
  )
  expect(sentenceFor({ code: 'weak_password', message: 'Password should be at least 6 characters.' })).toBe(
    'Password should be at least 6 characters.',
  )
})

test('a failure without a message says so', () => {
  const unexpected = 'An unexpected error occurred. Please try again.'
  expect(sentenceForSignIn(null)).toBe(unexpected)
  expect(sentenceForSignIn({ name: 'AuthRetryableFetchError', message: '{}' })).toBe(unexpected)
  expect(sentenceFor(null)).toBe(unexpected)
  expect(sentenceFor({ message: '' })).toBe(unexpected)
})

test('after a form was filled in, a lost connection is named as such', () => {
  expect(sentenceFor({ name: 'AuthRetryableFetchError', message: '{}' })).toBe(unreachable)
})

test('a request that comes too soon is told how many seconds to wait', () => {
  const message = 'For security purposes, you can only request this after 42 seconds.'
  expect(secondsToWait(message)).toBe(42)
  expect(secondsToWait('email rate limit exceeded')).toBe(0)
  expect(sentenceFor({ code: 'over_email_send_rate_limit', message })).toBe(
    'Wait 42 seconds before you request another.',
  )
})

test('after too many wrong passwords or codes, the sentence says how long to wait and what else works', () => {
  const tooMany = (seconds: number) => ({
    code: 'over_request_rate_limit',
    message: `Too many wrong passwords for this address, please retry after ${seconds} seconds or sign in with a link.`,
  })
  expect(sentenceForSignIn(tooMany(40))).toBe(
    'Too many wrong passwords for this address. Try again in 40 seconds, or have a sign-in link emailed to you.',
  )
  expect(sentenceFor(tooMany(1))).toBe('Too many wrong attempts. Try again in a second.')
  expect(sentenceFor(tooMany(60))).toBe('Too many wrong attempts. Try again in a minute.')
  expect(sentenceFor(tooMany(3541))).toBe('Too many wrong attempts. Try again in 60 minutes.')
})

test('an error in the address gets our own sentence, or its own text if it is unknown', () => {
  expect(sentenceForArrival({ code: 'access_denied', description: 'The user said no' })).toMatch(/did not allow/)
  expect(sentenceForArrival({ code: 'access_denied', description: 'Signups not allowed for this instance' })).toMatch(
    /This server does not accept new accounts/,
  )
  expect(sentenceForArrival({ code: 'server_error', description: 'Out of order' })).toBe(
    'The sign-in did not work: Out of order',
  )
  expect(sentenceForArrival({ code: 'server_error', description: '' })).toMatch(/unexpected error/)
})

test('an unused passkey is not an error, and its sentence says what to do', () => {
  const closed = new DOMException('The operation was not allowed', 'NotAllowedError')
  expect(sentenceForPasskey({ name: 'WebAuthnError', message: 'passthrough', cause: closed })).toBe(
    'No passkey was used. Try again, or use another way.',
  )
  expect(sentenceForPasskey({ code: 'too_many_passkeys', message: 'Maximum number of passkeys reached' })).toMatch(
    /Remove one first/,
  )
})

test('an email is mentioned only if one was sent', () => {
  const code = 'provider_email_needs_verification'
  const sent = 'Unverified email with google. A confirmation email has been sent to your google email'
  const refused = 'Unverified email with google. Verify the email with google in order to sign in'
  expect(sentenceForArrival({ code, description: sent })).toContain('We sent you an email')
  expect(sentenceForArrival({ code, description: refused })).toContain('Confirm it there')
})

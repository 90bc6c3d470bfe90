import { expect, test } from 'vitest'
import { explanationOf, problemOf, readArrival, withoutArrival } from './arrival.ts'

const site = 'https://karta.example'

test('an address carries a code, tokens, an error, a message, or nothing', () => {
  expect(readArrival(`${site}/dashboard?tab=jobs#fleet`)).toBeUndefined()
  expect(readArrival(`${site}/dashboard?code=abc`)).toMatchObject({ code: 'abc' })
  expect(readArrival(`${site}/signin/invitation#access_token=a.b.c&refresh_token=r&type=invite`)).toMatchObject({
    accessToken: 'a.b.c',
    refreshToken: 'r',
    type: 'invite',
  })
  expect(
    readArrival(`${site}/?error=access_denied&error_code=otp_expired&error_description=It+is+over#error=other`),
  ).toMatchObject({ errorCode: 'otp_expired', description: 'It is over' })
  expect(readArrival(`${site}/?error=access_denied`)).toMatchObject({ errorCode: 'access_denied' })
  expect(readArrival(`${site}/my-account#message=Confirmation+link+accepted&sb=`)).toMatchObject({
    message: 'Confirmation link accepted',
  })
})

test('a code without its secret was requested in another browser', () => {
  const other = { code: 'other_browser', description: '' }
  expect(problemOf({ code: 'abc' }, null)).toEqual(other)
  expect(problemOf({ code: 'abc' }, { name: 'AuthPKCECodeVerifierMissingError', message: 'none' })).toEqual(other)
  expect(problemOf({ code: 'abc' }, { code: 'bad_code_verifier', message: 'no' })).toEqual(other)
})

test('what the server said about a code or a link is kept', () => {
  expect(problemOf({ code: 'abc' }, { code: 'flow_state_expired', message: 'expired' })).toEqual({
    code: 'flow_state_expired',
    description: 'expired',
  })
  expect(problemOf({ code: 'abc' }, { name: 'AuthRetryableFetchError', message: '{}' })?.code).toBe('unreachable')
  expect(problemOf({ errorCode: 'access_denied', description: 'No.' }, null)).toEqual({
    code: 'access_denied',
    description: 'No.',
  })
  expect(problemOf({ message: 'Confirmation link accepted' }, null)).toBeUndefined()
})

test('problems with links have their own page, others appear above the sign-in form', () => {
  expect(explanationOf({ code: 'otp_expired', description: 'old' }, '/dashboard?a=1&b=2')).toBe(
    '/signin/confirm?problem=otp_expired&next=%2Fdashboard%3Fa%3D1%26b%3D2',
  )
  const refused = new URL(explanationOf({ code: 'access_denied', description: 'x'.repeat(5000) }, '/dashboard'), site)
  expect(refused.pathname).toBe('/signin')
  expect(refused.searchParams.get('error_description')).toHaveLength(300)
})

test('the parameters added to an address can be removed again', () => {
  expect(withoutArrival('?day=2026-03-02&code=abc&sb_flow_id=f')).toBe('?day=2026-03-02')
  expect(withoutArrival('?error=access_denied&error_code=otp_expired&error_description=x')).toBe('')
})

import { expect, test } from 'vitest'
import { authCalls } from '../testing/auth-calls.ts'
import { authClients, password } from '../testing/auth-client.ts'
import { testApp } from '../testing/test-app.ts'

const testing = await testApp()
const { deps } = testing
const { call, signIn } = authCalls(testing)
const { signedUp, url } = await authClients(testing)

test('a call works without apikey and with either key; a wrong one is refused at once', async () => {
  const { session } = await signedUp()
  for (const apikey of [deps.keys.publishableKey, deps.keys.secretKey, session.access_token]) {
    expect((await call('GET', '/settings', { headers: { apikey } })).status).toBe(200)
  }
  expect((await call('GET', '/settings')).status).toBe(200)
  const wrong = await call('GET', '/settings', { headers: { apikey: 'sb_publishable_wrong' } })
  expect([wrong.status, wrong.body.error_code, wrong.body.msg]).toEqual([401, 'no_authorization', 'Invalid API key'])
})

test('pages from any origin may call, and read what they need from the reply', async () => {
  const origin = 'https://shop.example'
  const preflight = await call('OPTIONS', '/token', {
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'apikey' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': expect.stringContaining('PUT'),
    'access-control-allow-headers': expect.stringContaining('X-Supabase-Api-Version'),
  })
  const words = (header: unknown) => String(header).toLowerCase().split(/,\s*/)
  expect(words(preflight.headers['access-control-allow-methods'])).toEqual(
    expect.arrayContaining(['get', 'head', 'post', 'put', 'patch', 'delete', 'options']),
  )
  const sent = `accept authorization content-type apikey x-client-info x-supabase-api-version x-retry-count prefer range
    accept-profile content-profile x-upsert cache-control x-metadata x-region x-signature tus-resumable upload-length
    upload-offset upload-metadata upload-defer-length`
  expect(words(preflight.headers['access-control-allow-headers'])).toEqual(expect.arrayContaining(sent.split(/\s+/)))
  const read = `x-total-count link x-supabase-api-version content-range content-location location preference-applied
    upload-offset upload-length tus-resumable tus-version tus-extension tus-max-size x-relay-error sb-auth-user-id
    sb-auth-session-id`
  expect(words(preflight.headers['access-control-expose-headers'])).toEqual(expect.arrayContaining(read.split(/\s+/)))
  const refusal = await signIn({ email: 'nobody@example.com', password }, { origin })
  expect(refusal.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': expect.stringContaining('X-Supabase-Api-Version'),
    vary: expect.stringContaining('Origin'),
  })
  expect((await fetch(`${url}/auth/v1/health`)).headers.get('access-control-allow-origin')).toBeNull()
})

test('security headers hold here too, and tokens are never cached', async () => {
  const { headers } = await call('POST', '/signup', { payload: { email: 'cache@example.com', password } })
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
})

import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { authCalls } from '../../testing/auth-calls.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { call } = authCalls(testing)

test('the key set shows public halves only', async () => {
  const { headers, body } = await call('GET', '/.well-known/jwks.json')
  expect(headers['cache-control']).toBe('public, max-age=600')
  expect(body.keys).toHaveLength(1)
  expect(body.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', key_ops: ['verify'] })
  expect(body.keys[0]).not.toHaveProperty('d')
  const made = await exportJWK((await generateKeyPair('ES256')).publicKey)
  expect(Object.keys(body.keys[0]).sort()).toEqual([...Object.keys(made), 'alg', 'ext', 'key_ops', 'kid', 'use'].sort())
})

test('settings, health and discovery have the protocol’s members', async () => {
  const settings = (await call('GET', '/settings')).body
  expect(settings).toMatchObject({ disable_signup: false, mailer_autoconfirm: true, phone_autoconfirm: false })
  expect(settings.external).toMatchObject({ email: true, phone: false, google: false, anonymous_users: false })
  expect(Object.keys(settings.external)).toHaveLength(26)
  expect((await call('GET', '/health')).body).toMatchObject({
    name: 'GoTrue',
    version: expect.stringMatching(/^v\d/),
  })
})

test('the discovery document names only addresses that are served', async () => {
  const { body } = await call('GET', '/.well-known/openid-configuration')
  expect(body).toMatchObject({
    issuer: 'http://localhost:3000/auth/v1',
    jwks_uri: 'http://localhost:3000/auth/v1/.well-known/jwks.json',
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  })
  const urls = Object.values<unknown>(body).map(String)
  for (const url of urls.filter((value) => value.startsWith(`${body.issuer}/`))) {
    const path = url.slice(body.issuer.length)
    const codes = [(await call('GET', path)).body.error_code, (await call('POST', path)).body.error_code]
    expect(codes, path).not.toEqual(['feature_disabled', 'feature_disabled'])
  }
})

test('the settings show what is configured', async () => {
  const provider = { name: 'acme' } as never
  const other = await testApp(({ config }) => ({
    config: {
      ...config,
      auth: {
        ...config.auth,
        anonymous: true,
        signupDisabled: true,
        emailAutoconfirm: false,
        phoneAutoconfirm: true,
        passkeys: undefined,
        providers: new Map([
          ['google', provider],
          ['acme', provider],
        ]),
      },
    },
  }))
  expect((await other.app.inject('/auth/v1/settings')).json()).toMatchObject({
    external: { anonymous_users: true, google: true, acme: true, github: false, email: true },
    disable_signup: true,
    mailer_autoconfirm: false,
    phone_autoconfirm: true,
    passkeys_enabled: false,
  })
  expect((await call('GET', '/settings')).body.passkeys_enabled).toBe(true)
})

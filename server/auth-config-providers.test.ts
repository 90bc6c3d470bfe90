import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartError } from './start-error.ts'

const providersOf = (env: NodeJS.ProcessEnv) => readConfig(env).auth.providers

test('there is no outside provider by default', () => {
  expect(providersOf({ GOOGLE_CLIENT_ID: '', AUTH_OIDC_ACME_ISSUER: '' }).size).toBe(0)
})

test('Google needs only a client and its secret; further clients are further audiences', () => {
  const env = { GOOGLE_CLIENT_ID: 'web, android,ios', GOOGLE_CLIENT_SECRET: 'secret' }
  expect(providersOf(env).get('google')).toEqual({
    name: 'google',
    issuer: 'https://accounts.google.com',
    clientId: 'web',
    clientSecret: 'secret',
    audiences: ['android', 'ios'],
    scopes: ['openid', 'email', 'profile'],
    skipNonceCheck: false,
  })
})

test('any other provider has its own settings, and its issuer is kept exactly as written', () => {
  const env = {
    AUTH_OIDC_MY_IDP_ISSUER: 'https://idp.example.com/application/o/karta/',
    AUTH_OIDC_MY_IDP_CLIENT_ID: 'karta',
    AUTH_OIDC_MY_IDP_CLIENT_SECRET: 'secret',
    AUTH_OIDC_MY_IDP_SCOPES: 'openid email, groups',
    AUTH_OIDC_MY_IDP_SKIP_NONCE_CHECK: 'true',
  }
  expect([...providersOf(env).values()]).toEqual([
    {
      name: 'my_idp',
      issuer: 'https://idp.example.com/application/o/karta/',
      clientId: 'karta',
      clientSecret: 'secret',
      audiences: [],
      scopes: ['openid', 'email', 'groups'],
      skipNonceCheck: true,
    },
  ])
})

test.each([
  [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET must be set too'],
  [{ GOOGLE_CLIENT_SECRET: 'a secret' }, 'GOOGLE_CLIENT_ID must be set too'],
  [
    { AUTH_OIDC_ACME_CLIENT_ID: 'x', AUTH_OIDC_ACME_CLIENT_SECRET: 'a secret' },
    'AUTH_OIDC_ACME_ISSUER must be set too',
  ],
  [{ AUTH_OIDC_ACME_ISSUER: 'https://acme.example' }, 'AUTH_OIDC_ACME_CLIENT_ID must be set too'],
  [
    { AUTH_OIDC_ACME_ISSUER: 'acme.example', AUTH_OIDC_ACME_CLIENT_ID: 'x' },
    'AUTH_OIDC_ACME_ISSUER must be an address',
  ],
  [{ AUTH_OIDC_EMAIL_ISSUER: 'https://acme.example' }, 'AUTH_OIDC_EMAIL_… cannot be set'],
  [{ AUTH_OIDC_GOOGLE_CLIENT_ID: 'x' }, 'AUTH_OIDC_GOOGLE_… cannot be set'],
])('%j is refused in one sentence, which repeats no secret', (env, sentence) => {
  const read = () => providersOf(env)
  expect(read).toThrow(StartError)
  expect(read).toThrow(sentence)
  expect(read).not.toThrow('a secret')
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: NodeJS.ProcessEnv = {}) => readConfig(env).auth
const withMail = { SMTP_URL: 'smtp://me%40example.com:x@host', PUBLIC_URL: 'https://karta.example.com' }

test('by default, addresses need no confirmation and nothing unusual is on', () => {
  expect(read()).toMatchObject({
    siteUrl: 'http://localhost:3000',
    externalUrl: 'http://localhost:3000/auth/v1',
    redirectAllowList: [],
    signupDisabled: false,
    emailAutoconfirm: true,
    phoneAutoconfirm: false,
    anonymous: false,
    manualLinking: false,
    jwtSecret: undefined,
    jwtKeys: undefined,
    jwtExpirySeconds: 3600,
    passwordMinLength: 6,
    passwordRequiredCharacters: [],
    refreshReuseSeconds: 10,
    mailMinGapSeconds: 60,
    sessionMaxSeconds: undefined,
    sessionInactivitySeconds: undefined,
    testOtp: new Map(),
    mailTemplates: undefined,
    providers: new Map(),
    issuerName: 'Karta',
  })
})

test('with a mail server, addresses are confirmed by mail by default', () => {
  expect(read(withMail).emailAutoconfirm).toBe(false)
  expect(read({ ...withMail, AUTH_EMAIL_AUTOCONFIRM: 'true' }).emailAutoconfirm).toBe(true)
  expect(read({ AUTH_EMAIL_AUTOCONFIRM: 'false' }).emailAutoconfirm).toBe(false)
})

test('every setting is read', () => {
  expect(
    read({
      PUBLIC_URL: 'https://karta.example.com/',
      AUTH_SITE_URL: 'https://www.example.com/app/',
      AUTH_REDIRECT_ALLOW_LIST: 'https://*.example.com/**, com.app://**,https://{a,b}.test/x',
      AUTH_DISABLE_SIGNUP: 'true',
      AUTH_PHONE_AUTOCONFIRM: 'true',
      AUTH_ANONYMOUS: 'true',
      AUTH_MANUAL_LINKING: 'true',
      AUTH_JWT_SECRET: 'x'.repeat(32),
      AUTH_JWT_EXPIRY: '600',
      AUTH_PASSWORD_MIN_LENGTH: '12',
      AUTH_PASSWORD_REQUIRED_CHARACTERS: 'abc:ABC:0123:\\:;',
      AUTH_REFRESH_REUSE_INTERVAL: '0',
      AUTH_MAIL_MIN_GAP: '5',
      AUTH_SESSION_MAX: '86400',
      AUTH_SESSION_INACTIVITY: '3600',
      AUTH_TEST_OTP: '+15550001111:123456,Test@Example.com=654321',
      AUTH_MAIL_TEMPLATES: '/etc/karta/mails',
      AUTH_ISSUER_NAME: 'Acme',
    }),
  ).toMatchObject({
    siteUrl: 'https://www.example.com/app',
    externalUrl: 'https://karta.example.com/auth/v1',
    redirectAllowList: ['https://*.example.com/**', 'com.app://**', 'https://{a,b}.test/x'],
    signupDisabled: true,
    phoneAutoconfirm: true,
    anonymous: true,
    manualLinking: true,
    jwtSecret: 'x'.repeat(32),
    jwtExpirySeconds: 600,
    passwordMinLength: 12,
    passwordRequiredCharacters: ['abc', 'ABC', '0123', ':;'],
    refreshReuseSeconds: 0,
    mailMinGapSeconds: 5,
    sessionMaxSeconds: 86_400,
    sessionInactivitySeconds: 3600,
    testOtp: new Map([
      ['15550001111', '123456'],
      ['test@example.com', '654321'],
    ]),
    mailTemplates: '/etc/karta/mails',
    issuerName: 'Acme',
  })
})

test.each([
  ['AUTH_SITE_URL', 'www.example.com'],
  ['AUTH_SITE_URL', 'javascript:alert(1)'],
  ['AUTH_DISABLE_SIGNUP', 'yes'],
  ['AUTH_EMAIL_AUTOCONFIRM', '1'],
  ['AUTH_PHONE_AUTOCONFIRM', 'no'],
  ['AUTH_ANONYMOUS', 'on'],
  ['AUTH_MANUAL_LINKING', 'TRUE'],
  ['AUTH_JWT_SECRET', 'too short'],
  ['AUTH_JWT_EXPIRY', '59'],
  ['AUTH_JWT_EXPIRY', '1h'],
  ['AUTH_PASSWORD_MIN_LENGTH', '5'],
  ['AUTH_PASSWORD_MIN_LENGTH', '73'],
  ['AUTH_REFRESH_REUSE_INTERVAL', '-1'],
  ['AUTH_MAIL_MIN_GAP', '1.5'],
  ['AUTH_SESSION_MAX', 'never'],
  ['AUTH_SESSION_INACTIVITY', '-5'],
  ['AUTH_TEST_OTP', '15550001111'],
  ['AUTH_TEST_OTP', '15550001111:12'],
  ['AUTH_PASSKEY_RP_ID', 'elsewhere.test'],
])('%s=%s is refused in one sentence that names it', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} must .*\\.$`))
})

test('a refused secret is not repeated', () => {
  expect(() => read({ AUTH_JWT_SECRET: 'hunter2' })).not.toThrow(/hunter2/)
  expect(() => read({ GOOGLE_CLIENT_SECRET: 'hunter2' })).not.toThrow(/hunter2/)
})

test('an outside provider needs its id and its secret', () => {
  const google = read({ GOOGLE_CLIENT_ID: 'web,android,ios', GOOGLE_CLIENT_SECRET: 's' }).providers.get('google')
  expect(google).toMatchObject({
    issuer: 'https://accounts.google.com',
    clientId: 'web',
    audiences: ['android', 'ios'],
    scopes: ['openid', 'email', 'profile'],
    skipNonceCheck: false,
  })
  const acme = { AUTH_OIDC_ACME_ISSUER: 'https://id.acme.test/', AUTH_OIDC_ACME_CLIENT_ID: 'c' }
  expect(() => read(acme)).toThrow(/^AUTH_OIDC_ACME_CLIENT_SECRET must be set too: .*\.$/)
  const whole = { ...acme, AUTH_OIDC_ACME_CLIENT_SECRET: 's', AUTH_OIDC_ACME_SKIP_NONCE_CHECK: 'true' }
  expect(read(whole).providers.get('acme')).toMatchObject({ issuer: 'https://id.acme.test/', skipNonceCheck: true })
  expect(() => read({ ...whole, AUTH_OIDC_ACME_ISSUER: 'acme' })).toThrow(/^AUTH_OIDC_ACME_ISSUER must be an address/)
  expect(() => read({ GOOGLE_CLIENT_ID: 'c' })).toThrow(/^GOOGLE_CLIENT_SECRET must be set too/)
})

test.each([
  [{}, 'localhost'],
  [{ PUBLIC_URL: 'https://karta.example.com' }, 'karta.example.com'],
  [{ PUBLIC_URL: 'https://karta.example.com', AUTH_PASSKEY_RP_ID: 'example.com' }, 'example.com'],
  [{ PUBLIC_URL: 'http://karta.example.com' }, undefined],
  [{ PUBLIC_URL: 'https://192.0.2.1' }, undefined],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, undefined],
])('with %j passkeys belong to %s', (env, rpId) => {
  expect(read(env as NodeJS.ProcessEnv).passkeys?.rpId).toBe(rpId)
})

test('a mail server needs a public address without a path, since links in mails begin with it', () => {
  const { SMTP_URL } = withMail
  expect(() => readConfig({ SMTP_URL })).toThrow(/^PUBLIC_URL must be set along with SMTP_URL: .*\.$/)
  for (const PUBLIC_URL of [
    'https://karta.example.com/app',
    'https://karta.example.com/?a=b',
    'https://karta.example.com/#x',
    'https://user@karta.example.com',
  ]) {
    expect(() => readConfig({ PUBLIC_URL })).toThrow(/^PUBLIC_URL must be an address without path, .*\.$/)
  }
  expect(readConfig(withMail).publicUrl).toBe('https://karta.example.com')
})

test('.env.example names every setting that is read', () => {
  const asked = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get(_, name) {
        if (typeof name === 'string') asked.add(name)
        return undefined
      },
    },
  )
  readConfig(env)
  const example = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8')
  const missing = [...asked].filter((name) => !new RegExp(`^# ${name}=`, 'm').test(example))
  expect(asked.size).toBeGreaterThan(40)
  expect(missing).toEqual([])
})

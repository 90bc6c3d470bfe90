import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { authClients, password } from '../testing/auth-client.ts'
import { testApp } from '../testing/test-app.ts'
import { bucketOf, rateLimiter } from './rate-limit.ts'

const testing = await testApp()
const { app, deps, makeMember } = testing
const { url, signedUp } = await authClients(testing)

type Options = { headers?: Record<string, string>; payload?: string | object }

async function call(method: 'GET' | 'POST' | 'PUT' | 'OPTIONS', path: string, { headers, payload }: Options = {}) {
  const reply = await app.inject({ method, url: `/auth/v1${path}`, headers, payload })
  return { status: reply.statusCode, headers: reply.headers, body: reply.body ? reply.json() : undefined }
}

const signIn = (payload: string | object, headers: Record<string, string> = {}) =>
  call('POST', '/token?grant_type=password', { payload, headers: { 'content-type': 'application/json', ...headers } })

describe('errors', () => {
  const wrong = { email: 'nobody@example.com', password: 'wrong' }

  test('without a version, or with an old or odd one, they have the initial format', async () => {
    for (const headers of [{}, { 'x-supabase-api-version': '2023-12-31' }, { 'x-supabase-api-version': 'newest' }]) {
      const reply = await signIn(wrong, headers as Record<string, string>)
      expect(reply).toMatchObject({
        status: 400,
        body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
      })
      expect(Object.keys(reply.body)).toHaveLength(3)
      expect(reply.headers['x-sb-error-code']).toBe('invalid_credentials')
      expect(reply.headers).not.toHaveProperty('x-supabase-api-version')
    }
  })

  test('from 2024-01-01 on they have the newer format, and the reply names it', async () => {
    for (const version of ['2024-01-01', '2026-05-05']) {
      const reply = await signIn(wrong, { 'x-supabase-api-version': version })
      expect(reply.status).toBe(400)
      expect(reply.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
      expect(reply.headers).toMatchObject({
        'x-sb-error-code': 'invalid_credentials',
        'x-supabase-api-version': '2024-01-01',
      })
    }
  })

  test('a weak password brings its reasons in both formats', async () => {
    const payload = { email: 'weak@example.com', password: '12345' }
    const old = await call('POST', '/signup', { payload })
    expect(old.body).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: 'Password should be at least 6 characters.',
      weak_password: { reasons: ['length'] },
    })
    const named = await call('POST', '/signup', { payload, headers: { 'x-supabase-api-version': '2024-01-01' } })
    expect(named.body).toMatchObject({ code: 'weak_password', weak_password: { reasons: ['length'] } })
  })

  test('grants that are not offered answer honestly', async () => {
    const grant = async (type: string, payload: object) => {
      const { status, body } = await call('POST', `/token?grant_type=${type}`, { payload })
      return [status, body.error_code ?? body.error, body.msg ?? body.error_description]
    }
    expect(await grant('device', {})).toEqual([400, 'invalid_credentials', 'unsupported_grant_type'])
    expect(await grant('pkce', { auth_code: '', code_verifier: null })).toEqual([
      400,
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    ])
    expect(await grant('pkce', { auth_code: randomUUID(), code_verifier: 'v' })).toEqual([
      404,
      'flow_state_not_found',
      'invalid flow state, no valid flow state found',
    ])
    expect(await grant('id_token', {})).toEqual([400, 'invalid request', 'id_token required'])
    expect(await grant('id_token', { id_token: 'x' })).toEqual([
      400,
      'invalid request',
      'provider or client_id and issuer required',
    ])
    expect(await grant('id_token', { id_token: 'x', provider: 'constructor' })).toEqual([
      400,
      'validation_failed',
      'Custom OIDC provider "constructor" not allowed',
    ])
    expect(await grant('web3', {})).toEqual([422, 'web3_provider_disabled', 'Web3 provider is disabled'])
    expect((await call('POST', '/sso/saml', { payload: {} })).status).toBe(404)
  })

  test('half a PKCE pair is refused, an empty one is none', async () => {
    const payload = { email: 'pkce@example.com', password, code_challenge: 'x'.repeat(43) }
    expect((await call('POST', '/signup', { payload })).body.msg).toBe(
      'PKCE flow requires code_challenge_method and code_challenge',
    )
    const none = { ...payload, code_challenge: null, code_challenge_method: '' }
    expect((await call('POST', '/signup', { payload: none })).status).toBe(200)
  })
})

describe('hostile input', () => {
  test('a body that is no JSON object, or has members of the wrong type, is bad_json', async () => {
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '1',
      '{"email":{"$ne":""},"password":"x"}',
      '{"email":"a","password":[]}',
    ]
    for (const body of bodies) {
      const reply = await signIn(body)
      expect([body, reply.status, reply.body.error_code]).toEqual([body, 400, 'bad_json'])
      expect(reply.body.msg).toMatch(/^Could not parse request body as JSON: /)
    }
    const data = await call('POST', '/signup', { payload: { email: 'a@example.com', password, data: 'x' } })
    expect(data.body.error_code).toBe('bad_json')
  })

  test('more than 1 MiB is too large', async () => {
    const reply = await signIn(JSON.stringify({ email: 'x'.repeat(1024 * 1024), password }))
    expect([reply.status, reply.body.error_code]).toEqual([413, 'request_entity_too_large'])
  })

  test('what is no address is refused at sign-up and unknown at sign-in', async () => {
    const addresses = [
      "' or 1=1 --",
      'a@b.c\0',
      '<script>@example.com',
      'a@-example.com',
      'a b@example.com',
      '@example.com',
      `${'a'.repeat(65)}@example.com`,
      `${'a.'.repeat(400_000)}@example.com`,
    ]
    for (const email of addresses) {
      const reply = await call('POST', '/signup', { payload: { email, password } })
      expect([reply.status, reply.body.msg]).toEqual([400, 'Unable to validate email address: invalid format'])
      expect((await signIn({ email, password })).body.error_code).toBe('invalid_credentials')
    }
  })

  test('metadata is kept as it is sent, or refused; it never breaks the server', async () => {
    const { client } = await signedUp({ html: '<script>alert(1)</script>', sql: "'; drop table members; --" })
    expect((await client.auth.getUser()).data.user!.user_metadata).toMatchObject({
      html: '<script>alert(1)</script>',
      sql: "'; drop table members; --",
    })
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    const refused = ['{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"\\u0000":1}', deep, `{"a":"${'x'.repeat(9000)}"}`]
    for (const data of refused) {
      const payload = `{"email":"${randomUUID()}@example.com","password":"${password}","data":${data}}`
      const reply = await call('POST', '/signup', { payload })
      expect([data.slice(0, 20), reply.status, reply.body.error_code]).toEqual([
        data.slice(0, 20),
        400,
        'validation_failed',
      ])
    }
  })

  test('nobody chooses their own id, role, confirmation or prototype by metadata', async () => {
    const payload = `{"email":"me@example.com","password":"${password}","role":"service_role","data":
      {"sub":"${randomUUID()}","email":"you@example.com","email_verified":"no","__proto__":{"role":"admin"}}}`
    const { body } = await call('POST', '/signup', { payload })
    expect(body.user.role).toBe('authenticated')
    expect(body.user.user_metadata).toMatchObject({ sub: body.user.id, email: 'me@example.com', email_verified: true })
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })
})

describe('bearer tokens', () => {
  const now = Math.floor(Date.now() / 1000)

  /** A valid token's claims, for a living session. */
  async function claimsOf(): Promise<JWTPayload> {
    const { userId, sessionId } = await makeMember()
    const aud = 'authenticated'
    return { iss: deps.keys.issuer, aud, sub: userId, session_id: sessionId, iat: now, exp: now + 60 }
  }

  async function both(token: string) {
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await call('GET', '/user', { headers })
    const product = await app.inject({ method: 'GET', url: '/v1/me', headers })
    return {
      status,
      code: body.error_code,
      text: body.msg,
      product: product.statusCode,
      productCode: product.json().code,
    }
  }

  const unsigned = { status: 403, code: 'bad_jwt', product: 401, productCode: 'not_signed_in' }
  const because = (reason: string) => expect.stringContaining(`unable to parse or verify signature, ${reason}`)

  test('the living session’s own token is accepted by both', async () => {
    expect(await both(await deps.keys.sign(await claimsOf()))).toMatchObject({ status: 200, product: 200 })
  })

  test('no token, or something else in its place, is 401', async () => {
    for (const headers of [{}, { authorization: 'Basic YTpi' }, { authorization: 'Bearer' }]) {
      const { status, body } = await call('GET', '/user', { headers: headers as Record<string, string> })
      expect([status, body.error_code]).toEqual([401, 'no_authorization'])
      expect(body.msg).toBe('This endpoint requires a valid Bearer token')
    }
  })

  test('unsigned, wrongly signed, altered and expired tokens are refused by both', async () => {
    const claims = await claimsOf()
    expect(await both(new UnsecuredJWT(claims).encode())).toMatchObject({
      ...unsigned,
      text: because('token signature is invalid: signature is invalid'),
    })

    const { privateKey } = await generateKeyPair('ES256')
    const kid = deps.keys.jwks.keys[0]!.kid!
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    expect(await both(forged)).toMatchObject({ ...unsigned, text: because('token signature is invalid') })

    // The public key as an HMAC secret.
    const secret = new TextEncoder().encode(JSON.stringify(deps.keys.jwks.keys[0]))
    const confused = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(secret)
    expect(await both(confused)).toMatchObject({ ...unsigned, text: because('token signature is invalid') })

    const [header, , signature] = (await deps.keys.sign(claims)).split('.')
    const other = Buffer.from(JSON.stringify({ ...claims, sub: randomUUID() })).toString('base64url')
    expect(await both(`${header}.${other}.${signature}`)).toMatchObject(unsigned)

    const expired = await deps.keys.sign({ ...claims, exp: now - 60 })
    expect(await both(expired)).toMatchObject({
      ...unsigned,
      text: because('token has invalid claims: token is expired'),
    })
    expect(await both('abc')).toMatchObject({
      ...unsigned,
      text: because('token is malformed: token contains an invalid number of segments'),
    })
    expect(await both('a.b.c')).toMatchObject(unsigned)
  })

  test('tokens for another audience or without a person are refused by both', async () => {
    const claims = await claimsOf()
    expect(await both(await deps.keys.sign({ ...claims, aud: 'somebody-else' }))).toMatchObject(unsigned)
    const { sub: _, ...nobody } = claims
    expect(await both(await deps.keys.sign(nobody))).toMatchObject({
      ...unsigned,
      text: 'invalid claim: missing sub claim',
    })
    expect(await both(await deps.keys.sign({ ...claims, sub: 'me' }))).toMatchObject({
      status: 400,
      code: 'bad_jwt',
      text: 'invalid claim: sub claim must be a UUID',
    })
    expect(await both(deps.keys.publishableKey)).toMatchObject({
      ...unsigned,
      text: 'invalid claim: missing sub claim',
    })
  })

  test('a user or session that is gone, or somebody else’s session, is refused', async () => {
    const [mine, theirs] = [await claimsOf(), await claimsOf()]
    expect(await both(await deps.keys.sign({ ...mine, sub: randomUUID() }))).toMatchObject({
      status: 403,
      code: 'user_not_found',
      productCode: 'session_ended',
    })
    for (const session_id of [randomUUID(), theirs.session_id]) {
      expect(await both(await deps.keys.sign({ ...mine, session_id }))).toMatchObject({
        status: 403,
        code: 'session_not_found',
        text: 'Session from session_id claim in JWT does not exist',
        productCode: 'session_ended',
      })
    }
  })
})

describe('keys and metadata', () => {
  test('a call works without apikey and with either key; a wrong one is said at once', async () => {
    const { session } = await signedUp()
    for (const apikey of [deps.keys.publishableKey, deps.keys.secretKey, session.access_token]) {
      expect((await call('GET', '/settings', { headers: { apikey } })).status).toBe(200)
    }
    expect((await call('GET', '/settings')).status).toBe(200)
    const wrong = await call('GET', '/settings', { headers: { apikey: 'sb_publishable_wrong' } })
    expect([wrong.status, wrong.body.error_code, wrong.body.msg]).toEqual([401, 'no_authorization', 'Invalid API key'])
  })

  test('the key set shows public halves only', async () => {
    const { headers, body } = await call('GET', '/.well-known/jwks.json')
    expect(headers['cache-control']).toBe('public, max-age=600')
    expect(body.keys).toHaveLength(1)
    expect(body.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', key_ops: ['verify'] })
    expect(body.keys[0]).not.toHaveProperty('d')
    const made = await exportJWK((await generateKeyPair('ES256')).publicKey)
    expect(Object.keys(body.keys[0]).sort()).toEqual(
      [...Object.keys(made), 'alg', 'ext', 'key_ops', 'kid', 'use'].sort(),
    )
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
    expect((await call('GET', '/.well-known/openid-configuration')).body).toMatchObject({
      issuer: 'http://localhost:3000/auth/v1',
      jwks_uri: 'http://localhost:3000/auth/v1/.well-known/jwks.json',
      id_token_signing_alg_values_supported: ['ES256'],
      response_types_supported: ['code'],
    })
  })

  test('settings tell what is set', async () => {
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

  test('pages of any origin may call, and read what they need of the reply', async () => {
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
})

describe('rate limits', () => {
  test('over the limit the answer is 429 in the protocol’s words; another endpoint has its own count', async () => {
    const limited = await testApp(({ config }) => ({
      config: { ...config, auth: { ...config.auth, rateLimits: { ...config.auth.rateLimits, token: 2, signUp: 1 } } },
    }))
    const post = (path: string) => limited.app.inject({ method: 'POST', url: `/auth/v1${path}`, payload: {} })
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await post('/token?grant_type=password')).statusCode)
    expect(statuses).toEqual([400, 400, 429])
    expect((await post('/signup')).statusCode).toBe(422)
    const refused = await post('/signup')
    expect(refused.json()).toEqual({
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: 'Request rate limit reached',
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  const limitAt = (perWindow: number, now: () => Date) => {
    const limit = rateLimiter(perWindow, now)
    return async (ip: string, calls: number) => {
      let allowed = 0
      for (let i = 0; i < calls; i++) {
        const call = limit({ ip } as never, { header: () => {} } as never)
        if (
          await call.then(
            () => true,
            () => false,
          )
        )
          allowed++
      }
      return allowed
    }
  }

  test('a bucket lets a burst through, then what has flowed in since', async () => {
    let at = 0
    const count = limitAt(150, () => new Date(at * 1000))
    expect(await count('1.1.1.1', 40)).toBe(30)
    expect(await count('2.2.2.2', 5)).toBe(5)
    at = 10
    expect(await count('1.1.1.1', 40)).toBe(5)
    at = 10_000
    expect(await count('1.1.1.1', 40)).toBe(30)
  })

  test('a clock that goes back gives nothing away and breaks nothing', async () => {
    let at = 1000
    const count = limitAt(150, () => new Date(at * 1000))
    expect(await count('1.1.1.1', 40)).toBe(30)
    at = 0
    expect(await count('1.1.1.1', 40)).toBe(0)
  })

  test('who has an IPv6 network is one caller, with as many addresses as they like', async () => {
    const count = limitAt(30, () => new Date(0))
    let allowed = 0
    for (let i = 0; i < 100; i++) allowed += await count(`2001:db8:1:2:${i.toString(16)}::1`, 1)
    expect(allowed).toBe(30)
    expect(await count('2001:db8:1:3::1', 1)).toBe(1)
  })

  test.each([
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
    ['::ffff:10.0.0.1', '0:0:0:0:0:ffff:a00:1'],
    ['10.0.0.1', '10.0.0.1'],
  ])('%s counts as %s', (ip, caller) => {
    expect(bucketOf(ip)).toBe(caller)
  })

  test('the memory of callers is bounded, and those seen last are remembered', async () => {
    const count = limitAt(1, () => new Date(0))
    expect(await count('10.0.0.1', 1)).toBe(1)
    for (let i = 0; i < 20_000; i++) await count(`10.1.${i >> 8}.${i & 255}`, 1)
    expect(await count('10.1.0.200', 1)).toBe(0)
    expect(await count('10.0.0.1', 1)).toBe(1)
  })
})

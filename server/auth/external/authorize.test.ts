import { createHash } from 'node:crypto'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { externalApp, fragmentOf, site } from '../../testing/external-app.ts'

const { app, deps, double, comeBack, follow, authorizeUrl } = await externalApp({
  auth: { redirectAllowList: ['https://app.example.com/**', 'com.karta.driver://**'] },
})
const person = { email: 'tono@example.com' }

const get = async (query: string, headers: Record<string, string> = {}) => {
  const reply = await app.inject({ method: 'GET', url: `/auth/v1/authorize?${query}`, headers })
  return { status: reply.statusCode, headers: reply.headers, body: reply.body ? reply.json() : undefined }
}

describe('leaving for a provider', () => {
  test('is a redirect to the provider’s page, with our verifier, nonce and state', async () => {
    const { status, headers } = await get('provider=google')
    expect(status).toBe(302)
    expect(headers['cache-control']).toBe('no-store')
    const location = new URL(headers.location!)
    expect(location.origin).toBe(double.issuer)
    expect(Object.fromEntries(location.searchParams)).toEqual({
      client_id: double.clientId,
      response_type: 'code',
      redirect_uri: `${site}/auth/v1/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    // A stolen backup has no state to come back with.
    const rows = await inAuthScope(deps.db, (trx) => trx.selectFrom('auth.provider_states').selectAll().execute())
    expect(JSON.stringify(rows)).not.toContain(location.searchParams.get('state'))
    const challenge = location.searchParams.get('code_challenge')!
    const proofs = rows.map((row) => createHash('sha256').update(row.code_verifier!).digest('base64url'))
    expect(proofs).not.toContain(challenge)
  })

  test('returns the address only if the caller wants to go there itself', async () => {
    const { status, body } = await get('provider=google&skip_http_redirect=true')
    expect(status).toBe(200)
    expect(new URL(body.url).origin).toBe(double.issuer)
  })

  test('passes on other parameters and scopes, but none that would change what is asked', async () => {
    const further = { access_type: 'offline', prompt: 'consent', login_hint: 'tono@example.com', hd: 'example.com' }
    const evil = {
      client_id: 'evil',
      client_secret: 'evil',
      redirect_uri: 'https://evil.example',
      response_type: 'token',
      response_mode: 'fragment',
      state: 'evil',
      nonce: 'evil',
      scope: 'evil',
      request: 'evil',
      request_uri: 'https://evil.example',
      apikey: 'sb_publishable_x',
      invite_token: '',
    }
    const query = new URLSearchParams({ provider: 'google', scopes: 'calendar,email  calendar', ...further, ...evil })
    const { searchParams } = new URL((await get(query.toString())).headers.location!)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...further,
      scope: 'openid email profile calendar',
      client_id: double.clientId,
      response_type: 'code',
      redirect_uri: `${site}/auth/v1/callback`,
    })
    expect(searchParams.toString()).not.toContain('evil')
    for (const dropped of ['client_secret', 'response_mode', 'request', 'request_uri', 'apikey', 'redirect_to']) {
      expect(searchParams.has(dropped)).toBe(false)
    }
  })

  test.each([
    ['', 'Unsupported provider: Provider  could not be found'],
    ['provider=facebook', 'Unsupported provider: provider is not enabled'],
    ['provider=nonesuch', 'Unsupported provider: Provider nonesuch could not be found'],
    ['provider=__proto__', 'Unsupported provider: Provider __proto__ could not be found'],
    ['provider=google&code_challenge=x', 'PKCE flow requires code_challenge_method and code_challenge'],
    [
      'provider=google&code_challenge=x&code_challenge_method=s256',
      'code challenge has to be between 43 and 128 characters',
    ],
  ])('is refused for %j', async (query, msg) => {
    expect(await get(query)).toMatchObject({ status: 400, body: { error_code: 'validation_failed', msg } })
  })
})

describe('where somebody ends up', () => {
  const endOf = async (members: Record<string, string>) => follow(await comeBack(authorizeUrl(members), person))

  test.each([
    'https://evil.example/',
    '//evil.example/',
    'https:evil.example',
    `https://localhost:3000@evil.example/`,
    `${site}@evil.example/`,
    `${site}\\@evil.example/`,
    'https://app.example.com.evil.example/',
    'https://app.example.com@evil.example/x',
    'javascript:alert(1)//app.example.com',
    'data:text/html,x',
    `${site}/\r\nLocation: https://evil.example`,
    'http://2130706433:3000/',
  ])('is the site when they ask for %j', async (redirect_to) => {
    const end = await endOf({ redirect_to })
    expect(end.origin + end.pathname).toBe(`${site}/`)
    expect(fragmentOf(end)).toHaveProperty('access_token')
  })

  test('is an address on the allow list, even an app’s, with its own query', async () => {
    const web = await endOf({ redirect_to: 'https://app.example.com/a/b?sb_flow_id=7' })
    expect(web.href).toMatch(/^https:\/\/app\.example\.com\/a\/b\?sb_flow_id=7#access_token=/)
    const code_challenge = randomBytes(32).toString('base64url')
    const phone = await endOf({
      redirect_to: 'com.karta.driver://home',
      code_challenge,
      code_challenge_method: 'plain',
    })
    expect(phone.href).toMatch(/^com\.karta\.driver:\/\/home\?code=[0-9a-f-]{36}$/)
  })

  test('may have characters that do not fit into a header', async () => {
    const end = await endOf({ redirect_to: `${site}/drivers/Böhm/旅?q=é` })
    expect(decodeURIComponent(end.pathname + end.search)).toBe('/drivers/Böhm/旅?q=é')
  })

  test('is decided when they leave: nothing added on the way back changes it', async () => {
    const back = await comeBack(authorizeUrl({ redirect_to: `${site}/dashboard` }), person)
    back.searchParams.set('redirect_to', 'https://evil.example')
    expect((await follow(back)).origin).toBe(site)
  })

  test('the code they return with needs the verifier, and works once', async () => {
    const code_verifier = randomBytes(32).toString('base64url')
    const end = await endOf({ code_challenge: code_verifier, code_challenge_method: 'plain' })
    const auth_code = end.searchParams.get('code')
    const trade = async (verifier: string) => {
      const payload = { auth_code, code_verifier: verifier }
      const reply = await app.inject({ method: 'POST', url: '/auth/v1/token?grant_type=pkce', payload })
      return [reply.statusCode, reply.json().error_code]
    }
    expect(await trade('x'.repeat(43))).toEqual([400, 'bad_code_verifier'])
    expect(await trade(code_verifier)).toEqual([200, undefined])
    expect(await trade(code_verifier)).toEqual([404, 'flow_state_not_found'])
  })
})

test('single sign-on by SAML is answered as switched off', async () => {
  const reply = await app.inject({ method: 'POST', url: '/auth/v1/sso', payload: { domain: 'example.com' } })
  expect([reply.statusCode, reply.json().error_code, reply.json().msg]).toEqual([
    404,
    'saml_provider_disabled',
    'SAML 2.0 is disabled',
  ])
})

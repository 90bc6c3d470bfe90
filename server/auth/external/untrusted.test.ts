import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { externalApp, fragmentOf, providerSettings, site } from '../../testing/external-app.ts'
import { startLyingProvider } from '../../testing/lying-provider.ts'
import { freePort } from '../../testing/server-process.ts'
import { openProviders } from './provider.ts'

const liar = await startLyingProvider()
afterAll(() => liar.close())
const nobody = `http://localhost:${await freePort()}`
const providers = new Map(
  [
    providerSettings('google', liar.url, liar.client),
    providerSettings('acme', `${liar.url}/`, { clientId: 'acme', clientSecret: 'acme-secret' }),
    providerSettings('down', nobody, liar.client),
  ].map((each) => [each.name, each]),
)
providers.get('google')!.audiences.push('the-phone-app')
const { app, url, follow, authorizeUrl, newClient, signedUp, deps } = await externalApp({ auth: { providers } })

beforeEach(() => liar.behave({}))

describe('coming back from a provider that does not follow the rules', () => {
  /** Where somebody ends who goes to the provider, which approves at once. */
  const end = async () => fragmentOf(await follow(await follow(await follow(authorizeUrl({})))))
  const refused = {
    error: 'invalid_request',
    error_code: 'bad_oauth_callback',
    error_description: 'Unable to exchange external code',
    sb: '',
  }
  const outOfOrder = {
    error: 'temporarily_unavailable',
    error_code: 'unexpected_failure',
    error_description: 'Signing in with google does not work at the moment. Please try again later.',
    sb: '',
  }

  test('works if it does', async () => {
    expect(await end()).toHaveProperty('access_token')
  })

  test.each([
    ['another nonce', { claims: { nonce: 'somebody-else’s' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['another audience', { claims: { aud: 'another-app' } }],
    ['a token that has expired', { claims: { exp: 1 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a forged signature', { forges: true }],
    ['a refusal of the code', { token: { status: 400, body: { error: 'invalid_grant' } } }],
    ['no ID token', { token: { status: 200, body: { access_token: 'x', token_type: 'bearer' } } }],
  ])('%s lets nobody in', async (_, behavior) => {
    liar.behave(behavior)
    expect(await end()).toEqual(refused)
  })

  test.each([
    ['breaks down', { token: { status: 502, body: 'bad gateway' } }],
    ['is in trouble', { token: { status: 500, body: { error: 'server_error' } } }],
  ])('a provider that %s is said to be out of order', async (_, behavior) => {
    liar.behave(behavior)
    expect(await end()).toEqual(outOfOrder)
  })

  test('a profile with hostile size or characters is accepted without those', async () => {
    const long = 'x'.repeat(100_000)
    const hostile = { name: 'A\0B', picture: long, preferred_username: '\ud800' }
    liar.behave({ claims: { sub: randomUUID(), email: 'hostile@example.com', ...hostile } })
    const { access_token } = await end()
    const { data } = await newClient().auth.getUser(access_token)
    expect(data.user!.user_metadata).not.toHaveProperty('name')
    expect(data.user!.user_metadata).not.toHaveProperty('picture')
    expect(data.user!.user_metadata).not.toHaveProperty('user_name')
  })
})

describe('leaving for a provider that is down', () => {
  const go = (headers: Record<string, string>, more = '') =>
    app.inject({ method: 'GET', url: `/auth/v1/authorize?provider=down&redirect_to=${site}/dashboard${more}`, headers })

  test('brings a person back to their page with an explanation', async () => {
    const reply = await go({ accept: 'text/html,*/*' })
    expect(reply.statusCode).toBe(302)
    const location = new URL(reply.headers.location!)
    expect(location.pathname).toBe('/dashboard')
    expect(fragmentOf(location)).toMatchObject({
      error: 'temporarily_unavailable',
      error_description: 'Signing in with down does not work at the moment. Please try again later.',
    })
  })

  test('is reported to a program as temporary trouble', async () => {
    for (const reply of [await go({ accept: '*/*' }), await go({ accept: 'text/html' }, '&skip_http_redirect=true')]) {
      expect(reply.statusCode).toBe(503)
      expect(reply.json()).toMatchObject({ code: 503, error_code: 'unexpected_failure' })
    }
  })

  test('works once it is up, and for a while after it is down again', async () => {
    const waking = await startLyingProvider()
    let at = Date.now()
    const settings = providerSettings('late', waking.url, waking.client)
    const late = openProviders(new Map([['late', settings]]), () => new Date(at)).get('late')!
    waking.behave({ issuer: 'https://somebody-else.example' })
    await expect(late.describe()).rejects.toMatchObject({ code: 'unexpected_failure', status: 503 })
    waking.behave({})
    const described = await late.describe()
    await waking.close()
    at += 2 * 3_600_000
    expect(await late.describe()).toBe(described)
  })

  test('a discovery document that names another issuer is rejected', async () => {
    const fraud = await startLyingProvider()
    fraud.behave({ issuer: 'https://accounts.google.com' })
    const settings = providerSettings('fraud', fraud.url, fraud.client)
    const provider = openProviders(new Map([['fraud', settings]]), () => new Date()).get('fraud')!
    await expect(provider.describe()).rejects.toMatchObject({ status: 503 })
    await fraud.close()
  })
})

describe('the id_token grant', () => {
  const grant = async (payload: Record<string, unknown>, headers: Record<string, string> = {}) => {
    const reply = await app.inject({ method: 'POST', url: '/auth/v1/token?grant_type=id_token', headers, payload })
    const body = reply.json()
    return {
      status: reply.statusCode,
      body,
      said: [reply.statusCode, body.error ?? body.error_code, body.error_description ?? body.msg],
    }
  }
  const said = async (payload: Record<string, unknown>) => (await grant(payload)).said
  const bad = [400, 'invalid request', 'Bad ID token']
  const person = () => ({ sub: randomUUID(), email: `${randomUUID()}@example.com`, name: 'Dewi' })
  const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex')

  test('gives a session through the official client, with the app’s nonce', async () => {
    const { sub, ...claims } = person()
    const token = await liar.sign({ sub, ...claims, nonce: hashed('my nonce') })
    const { data, error } = await newClient().auth.signInWithIdToken({ provider: 'google', token, nonce: 'my nonce' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: claims.email,
      app_metadata: { provider: 'google' },
      identities: [{ id: sub }],
    })
    expect(data.session).not.toHaveProperty('provider_token')
    // The same person by the browser is the same account.
    const again = await newClient().auth.signInWithIdToken({
      provider: 'google',
      token: await liar.sign({ sub, ...claims }),
    })
    expect(again.data.user!.id).toBe(data.user!.id)
  })

  test('accepts tokens for one of our phone apps, also by client and issuer', async () => {
    const mine = person()
    const id_token = await liar.sign({ ...mine, aud: ['the-phone-app', 'x'] })
    const named = await grant({ id_token, provider: 'google' })
    const found = await grant({ id_token, client_id: 'the-phone-app', issuer: liar.url })
    expect([named.status, found.status]).toEqual([200, 200])
    expect(found.body.user.id).toBe(named.body.user.id)
    expect(await said({ id_token, client_id: 'not-ours', issuer: liar.url })).toEqual([
      400,
      'provider_disabled',
      `Provider (issuer "${liar.url}") is not enabled`,
    ])
  })

  test('needs a token and an enabled provider', async () => {
    expect(await said({})).toEqual([400, 'invalid request', 'id_token required'])
    expect(await said({ id_token: 'x' })).toEqual([400, 'invalid request', 'provider or client_id and issuer required'])
    expect(await said({ id_token: 'x', provider: 'apple' })).toEqual([
      400,
      'provider_disabled',
      'Provider (issuer "https://appleid.apple.com") is not enabled',
    ])
    for (const provider of ['constructor', '__proto__', 'x']) {
      expect(await said({ id_token: 'x', provider })).toEqual([
        400,
        'validation_failed',
        `Custom OIDC provider "${provider}" not allowed`,
      ])
    }
    expect((await grant({ id_token: 7, provider: 'google' })).said.slice(0, 2)).toEqual([400, 'bad_json'])
  })

  test('refuses what the provider did not sign, or not for us, or at another time', async () => {
    const say = async (claims: object) => said({ provider: 'google', id_token: await liar.sign(claims as never) })
    expect(await said({ provider: 'google', id_token: 'x.y.z' })).toEqual(bad)
    const [head, body] = (await liar.sign({})).split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    expect(await said({ provider: 'google', id_token: `${none}.${body}.` })).toEqual(bad)
    expect(await said({ provider: 'google', id_token: `${head}.${body}.${'A'.repeat(86)}` })).toEqual(bad)
    expect(await say({ iss: 'https://accounts.google.com' })).toEqual(bad)
    expect(await say({ exp: 1 })).toEqual(bad)
    expect(await say({ aud: 'another-app' })).toEqual([
      400,
      'invalid request',
      'Unacceptable audience in id_token: [another-app]',
    ])
    expect(await say({ sub: undefined })).toEqual([400, 'invalid request', 'Missing sub claim in id_token'])
    liar.behave({ forges: true })
    expect(await say({})).toEqual(bad)
  })

  test('requires the same nonce on both sides, or none', async () => {
    const both = [400, 'invalid request', 'Passed nonce and nonce in id_token should either both exist or not.']
    const mine = person()
    expect(await said({ provider: 'google', id_token: await liar.sign(mine), nonce: 'n' })).toEqual(both)
    const id_token = await liar.sign({ ...mine, nonce: hashed('n') })
    expect(await said({ provider: 'google', id_token })).toEqual(both)
    const mismatch = [400, 'invalid nonce', 'Nonces mismatch']
    expect(await said({ provider: 'google', id_token, nonce: hashed('n') })).toEqual(mismatch)
    expect(await said({ provider: 'google', id_token: await liar.sign({ ...mine, nonce: 'n' }), nonce: 'n' })).toEqual(
      mismatch,
    )
    expect((await grant({ provider: 'google', id_token, nonce: 'n' })).status).toBe(200)
    providers.get('google')!.skipNonceCheck = true
    expect((await grant({ provider: 'google', id_token })).status).toBe(200)
    providers.get('google')!.skipNonceCheck = false
  })

  test('compares the access token with its hash in the ID token', async () => {
    const at_hash = createHash('sha256').update('the-access-token').digest().subarray(0, 16).toString('base64url')
    const id_token = await liar.sign({ ...person(), at_hash })
    expect(await said({ provider: 'google', id_token, access_token: 'another' })).toEqual(bad)
    expect((await grant({ provider: 'google', id_token, access_token: 'the-access-token' })).status).toBe(200)
  })

  test('reports temporary trouble if the provider is down', async () => {
    const { status, body } = await grant({ provider: 'down', id_token: await liar.sign({}) })
    expect([status, body.error_code]).toEqual([503, 'unexpected_failure'])
  })

  test('an identity is linked only for the bearer, and only if linking is on', async () => {
    const { session } = await signedUp()
    const payload = { provider: 'google', id_token: await liar.sign(person()), link_identity: true }
    expect((await grant(payload)).said.slice(0, 2)).toEqual([401, 'no_authorization'])
    const off = await grant(payload, { authorization: `Bearer ${session.access_token}` })
    expect(off.said).toEqual([404, 'manual_linking_disabled', 'Manual linking is disabled'])
    expect(deps.config.auth.manualLinking).toBe(false)
  })

  test('an unverified address that belongs to somebody is refused as JSON', async () => {
    const { email } = await signedUp()
    const id_token = await liar.sign({ sub: randomUUID(), email, email_verified: false })
    const { status, body } = await grant({ provider: 'google', id_token })
    expect([status, body.error_code]).toEqual([422, 'provider_email_needs_verification'])
  })
})

test('every configured provider is shown as enabled, and pages get its name', async () => {
  const settings = (await (await fetch(`${url}/auth/v1/settings`)).json()) as { external: object }
  expect(settings.external).toMatchObject({ google: true, acme: true, down: true, apple: false })
  const config = await app.inject({ method: 'GET', url: '/app-config.json' })
  expect(config.json().providers).toMatchObject({ email: true, google: true, oidc: ['acme', 'down'] })
})

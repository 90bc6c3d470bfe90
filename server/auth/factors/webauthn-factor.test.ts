import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { authClients, password } from '../../testing/auth-client.ts'
import { newAuthenticator } from '../../testing/authenticator.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { app } = testing
const { newClient, signedUp } = await authClients(testing)

const party = { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] }

/** Calls as the bearer; the reply's body with its status. */
const caller = (token: string) => async (path: string, payload: unknown) => {
  const reply = await app.inject({
    method: 'POST',
    url: `/auth/v1${path}`,
    headers: { 'x-supabase-api-version': '2024-01-01', authorization: `Bearer ${token}` },
    payload: JSON.stringify(payload),
  })
  return { status: reply.statusCode, ...reply.json() }
}

async function signedIn(email?: string) {
  const client = newClient()
  const account = email ? { email } : await signedUp()
  const { data } = await client.auth.signInWithPassword({ email: account.email, password })
  return { client, email: account.email, post: caller(data.session!.access_token) }
}

type Post = ReturnType<typeof caller>

async function enrolled(post: Post, friendly_name = 'Key') {
  const factor = await post('/factors', { factor_type: 'webauthn', friendly_name })
  expect(factor).toMatchObject({ status: 200, type: 'webauthn', friendly_name })
  return factor.id as string
}

async function ask(post: Post, id: string) {
  const { id: challenge_id, webauthn, ...rest } = await post(`/factors/${id}/challenge`, { webauthn: party })
  expect(rest).toMatchObject({ status: 200, type: 'webauthn', expires_at: expect.any(Number) })
  return { challenge_id, type: webauthn.type as string, options: webauthn.credential_options.publicKey }
}

/** An account with a verified security key. */
async function withKey() {
  const { client, email, post } = await signedIn()
  const key = newAuthenticator()
  const id = await enrolled(post)
  const { challenge_id, options } = await ask(post, id)
  const webauthn = { ...party, type: 'create', credential_response: key.create(options, { unverified: true }) }
  const session = await post(`/factors/${id}/verify`, { challenge_id, webauthn })
  expect(session.status).toBe(200)
  return { client, email, key, id, session, high: caller(session.access_token) }
}

test('a security key is registered at the first challenge and used at the next', async () => {
  const { email, key, id, session } = await withKey()
  expect(decodeJwt(session.access_token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
  })
  expect(session.user.factors).toMatchObject([{ id, status: 'verified', factor_type: 'webauthn' }])

  const { post } = await signedIn(email)
  const { challenge_id, type, options } = await ask(post, id)
  expect(type).toBe('request')
  expect(options.allowCredentials).toMatchObject([{ id: key.credentialId, transports: ['hybrid', 'internal'] }])
  const webauthn = { ...party, type, credential_response: key.sign(options, { unverified: true }) }
  const used = await post(`/factors/${id}/verify`, { challenge_id, webauthn })
  expect(decodeJwt(used.access_token)).toMatchObject({ aal: 'aal2' })
  expect(await post(`/factors/${id}/verify`, { challenge_id, webauthn })).toMatchObject({
    code: 'mfa_ip_address_mismatch',
  })
})

test('the official client can do both', async () => {
  const { client } = await signedUp()
  const key = newAuthenticator()
  const { data: factor, error } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
  expect(error).toBeNull()
  const textOf = (bytes: BufferSource) => Buffer.from(bytes as ArrayBuffer).toString('base64url')
  for (const type of ['create', 'request'] as const) {
    const { data, error: refused } = await client.auth.mfa.challenge({ factorId: factor!.id, webauthn: party })
    expect(refused).toBeNull()
    expect(data).toMatchObject({ type: 'webauthn', webauthn: { type } })
    const { publicKey } = data!.webauthn.credential_options
    const options = {
      ...publicKey,
      challenge: textOf(publicKey.challenge),
      user: 'user' in publicKey ? { id: textOf(publicKey.user.id) } : undefined,
    }
    const answer = type === 'create' ? key.create(options) : key.sign(options)
    const { error: wrong } = await client.auth.mfa.verify({
      factorId: factor!.id,
      challengeId: data!.id,
      webauthn: { ...party, type, credential_response: { ...answer, toJSON: () => answer } },
    } as never)
    expect(wrong).toBeNull()
  }
  expect((await client.auth.mfa.listFactors()).data!.webauthn).toHaveLength(1)
})

test('a signature from another page, another site, a cloned key or for an old challenge is refused', async () => {
  const { email, key, id } = await withKey()
  const { post } = await signedIn(email)
  const first = await ask(post, id)
  const { challenge_id, options, type } = await ask(post, id)
  const verify = (credential_response: unknown) =>
    post(`/factors/${id}/verify`, { challenge_id, webauthn: { ...party, type, credential_response } })
  const refused = { status: 422, code: 'mfa_verification_failed' }
  expect(await verify(key.sign(options, { origin: 'https://phishing.example' }))).toMatchObject(refused)
  expect(await verify(key.sign(options, { rpId: 'phishing.example' }))).toMatchObject(refused)
  expect(await verify(key.sign(first.options))).toMatchObject(refused)
  expect(await verify(newAuthenticator().sign(options))).toMatchObject(refused)
  const other = await ask(post, id)
  const again = (credential_response: unknown) =>
    post(`/factors/${id}/verify`, {
      challenge_id: other.challenge_id,
      webauthn: { ...party, type, credential_response },
    })
  expect(await again(key.sign(other.options, { counter: 1 }))).toMatchObject(refused)
  expect(await again({})).toMatchObject(refused)
  expect(await again({ ...key.sign(other.options), response: { clientDataJSON: '%%' } })).toMatchObject(refused)
  expect(await again(key.sign(other.options))).toMatchObject({ status: 200 })
})

test('the relying party that the caller names must be ours', async () => {
  const { post } = await signedIn()
  const id = await enrolled(post)
  for (const webauthn of [
    undefined,
    {},
    { ...party, rpId: 'evil.example' },
    { ...party, rpOrigins: ['http://localhost:3000', 'https://evil.example'] },
    { ...party, rpOrigins: [] },
  ]) {
    expect(await post(`/factors/${id}/challenge`, { webauthn })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  }
  const { challenge_id, options } = await ask(post, id)
  const credential_response = newAuthenticator().create(options)
  const verify = (webauthn: unknown) => post(`/factors/${id}/verify`, { challenge_id, webauthn })
  const bad = { status: 400, code: 'validation_failed' }
  expect(await verify({ ...party, rpId: 'evil.example', type: 'create', credential_response })).toMatchObject(bad)
  expect(await verify({ ...party, type: 'request', credential_response })).toMatchObject(bad)
  expect(await verify({ ...party, type: 'create' })).toMatchObject(bad)
  expect(await verify(undefined)).toMatchObject(bad)
  expect(await verify({ ...party, type: 'create', credential_response })).toMatchObject({ status: 200 })
})

test('one key is one factor', async () => {
  const { key, high } = await withKey()
  const id = await enrolled(high, 'the same again')
  const { challenge_id, options } = await ask(high, id)
  expect(options.excludeCredentials).toMatchObject([{ id: key.credentialId }])
  const webauthn = { ...party, type: 'create', credential_response: key.create(options) }
  expect(await high(`/factors/${id}/verify`, { challenge_id, webauthn })).toMatchObject({
    status: 422,
    code: 'webauthn_credential_exists',
  })
})

test('the manufacturer’s statement about a key is ignored', async () => {
  const { post } = await signedIn()
  const id = await enrolled(post)
  const { challenge_id, options } = await ask(post, id)
  const attestation = { fmt: 'packed', attStmt: new Map<string, unknown>([['x5c', [new Uint8Array([1, 2, 3])]]]) }
  const webauthn = {
    ...party,
    type: 'create',
    credential_response: newAuthenticator().create(options, { attestation }),
  }
  expect(await post(`/factors/${id}/verify`, { challenge_id, webauthn })).toMatchObject({ status: 200 })
})

import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { inAuthScope, inSiteScope } from '../../db/connect.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { newAuthenticator } from '../../testing/authenticator.ts'
import { addTotp, codeAt } from '../../testing/second-factor.ts'
import { testApp } from '../../testing/test-app.ts'
import { deletePasskey, listPasskeys } from './passkeys.ts'

let aheadSeconds = 0
const testing = await testApp(() => ({ now: () => new Date(Date.now() + aheadSeconds * 1000) }))
const { app, deps } = testing
const { newClient, signedUp } = await authClients(testing)

type Client = ReturnType<typeof newClient>
type Authenticator = ReturnType<typeof newAuthenticator>

async function startRegistration({ auth }: Client) {
  const { data, error } = await auth.passkey.startRegistration()
  expect(error).toBeNull()
  return data!
}

async function startSignIn({ auth }: Client) {
  const { data, error } = await auth.passkey.startAuthentication()
  expect(error).toBeNull()
  return data!
}

async function add(client: Client, authenticator: Authenticator) {
  const { challenge_id: challengeId, options } = await startRegistration(client)
  return client.auth.passkey.verifyRegistration({ challengeId, credential: authenticator.create(options) as never })
}

async function signInWith(authenticator: Authenticator, how: Parameters<Authenticator['sign']>[1] = {}) {
  const client = newClient()
  const { challenge_id: challengeId, options } = await startSignIn(client)
  const credential = authenticator.sign(options, how) as never
  return { client, ...(await client.auth.passkey.verifyAuthentication({ challengeId, credential })) }
}

/** An account with one passkey. */
async function withPasskey() {
  const account = await signedUp()
  const authenticator = newAuthenticator()
  const { data, error } = await add(account.client, authenticator)
  expect(error).toBeNull()
  return { ...account, authenticator, passkey: data! }
}

const post = async (path: string, payload: unknown) => {
  const reply = await app.inject({
    method: 'POST',
    url: `/auth/v1/passkeys/${path}`,
    headers: { 'x-supabase-api-version': '2024-01-01' },
    payload: JSON.stringify(payload),
  })
  return { status: reply.statusCode, ...reply.json() }
}

const refused = { status: 400, code: 'webauthn_verification_failed' }

test('a passkey is added and signs in its owner, who gives no name', async () => {
  const { client, user, email, authenticator, passkey } = await withPasskey()
  expect(passkey).toEqual({ id: expect.any(String), created_at: expect.any(String) })
  expect((await client.auth.passkey.list()).data).toEqual([passkey])

  const { data, error, client: other } = await signInWith(authenticator)
  expect(error).toBeNull()
  expect(data!.user).toMatchObject({ id: user.id, email })
  expect(decodeJwt(data!.session!.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })
  expect((await other.auth.getUser()).data.user!.id).toBe(user.id)
  expect(Date.parse(data!.user!.last_sign_in_at!)).toBeGreaterThan(Date.parse(user.last_sign_in_at!))
  expect((await other.auth.passkey.list()).data).toMatchObject([{ id: passkey.id, last_used_at: expect.any(String) }])
  const actions = await inAuthScope(deps.db, (trx) =>
    trx.selectFrom('auth.audit_entries').select('action').where('user_id', '=', user.id).execute(),
  )
  expect(actions.map((entry) => entry.action)).toEqual(expect.arrayContaining(['passkey_added', 'login']))
  const mails = await inSiteScope(deps.db, (trx) =>
    trx.selectFrom('site.mails').select('subject').where('recipient', '=', email).execute(),
  )
  expect(mails.map((mail) => mail.subject)).toContain('A passkey was added')
})

test('the options ask for a discoverable passkey that verifies its person', async () => {
  const { client, email, authenticator } = await withPasskey()
  const { options, expires_at } = await startRegistration(client)
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Karta' },
    user: { name: email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: authenticator.credentialId, type: 'public-key', transports: ['hybrid', 'internal'] }],
  })
  expect(expires_at - Math.floor(deps.now().getTime() / 1000)).toBeGreaterThan(290)
  const asked = await startSignIn(newClient())
  expect(asked.options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
  expect(asked.options.challenge).not.toBe((await startSignIn(newClient())).options.challenge)
})

test('the service says that passkeys are available', async () => {
  expect((await app.inject({ method: 'GET', url: '/auth/v1/settings' })).json()).toMatchObject({
    passkeys_enabled: true,
  })
})

test('a registration from another page, for another site or challenge, or without user verification is refused', async () => {
  const { client } = await signedUp()
  const stale = await startRegistration(client)
  const attempt = async (make: (options: typeof stale.options) => unknown) => {
    const { challenge_id: challengeId, options } = await startRegistration(client)
    const { error } = await client.auth.passkey.verifyRegistration({ challengeId, credential: make(options) as never })
    return error
  }
  const fresh = newAuthenticator
  expect(await attempt((options) => fresh().create(options, { origin: 'https://phishing.example' }))).toMatchObject(
    refused,
  )
  expect(await attempt((options) => fresh().create(options, { origin: 'http://localhost:3001' }))).toMatchObject(
    refused,
  )
  expect(await attempt((options) => fresh().create(options, { rpId: 'phishing.example' }))).toMatchObject(refused)
  expect(await attempt((options) => fresh().create(options, { unverified: true }))).toMatchObject(refused)
  expect(await attempt((options) => fresh().create(options, { type: 'webauthn.get' }))).toMatchObject(refused)
  expect(await attempt(() => fresh().create(stale.options))).toMatchObject(refused)
  expect(await attempt(() => ({}))).toMatchObject(refused)
  expect(await attempt((options) => ({ ...fresh().create(options), type: 'password' }))).toMatchObject(refused)
  expect(
    await attempt((options) => ({
      ...fresh().create(options),
      response: { clientDataJSON: 'bm9uc2Vuc2U', attestationObject: '\0' },
    })),
  ).toMatchObject(refused)
  expect((await client.auth.passkey.list()).data).toEqual([])
})

test('a sign-in from another page, for another site, with another or unknown key or without user verification is refused', async () => {
  const { authenticator } = await withPasskey()
  const other = await withPasskey()
  expect((await signInWith(authenticator, { origin: 'https://phishing.example' })).error).toMatchObject(refused)
  expect((await signInWith(authenticator, { rpId: 'phishing.example' })).error).toMatchObject(refused)
  expect((await signInWith(authenticator, { unverified: true })).error).toMatchObject(refused)
  expect((await signInWith(authenticator, { type: 'webauthn.create' })).error).toMatchObject(refused)
  const theirs = Buffer.from(other.user.id).toString('base64url')
  expect((await signInWith(authenticator, { userHandle: theirs })).error).toMatchObject(refused)
  expect((await signInWith(newAuthenticator())).error).toMatchObject(refused)

  const { challenge_id, options } = await startSignIn(newClient())
  const signature = other.authenticator.sign(options).response.signature
  const mixed = authenticator.sign(options)
  const credential = { ...mixed, response: { ...mixed.response, signature } }
  expect(await post('authentication/verify', { challenge_id, credential })).toMatchObject(refused)
  expect((await signInWith(authenticator, { userHandle: null })).error).toBeNull()
})

test('a challenge works once, even if the answer was wrong, and only for its purpose, its person and 300 seconds', async () => {
  const { authenticator, client } = await withPasskey()
  const gone = { status: 400, code: 'webauthn_challenge_not_found', message: 'Challenge not found or already used' }
  const { challenge_id, options } = await startSignIn(newClient())
  const credential = authenticator.sign(options)
  const replies = await Promise.all([1, 2, 3].map(() => post('authentication/verify', { challenge_id, credential })))
  expect(replies.map((reply) => reply.code ?? 'signed in').sort()).toEqual(['signed in', gone.code, gone.code])

  const spoilt = await startSignIn(newClient())
  const wrong = authenticator.sign(spoilt.options, { origin: 'https://phishing.example' })
  const again = { challenge_id: spoilt.challenge_id, credential: authenticator.sign(spoilt.options) }
  expect(await post('authentication/verify', { ...again, credential: wrong })).toMatchObject(refused)
  expect(await post('authentication/verify', again)).toMatchObject(gone)

  const late = await startSignIn(newClient())
  aheadSeconds += 302
  expect(
    await post('authentication/verify', {
      challenge_id: late.challenge_id,
      credential: authenticator.sign(late.options),
    }),
  ).toMatchObject({ status: 400, code: 'webauthn_challenge_expired', message: 'Challenge has expired' })
  const lateToAdd = await startRegistration(client)
  aheadSeconds += 302
  const verify = (on: Client, challengeId: string, { options: asked }: typeof lateToAdd) =>
    on.auth.passkey.verifyRegistration({ challengeId, credential: newAuthenticator().create(asked) as never })
  expect((await verify(client, lateToAdd.challenge_id, lateToAdd)).error).toMatchObject({
    code: 'webauthn_challenge_expired',
  })

  const mine = await startRegistration(client)
  const stranger = (await signedUp()).client
  expect((await verify(stranger, mine.challenge_id, mine)).error).toMatchObject(gone)
  expect(await post('authentication/verify', { challenge_id: mine.challenge_id, credential })).toMatchObject(gone)
  expect((await verify(client, challenge_id, mine)).error).toMatchObject(gone)
  for (const nonsense of [randomUUID(), 'nonsense', '\0']) {
    expect(await post('authentication/verify', { challenge_id: nonsense, credential })).toMatchObject(gone)
  }
  expect((await verify(client, mine.challenge_id, mine)).error).toBeNull()
})

test('a cloned authenticator is recognized by its counter', async () => {
  const { authenticator } = await withPasskey()
  expect((await signInWith(authenticator, { counter: 10 })).error).toBeNull()
  expect((await signInWith(authenticator, { counter: 10 })).error).toMatchObject(refused)
  expect((await signInWith(authenticator, { counter: 9 })).error).toMatchObject(refused)
  expect((await signInWith(authenticator, { counter: 0 })).error).toMatchObject(refused)
  expect((await signInWith(authenticator, { counter: 11 })).error).toBeNull()
  const twice = await Promise.all([1, 2].map(() => signInWith(authenticator, { counter: 12 })))
  expect(twice.filter((reply) => !reply.error)).toHaveLength(1)
})

test('an authenticator without a counter can sign in any number of times', async () => {
  const { client } = await signedUp()
  const authenticator = newAuthenticator()
  const { challenge_id: challengeId, options } = await startRegistration(client)
  const credential = authenticator.create(options, { counter: 0 }) as never
  expect((await client.auth.passkey.verifyRegistration({ challengeId, credential })).error).toBeNull()
  for (let count = 0; count < 2; count++) {
    expect((await signInWith(authenticator, { counter: 0 })).error).toBeNull()
  }
})

test('one passkey belongs to one account, and an account has at most twenty', async () => {
  const { client, authenticator } = await withPasskey()
  const exists = { status: 422, code: 'webauthn_credential_exists', message: 'This credential is already registered' }
  expect((await add(client, authenticator)).error).toMatchObject(exists)
  expect((await add((await signedUp()).client, authenticator)).error).toMatchObject(exists)

  for (let count = 1; count < 19; count++) expect((await add(client, newAuthenticator())).error).toBeNull()
  const started = [await startRegistration(client), await startRegistration(client)]
  const replies = await Promise.all(
    started.map(({ challenge_id: challengeId, options }) =>
      client.auth.passkey.verifyRegistration({ challengeId, credential: newAuthenticator().create(options) as never }),
    ),
  )
  const full = { status: 422, code: 'too_many_passkeys', message: 'Maximum number of passkeys reached' }
  expect(replies.map((reply) => reply.error?.code ?? 'added').sort()).toEqual(['added', full.code])
  expect((await client.auth.passkey.startRegistration()).error).toMatchObject(full)
  expect((await client.auth.passkey.list()).data).toHaveLength(20)
})

test('only its owner can rename or remove a passkey', async () => {
  const { client, user, passkey, authenticator } = await withPasskey()
  const passkeyId = passkey.id
  const { data } = await client.auth.passkey.update({ passkeyId, friendlyName: 'Laptop' })
  expect(data).toEqual({ ...passkey, friendly_name: 'Laptop' })
  const bad = (message: string) => ({ status: 400, code: 'validation_failed', message })
  expect((await client.auth.passkey.update({ passkeyId, friendlyName: '' })).error).toMatchObject(
    bad('friendly_name is required'),
  )
  expect((await client.auth.passkey.update({ passkeyId, friendlyName: 'n'.repeat(121) })).error).toMatchObject(
    bad('friendly_name must be 120 characters or less'),
  )
  expect((await client.auth.passkey.update({ passkeyId, friendlyName: 'a\0' })).error?.code).toBe('validation_failed')

  const stranger = (await signedUp()).client.auth.passkey
  const notFound = { status: 404, code: 'validation_failed', message: 'Passkey not found' }
  expect((await stranger.update({ passkeyId, friendlyName: 'Mine' })).error).toMatchObject(notFound)
  expect((await stranger.delete({ passkeyId })).error).toMatchObject(notFound)
  expect((await client.auth.passkey.delete({ passkeyId: randomUUID() })).error).toMatchObject(notFound)
  expect((await client.auth.passkey.update({ passkeyId: 'nonsense', friendlyName: 'x' })).error).toMatchObject(notFound)

  expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull()
  expect((await client.auth.passkey.list()).data).toEqual([])
  expect((await signInWith(authenticator)).error).toMatchObject(refused)
  const removed = await inAuthScope(deps.db, (trx) =>
    trx
      .selectFrom('auth.audit_entries')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('action', '=', 'passkey_removed')
      .execute(),
  )
  expect(removed).toMatchObject([{ detail: { passkey_id: passkeyId } }])
})

test('somebody with a second factor must use it before changing passkeys, and after signing in with one', async () => {
  const { client, email, authenticator, passkey } = await withPasskey()
  const totp = await addTotp(client, deps.now())
  const low = newClient()
  await low.auth.signInWithPassword({ email, password })
  const needed = {
    status: 403,
    code: 'insufficient_aal',
    message: 'AAL2 session is required to manage passkeys when MFA is enabled',
  }
  expect((await low.auth.passkey.startRegistration()).error).toMatchObject(needed)
  expect((await low.auth.passkey.update({ passkeyId: passkey.id, friendlyName: 'x' })).error).toMatchObject(needed)
  expect((await low.auth.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(needed)
  expect((await low.auth.passkey.list()).data).toHaveLength(1)
  expect((await add(client, newAuthenticator())).error).toBeNull()

  const { client: signedIn } = await signInWith(authenticator)
  expect((await signedIn.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  })
  aheadSeconds += 60
  const code = codeAt(totp.secret, deps.now())
  const { data } = await signedIn.auth.mfa.challengeAndVerify({ factorId: totp.id, code })
  expect(decodeJwt(data!.access_token).amr).toMatchObject([{ method: 'totp' }, { method: 'passkey' }])
})

test('passkeys of banned people and of deleted accounts open nothing', async () => {
  const { user, authenticator } = await withPasskey()
  const set = (values: { banned_until?: Date | null; deleted_at?: Date }) =>
    inAuthScope(deps.db, (trx) => trx.updateTable('auth.users').set(values).where('id', '=', user.id).execute())
  await set({ banned_until: new Date(deps.now().getTime() + 60_000) })
  expect((await signInWith(authenticator)).error).toMatchObject({ status: 400, code: 'user_banned' })
  await set({ banned_until: null, deleted_at: deps.now() })
  expect((await signInWith(authenticator)).error).toMatchObject(refused)
})

test('a refusal names what is missing from an answer', async () => {
  const bad = (message: string) => ({ status: 400, code: 'validation_failed', message })
  expect(await post('authentication/verify', {})).toMatchObject(bad('challenge_id is required'))
  expect(await post('authentication/verify', { challenge_id: 'x' })).toMatchObject(bad('credential is required'))
  expect(await post('authentication/verify', { challenge_id: 'x', credential: 'y' })).toMatchObject({
    code: 'bad_json',
  })
  const { client } = await signedUp()
  const verify = (params: object) => client.auth.passkey.verifyRegistration(params as never)
  expect((await verify({})).error).toMatchObject(bad('challenge_id is required'))
  expect((await verify({ challengeId: 'x' })).error).toMatchObject(bad('credential is required'))
})

test('an anonymous person cannot add a passkey', async () => {
  const { client, user } = await signedUp()
  await inAuthScope(deps.db, (trx) =>
    trx.updateTable('auth.users').set({ is_anonymous: true }).where('id', '=', user.id).execute(),
  )
  expect((await client.auth.passkey.startRegistration()).error).toMatchObject({ status: 403, code: 'no_authorization' })
})

test('an administrator can list and remove a person’s passkeys, and the log says who did it', async () => {
  const { user, passkey } = await withPasskey()
  const actor = { id: null, name: 'service_role' }
  await inAuthScope(deps.db, async (trx) => {
    expect(await listPasskeys(trx, user.id)).toEqual([passkey])
    await deletePasskey(trx, { userId: user.id, passkeyId: passkey.id, actor, now: deps.now() })
    expect(await listPasskeys(trx, user.id)).toEqual([])
    const entry = await trx
      .selectFrom('auth.audit_entries')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('action', '=', 'passkey_removed')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actor: 'service_role', actor_id: null, detail: { passkey_id: passkey.id } })
  })
})

test('challenges that nobody answered are deleted', async () => {
  await startSignIn(newClient())
  aheadSeconds += 3700
  await startSignIn(newClient())
  const left = await inAuthScope(deps.db, (trx) =>
    trx.selectFrom('auth.passkey_challenges').select('created_at').execute(),
  )
  expect(left).toHaveLength(1)
})

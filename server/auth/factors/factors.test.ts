import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { addTotp, codeAt } from '../../testing/second-factor.ts'
import { testApp } from '../../testing/test-app.ts'

let aheadSeconds = 0
const testing = await testApp(() => ({ now: () => new Date(Date.now() + aheadSeconds * 1000) }))
const { app, deps } = testing
const { newClient, signedUp } = await authClients(testing)

type Client = ReturnType<typeof newClient>

async function post(token: string, path: string, payload?: unknown, method: 'POST' | 'DELETE' = 'POST') {
  const reply = await app.inject({
    method,
    url: `/auth/v1${path}`,
    headers: { 'x-supabase-api-version': '2024-01-01', authorization: `Bearer ${token}` },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  })
  return { status: reply.statusCode, ...reply.json() }
}

async function signIn(email: string): Promise<Client> {
  const client = newClient()
  const { error } = await client.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return client
}

const tokenOf = async ({ auth }: Client) => (await auth.getSession()).data.session!.access_token

async function challenge({ auth }: Client, factorId: string): Promise<string> {
  const { data, error } = await auth.mfa.challenge({ factorId })
  expect(error).toBeNull()
  return data!.id
}

const actionsOf = (userId: string) =>
  inAuthScope(deps.db, (trx) =>
    trx.selectFrom('auth.audit_entries').selectAll().where('user_id', '=', userId).orderBy('at').execute(),
  )

test('an authenticator app is enrolled, listed as unverified, and raises the session when its code is right', async () => {
  const { client, user, session } = await signedUp()
  const events: string[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  const { data: factor, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' })
  expect(error).toBeNull()
  expect(factor).toMatchObject({ type: 'totp', friendly_name: 'My phone' })
  expect(factor!.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^"#%]*<\/svg>$/)
  expect(factor!.totp.uri).toBe(
    `otpauth://totp/Karta:${encodeURIComponent(user.email!)}?issuer=Karta&secret=${factor!.totp.secret}&algorithm=SHA1&digits=6&period=30`,
  )
  const before = (await client.auth.mfa.listFactors()).data!
  expect(before.totp).toEqual([])
  expect(before.all).toMatchObject([
    {
      id: factor!.id,
      status: 'unverified',
      factor_type: 'totp',
      friendly_name: 'My phone',
      phone: '',
      last_challenged_at: null,
    },
  ])
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  })

  const { data: asked } = await client.auth.mfa.challenge({ factorId: factor!.id })
  const inSeconds = asked!.expires_at - Math.floor(Date.now() / 1000)
  expect(asked).toMatchObject({ type: 'totp' })
  expect(inSeconds).toBeGreaterThan(290)
  expect(inSeconds).toBeLessThanOrEqual(300)
  const code = codeAt(factor!.totp.secret, deps.now())
  const { data: raised, error: refused } = await client.auth.mfa.verify({
    factorId: factor!.id,
    challengeId: asked!.id,
    code,
  })
  expect(refused).toBeNull()
  const claims = decodeJwt(raised!.access_token)
  expect(claims).toMatchObject({ aal: 'aal2', session_id: decodeJwt(session.access_token).session_id })
  expect(claims.amr).toMatchObject([{ method: 'totp' }, { method: 'password' }])
  expect(raised!.refresh_token).not.toBe(session.refresh_token)
  expect(events).toContain('MFA_CHALLENGE_VERIFIED')
  expect((await client.auth.mfa.listFactors()).data!.totp).toMatchObject([{ id: factor!.id, status: 'verified' }])
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
  })

  const { data: refreshed } = await client.auth.refreshSession()
  expect(decodeJwt(refreshed.session!.access_token)).toMatchObject({ aal: 'aal2', amr: claims.amr })
  const entries = await actionsOf(user.id)
  expect(entries.map((entry) => entry.action)).toEqual(expect.arrayContaining(['factor_enrolled', 'factor_verified']))
  expect(JSON.stringify(entries)).not.toContain(factor!.totp.secret)
})

test('the secret lies sealed in the database, and the session says which factor raised it', async () => {
  const { client } = await signedUp()
  const { id, secret, session } = await addTotp(client, deps.now())
  await inAuthScope(deps.db, async (trx) => {
    const row = await trx.selectFrom('auth.factors').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(row.secret!.toString('latin1')).not.toContain(secret)
    const { factor_id } = await trx
      .selectFrom('auth.sessions')
      .select('factor_id')
      .where('id', '=', String(decodeJwt(session.access_token).session_id))
      .executeTakeFirstOrThrow()
    expect(factor_id).toBe(id)
  })
})

test('a code is taken once: neither a second challenge nor a code of an earlier step passes', async () => {
  const { client } = await signedUp()
  const { id, secret, code } = await addTotp(client, deps.now())
  const wrong = { status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' }
  expect((await client.auth.mfa.challengeAndVerify({ factorId: id, code })).error).toMatchObject(wrong)
  const earlier = codeAt(secret, new Date(deps.now().getTime() - 30_000))
  expect((await client.auth.mfa.challengeAndVerify({ factorId: id, code: earlier })).error).toMatchObject(wrong)
  aheadSeconds += 30
  const later = codeAt(secret, deps.now())
  expect((await client.auth.mfa.challengeAndVerify({ factorId: id, code: later })).error).toBeNull()
})

test('of many calls with one code at the same time exactly one passes', async () => {
  const { client, email } = await signedUp()
  const { id, secret } = await addTotp(client, deps.now())
  aheadSeconds += 60
  const tokens = await Promise.all([1, 2, 3].map(async () => tokenOf(await signIn(email))))
  const tries = await Promise.all(
    tokens.map(async (token) => ({ token, challenge_id: (await post(token, `/factors/${id}/challenge`, {})).id })),
  )
  const code = codeAt(secret, deps.now())
  const replies = await Promise.all(
    tries.map(({ token, challenge_id }) => post(token, `/factors/${id}/verify`, { challenge_id, code })),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  // The others were wrong, or their session, still below aal2, had just been ended.
  for (const { status, code: refusal } of replies.filter((reply) => reply.status !== 200)) {
    expect([`${status} ${refusal}`]).toContainEqual(
      expect.stringMatching(/^(422 mfa_verification_failed|403 session_not_found)$/),
    )
  }
})

test('of many verifications of one challenge in one session exactly one passes', async () => {
  const { client } = await signedUp()
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const token = await tokenOf(client)
  const { id: challenge_id } = await post(token, `/factors/${factor!.id}/challenge`)
  const code = codeAt(factor!.totp.secret, deps.now())
  const replies = await Promise.all(
    [1, 2, 3, 4].map(() => post(token, `/factors/${factor!.id}/verify`, { challenge_id, code })),
  )
  expect(replies.map((reply) => reply.code ?? 'passed').sort()).toEqual([
    ...Array.from({ length: 3 }, () => 'mfa_ip_address_mismatch'),
    'passed',
  ])
})

test('a challenge works once, for its factor, and for 300 seconds', async () => {
  const { client } = await signedUp()
  const { id, secret } = await addTotp(client, deps.now())
  const verify = (challengeId: string, code = codeAt(secret, deps.now())) =>
    client.auth.mfa.verify({ factorId: id, challengeId, code })
  const unknown = {
    status: 422,
    code: 'mfa_factor_not_found',
    message: 'MFA factor with the provided challenge ID not found',
  }
  for (const nonsense of [randomUUID(), 'nonsense', '', '\0']) {
    expect((await verify(nonsense)).error).toMatchObject(unknown)
  }
  const other = await signedUp()
  const others = await addTotp(other.client, deps.now())
  expect((await verify(await challenge(other.client, others.id))).error).toMatchObject(unknown)

  aheadSeconds += 60
  const used = await challenge(client, id)
  expect((await verify(used)).error).toBeNull()
  expect((await verify(used)).error).toMatchObject({
    status: 422,
    code: 'mfa_ip_address_mismatch',
    message: 'Challenge and verify IP addresses mismatch.',
  })

  const inTime = await challenge(client, id)
  aheadSeconds += 280
  expect((await verify(inTime)).error).toBeNull()
  const late = await challenge(client, id)
  aheadSeconds += 302
  expect((await verify(late)).error).toMatchObject({
    status: 422,
    code: 'mfa_challenge_expired',
    message: `MFA challenge ${late} has expired, verify against another challenge or create a new challenge.`,
  })
})

test('guessing is slowed: five wrong codes end a challenge, ten in a row let the factor rest, longer each time', async () => {
  const { client, email, user } = await signedUp()
  const { id, secret } = await addTotp(client, deps.now())
  const token = await tokenOf(await signIn(email))
  const guess = async (challenge_id: string, code = '000000') => {
    const reply = await post(token, `/factors/${id}/verify`, { challenge_id, code })
    return reply.code ?? 'passed'
  }
  const ask = async () => (await post(token, `/factors/${id}/challenge`, {})).id as string
  const guessFiveTimes = async () => {
    const asked = await ask()
    for (let count = 0; count < 5; count++) expect(await guess(asked)).toBe('mfa_verification_failed')
    return asked
  }

  aheadSeconds += 60
  const first = await guessFiveTimes()
  expect(await guess(first, codeAt(secret, deps.now()))).toBe('mfa_challenge_expired')
  const spare = await ask()
  await guessFiveTimes()
  const right = codeAt(secret, deps.now())
  expect(await guess(spare, right)).toBe('over_request_rate_limit')
  expect(await post(token, `/factors/${id}/challenge`, {})).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
    message: expect.stringMatching(/^Too many wrong codes, please retry after \d+ seconds\.$/),
  })
  aheadSeconds += 301
  await guessFiveTimes()
  await guessFiveTimes()
  aheadSeconds += 301
  expect((await post(token, `/factors/${id}/challenge`, {})).status).toBe(429)
  aheadSeconds += 300
  expect(await guess(await ask(), codeAt(secret, deps.now()))).toBe('passed')
  // A right code wipes the slate.
  await guessFiveTimes()
  expect((await post(token, `/factors/${id}/challenge`, {})).status).toBe(200)
  const failed = (await actionsOf(user.id)).filter((entry) => entry.action === 'factor_failed')
  expect(failed).toHaveLength(25)
})

test('guesses in parallel are all counted', async () => {
  const { client } = await signedUp()
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const token = await tokenOf(client)
  const asked = await Promise.all(
    Array.from({ length: 12 }, async () => (await post(token, `/factors/${factor!.id}/challenge`)).id),
  )
  const replies = await Promise.all(
    asked.map((challenge_id) => post(token, `/factors/${factor!.id}/verify`, { challenge_id, code: '000000' })),
  )
  expect(replies.filter((reply) => reply.code === 'mfa_verification_failed')).toHaveLength(10)
  expect(replies.filter((reply) => reply.code === 'over_request_rate_limit')).toHaveLength(2)
})

test('an empty code is said to be empty, and one of another kind is refused', async () => {
  const { client } = await signedUp()
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const token = await tokenOf(client)
  const { id: challenge_id } = await post(token, `/factors/${factor!.id}/challenge`)
  const verify = (body: unknown) => post(token, `/factors/${factor!.id}/verify`, body)
  const empty = { status: 400, code: 'validation_failed', message: 'Code needs to be non-empty' }
  expect(await verify({ challenge_id, code: '' })).toMatchObject(empty)
  expect(await verify({ challenge_id })).toMatchObject(empty)
  expect(await verify({ challenge_id, code: 123456 })).toMatchObject({ status: 400, code: 'bad_json' })
  expect(await verify([])).toMatchObject({ status: 400, code: 'bad_json' })
  expect(await verify({ challenge_id, code: '1'.repeat(100_000) })).toMatchObject({ code: 'mfa_verification_failed' })
})

test('verifying ends the person’s sessions below aal2, and no others', async () => {
  const { client, email } = await signedUp()
  const stranger = await signedUp()
  const { secret, id } = await addTotp(client, deps.now())
  const [second, third] = [await signIn(email), await signIn(email)]
  aheadSeconds += 60
  const code = codeAt(secret, deps.now())
  expect((await second.auth.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull()
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await second.auth.getUser()).error).toBeNull()
  expect((await third.auth.getUser()).data.user).toBeNull()
  expect((await stranger.client.auth.getUser()).error).toBeNull()
})

test('verifying removes what else of its kind was left unfinished', async () => {
  const { client } = await signedUp()
  const { data: left } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'left' })
  await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' } as never)
  const { id } = await addTotp(client, deps.now(), 'kept')
  const { all } = (await client.auth.mfa.listFactors()).data!
  expect(all.map((factor) => factor.friendly_name).sort()).toEqual(['kept', 'key'])
  expect(all.find((factor) => factor.id === id)).toMatchObject({ status: 'verified' })
  expect((await client.auth.mfa.challenge({ factorId: left!.id })).error?.code).toBe('mfa_factor_not_found')
})

test('a tab that refreshes while another verifies gets the same new token; later the old one is theft', async () => {
  const { client, session } = await signedUp()
  const { session: raised } = await addTotp(client, deps.now())
  const refresh = (refresh_token: string) =>
    post('', '/token?grant_type=refresh_token', { refresh_token }).then((reply) => reply)
  expect(await refresh(session.refresh_token)).toMatchObject({ status: 200, refresh_token: raised.refresh_token })
  aheadSeconds += 11
  expect(await refresh(session.refresh_token)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  expect(await refresh(raised.refresh_token)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
})

test('a factor is its owner’s alone, and an odd id is no factor', async () => {
  const { client } = await signedUp()
  const { id } = await addTotp(client, deps.now())
  const token = await tokenOf((await signedUp()).client)
  const notFound = { status: 404, code: 'mfa_factor_not_found', message: 'Factor not found' }
  expect(await post(token, `/factors/${id}/challenge`, {})).toMatchObject(notFound)
  expect(await post(token, `/factors/${id}/verify`, { challenge_id: id, code: '123456' })).toMatchObject(notFound)
  expect(await post(token, `/factors/${id}`, undefined, 'DELETE')).toMatchObject(notFound)
  expect(await post(token, `/factors/${randomUUID()}`, undefined, 'DELETE')).toMatchObject(notFound)
  const odd = { status: 404, code: 'validation_failed', message: 'factor_id must be an UUID' }
  expect(await post(token, `/factors/nonsense/challenge`, {})).toMatchObject(odd)
  expect(await post(token, `/factors/%00/verify`, { challenge_id: id, code: '1' })).toMatchObject(odd)
  expect(await post(token, `/factors/${id}x`, undefined, 'DELETE')).toMatchObject(odd)
})

test('enrolling says what is wrong with what was asked for', async () => {
  const { client } = await signedUp()
  const token = await tokenOf(client)
  const enroll = (body: unknown) => post(token, '/factors', body)
  const badType = {
    status: 400,
    code: 'validation_failed',
    message: 'factor_type needs to be totp, phone, or webauthn',
  }
  for (const factor_type of ['', 'sms', 'recovery_code', 'constructor']) {
    expect(await enroll({ factor_type })).toMatchObject(badType)
  }
  expect(await enroll({})).toMatchObject(badType)
  expect(await enroll({ factor_type: 7 })).toMatchObject({ status: 400, code: 'bad_json' })
  expect(await enroll({ factor_type: 'totp', friendly_name: 'n'.repeat(121) })).toMatchObject({
    status: 400,
    code: 'validation_failed',
    message: 'friendly_name must be 120 characters or less',
  })
  expect(await enroll({ factor_type: 'totp', friendly_name: 'a\0b' })).toMatchObject({ code: 'validation_failed' })
  expect(await enroll({ factor_type: 'totp', issuer: 'i'.repeat(101) })).toMatchObject({ code: 'validation_failed' })
  expect(await enroll({ factor_type: 'totp', issuer: '\ud800' })).toMatchObject({ code: 'validation_failed' })
  expect(await enroll({ factor_type: 'totp', friendly_name: 'Phone', issuer: 'Kurir' })).toMatchObject({
    status: 200,
    totp: { uri: expect.stringMatching(/^otpauth:\/\/totp\/Kurir:.*issuer=Kurir&/) },
  })
  expect(await enroll({ factor_type: 'totp', friendly_name: 'Phone' })).toMatchObject({
    status: 422,
    code: 'mfa_factor_name_conflict',
    message: 'A factor with the friendly name "Phone" for this user already exists',
  })
})

test('there is room for ten factors, also when eleven are enrolled at once, and unfinished ones make room in time', async () => {
  const { client } = await signedUp()
  const token = await tokenOf(client)
  const enroll = () => post(token, '/factors', { factor_type: 'totp' })
  const replies = await Promise.all(Array.from({ length: 11 }, enroll))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(10)
  expect(replies.find((reply) => reply.status !== 200)).toMatchObject({
    status: 422,
    code: 'too_many_enrolled_mfa_factors',
    message: 'Maximum number of verified factors reached, unenroll to continue',
  })
  aheadSeconds += 301
  expect((await enroll()).status).toBe(200)
  expect((await client.auth.mfa.listFactors()).data!.all).toHaveLength(1)
})

test('who has a verified factor needs aal2 to enrol another or to remove one', async () => {
  const { client, email, user } = await signedUp()
  const { id } = await addTotp(client, deps.now())
  const low = await signIn(email)
  expect((await low.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  })
  expect((await low.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    status: 403,
    code: 'insufficient_aal',
    message: 'AAL2 required to enroll a new factor',
  })
  expect((await low.auth.mfa.unenroll({ factorId: id })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
    message: 'AAL2 required to unenroll verified factor',
  })

  const { data: unfinished } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'spare' })
  expect((await low.auth.mfa.unenroll({ factorId: unfinished!.id })).data).toEqual({ id: unfinished!.id })
  expect((await client.auth.mfa.unenroll({ factorId: id })).data).toEqual({ id })
  const { data } = await client.auth.refreshSession()
  expect(decodeJwt(data.session!.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect(data.user).not.toHaveProperty('factors')
  expect((await actionsOf(user.id)).filter((entry) => entry.action === 'factor_unenrolled')).toHaveLength(2)
})

test('an anonymous person and a token outside a session cannot have second factors', async () => {
  const { user } = await signedUp()
  const claims = { sub: user.id, aud: 'authenticated', role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 60 }
  const token = await deps.keys.sign(claims)
  const { id, totp } = await post(token, '/factors', { factor_type: 'totp' })
  const { id: challenge_id } = await post(token, `/factors/${id}/challenge`, {})
  const code = codeAt(totp.secret, deps.now())
  expect(await post(token, `/factors/${id}/verify`, { challenge_id, code })).toMatchObject({
    status: 403,
    code: 'session_not_found',
  })

  await inAuthScope(deps.db, (trx) =>
    trx.updateTable('auth.users').set({ is_anonymous: true }).where('id', '=', user.id).execute(),
  )
  expect(await post(token, '/factors', { factor_type: 'totp' })).toMatchObject({
    status: 403,
    code: 'no_authorization',
    message: 'Anonymous user not allowed to perform these actions',
  })
})

test('without a bearer token there is nothing to see', async () => {
  for (const [method, url] of [
    ['POST', '/auth/v1/factors'],
    ['POST', `/auth/v1/factors/${randomUUID()}/challenge`],
    ['POST', `/auth/v1/factors/${randomUUID()}/verify`],
    ['DELETE', `/auth/v1/factors/${randomUUID()}`],
    ['GET', '/auth/v1/factors/recovery-codes'],
  ] as const) {
    const reply = await app.inject({ method, url })
    expect(`${reply.statusCode} ${reply.json().error_code}`).toBe('401 no_authorization')
  }
})

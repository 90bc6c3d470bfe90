import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients } from '../../testing/auth-client.ts'
import { addTotp, authCalls, codeAt } from '../../testing/second-factor.ts'
import { testApp } from '../../testing/test-app.ts'

let aheadSeconds = 0
const testing = await testApp(() => ({ now: () => new Date(Date.now() + aheadSeconds * 1000) }))
const clients = await authClients(testing)
const { signedUp } = clients
const { app, deps } = testing
const { post, signIn, tokenOf, actionsOf } = authCalls(testing, clients)

test('a factor belongs to its owner alone, and a malformed id is not a factor', async () => {
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

test('enrolling says what is wrong with the request', async () => {
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

test('there is room for ten factors, even if eleven are enrolled at once, and unfinished ones expire', async () => {
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

test('somebody with a verified factor needs aal2 to enroll or remove one', async () => {
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
  const { client, user } = await signedUp()
  const claims = { sub: user.id, aud: 'authenticated', role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 60 }
  const token = deps.keys.sign(claims)
  // It shows no recent sign-in, and the factor of a session cannot raise it either.
  expect(await post(token, '/factors', { factor_type: 'totp' })).toMatchObject({
    status: 400,
    code: 'reauthentication_needed',
  })
  const { id, secret } = await addTotp(client, deps.now())
  const { id: challenge_id } = await post(token, `/factors/${id}/challenge`, {})
  const code = codeAt(secret, new Date(deps.now().getTime() + 30_000))
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

test('without a bearer token nothing is shown', async () => {
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

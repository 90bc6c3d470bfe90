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
const { deps } = testing
const { post, signIn, tokenOf, challenge, actionsOf } = authCalls(testing, clients)

test('an authenticator app is enrolled, listed as unverified, and raises the session once its code is right', async () => {
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

test('the secret is sealed in the database, and the session says which factor raised it', async () => {
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

test('an empty code is reported as empty, and one of another kind is refused', async () => {
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

test('verifying removes unfinished factors of the same kind', async () => {
  const { client } = await signedUp()
  const { data: left } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'left' })
  await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' } as never)
  const { id } = await addTotp(client, deps.now(), 'kept')
  const { all } = (await client.auth.mfa.listFactors()).data!
  expect(all.map((factor) => factor.friendly_name).sort()).toEqual(['kept', 'key'])
  expect(all.find((factor) => factor.id === id)).toMatchObject({ status: 'verified' })
  expect((await client.auth.mfa.challenge({ factorId: left!.id })).error?.code).toBe('mfa_factor_not_found')
})

test('a tab that refreshes while another verifies gets the same new token; later, the old one counts as stolen', async () => {
  const { client, session } = await signedUp()
  const { session: raised } = await addTotp(client, deps.now())
  const refresh = (refresh_token: string) =>
    post('', '/token?grant_type=refresh_token', { refresh_token }).then((reply) => reply)
  expect(await refresh(session.refresh_token)).toMatchObject({ status: 200, refresh_token: raised.refresh_token })
  aheadSeconds += 11
  expect(await refresh(session.refresh_token)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  expect(await refresh(raised.refresh_token)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})

test('somebody with a second factor must use it before changing password or address', async () => {
  const { client, email } = await signedUp()
  const { secret, id } = await addTotp(client, deps.now())
  const { auth } = await signIn(email)
  const refused = {
    status: 401,
    code: 'insufficient_aal',
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
  }
  expect((await auth.updateUser({ password: 'another good one' })).error).toMatchObject(refused)
  expect((await auth.updateUser({ email: `other-${email}` })).error).toMatchObject(refused)
  expect((await auth.updateUser({ data: { color: 'green' } })).error).toBeNull()
  aheadSeconds += 60
  await auth.mfa.challengeAndVerify({ factorId: id, code: codeAt(secret, deps.now()) })
  expect((await auth.updateUser({ password: 'another good one' })).error).toBeNull()
})

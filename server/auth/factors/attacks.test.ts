import { expect, test } from 'vitest'
import { authClients } from '../../testing/auth-client.ts'
import { addTotp, authCalls, codeAt } from '../../testing/second-factor.ts'
import { testApp } from '../../testing/test-app.ts'

let aheadSeconds = 0
const testing = await testApp(() => ({ now: () => new Date(Date.now() + aheadSeconds * 1000) }))
const clients = await authClients(testing)
const { signedUp } = clients
const { deps } = testing
const { post, signIn, tokenOf, actionsOf } = authCalls(testing, clients)

test('a code works once: neither a second challenge nor a code of an earlier step is accepted', async () => {
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

test('of many simultaneous calls with one code, exactly one succeeds', async () => {
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

test('of many verifications of one challenge in one session, exactly one succeeds', async () => {
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

test('guessing is slow: five wrong codes end a challenge, and ten in a row lock the factor, longer each time', async () => {
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

test('parallel guesses all count', async () => {
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

import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

let aheadSeconds = 0
const testing = await testApp(() => ({ now: () => new Date(Date.now() + aheadSeconds * 1000) }))
const { app, deps } = testing
const { newClient, signedUp } = await authClients(testing)

async function refresh(refresh_token: unknown) {
  const reply = await app.inject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=refresh_token',
    headers: { 'x-supabase-api-version': '2024-01-01' },
    payload: { refresh_token },
  })
  return { status: reply.statusCode, ...reply.json() }
}

const me = (token: string) =>
  app.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${token}` } })

const sessionIdOf = (token: string) => String(decodeJwt(token).session_id)

test('a refresh keeps the session and returns current data', async () => {
  const { client, session } = await signedUp()
  await client.auth.updateUser({ data: { full_name: 'Siti' } })
  const { data, error } = await client.auth.refreshSession()
  expect(error).toBeNull()
  expect(data.session!.refresh_token).not.toBe(session.refresh_token)
  const [before, after] = [decodeJwt(session.access_token), decodeJwt(data.session!.access_token)]
  expect(after.session_id).toBe(before.session_id)
  expect(after.amr).toEqual(before.amr)
  expect(after.user_metadata).toMatchObject({ full_name: 'Siti' })
  expect((await client.auth.getUser()).error).toBeNull()
})

test('parallel refreshes with one token all succeed and leave the session with one active token', async () => {
  const { session } = await signedUp()
  const replies = await Promise.all([1, 2, 3, 4].map(() => refresh(session.refresh_token)))
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200])
  expect(new Set(replies.map((reply) => reply.refresh_token)).size).toBe(1)
  const active = await inAuthScope(deps.db, (trx) =>
    trx
      .selectFrom('auth.refresh_tokens')
      .select('created_at')
      .where('session_id', '=', sessionIdOf(session.access_token))
      .where('revoked_at', 'is', null)
      .execute(),
  )
  expect(active).toHaveLength(1)
})

test('a client that lost the answer gets the same token again, even much later', async () => {
  const { session } = await signedUp()
  const { refresh_token: child } = await refresh(session.refresh_token)
  aheadSeconds += 3000
  expect((await refresh(session.refresh_token)).refresh_token).toBe(child)
  expect((await refresh(child)).status).toBe(200)
})

test('a token two steps old works for ten seconds and then ends the session for good, access tokens included', async () => {
  const { client, session } = await signedUp()
  const other = await signedUp()
  const child = await refresh(session.refresh_token)
  const grandchild = await refresh(child.refresh_token)
  aheadSeconds += 9
  expect((await refresh(session.refresh_token)).refresh_token).toBe(grandchild.refresh_token)
  aheadSeconds += 2
  const reused = { status: 400, code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' }
  expect(await refresh(session.refresh_token)).toMatchObject(reused)
  // The end outlives the refusal: the newest tokens of the session are dead too.
  const unknown = { status: 400, code: 'refresh_token_not_found' }
  expect(await refresh(grandchild.refresh_token)).toMatchObject(unknown)
  expect(await refresh(session.refresh_token)).toMatchObject(unknown)
  for (const token of [session.access_token, child.access_token, grandchild.access_token]) {
    expect((await client.auth.getUser(token)).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await me(token)).json()).toMatchObject({ status: 401, code: 'session_ended' })
  }
  expect((await me(other.session.access_token)).statusCode).toBe(200)
})

test('unknown, malformed and missing refresh tokens are refused in the protocol’s words', async () => {
  const unknown = {
    status: 400,
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  }
  expect(await refresh('abcdefghijkl')).toMatchObject(unknown)
  expect(await refresh("' or 1=1 --\0")).toMatchObject(unknown)
  expect(await refresh('x'.repeat(500_000))).toMatchObject(unknown)
  expect(await refresh('')).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(await refresh({ $ne: null })).toMatchObject({ status: 400, code: 'bad_json' })
})

test('only hashes of refresh tokens are stored', async () => {
  const { session } = await signedUp()
  const rows = await inAuthScope(deps.db, (trx) => trx.selectFrom('auth.refresh_tokens').selectAll().execute())
  expect(rows.length).toBeGreaterThan(0)
  const stored = Buffer.concat(rows.map((row) => row.token_hash))
  expect(stored.includes(session.refresh_token)).toBe(false)
  expect(stored.includes(Buffer.from(session.refresh_token, 'base64url'))).toBe(false)
})

test('temporary trouble is 503, so that the client tries again instead of signing out', async () => {
  const { session } = await signedUp()
  const sessionId = sessionIdOf(session.access_token)
  await inAuthScope(deps.db, async (trx) => {
    await trx.selectFrom('auth.sessions').select('id').where('id', '=', sessionId).forUpdate().execute()
    expect(await refresh(session.refresh_token)).toMatchObject({ status: 503, code: 'unexpected_failure' })
  })
  expect((await refresh(session.refresh_token)).status).toBe(200)
})

test('signing out ends this session, the others, or all of them, immediately and for the product too', async () => {
  const { client: one, email } = await signedUp()
  const [two, three] = [newClient(), newClient()]
  for (const client of [two, three]) await client.auth.signInWithPassword({ email, password })
  const tokens = await Promise.all(
    [one, two, three].map(async (client) => (await client.auth.getSession()).data.session!),
  )
  const seen = async () =>
    Promise.all(tokens.map(async ({ access_token: token }) => (await me(token)).json().code ?? 'ok'))
  expect(await seen()).toEqual(['ok', 'ok', 'ok'])

  expect((await two.auth.signOut({ scope: 'local' })).error).toBeNull()
  expect(await seen()).toEqual(['ok', 'session_ended', 'ok'])
  expect((await me(tokens[1]!.access_token)).statusCode).toBe(401)
  expect((await refresh(tokens[1]!.refresh_token)).code).toBe('refresh_token_not_found')

  await two.auth.signInWithPassword({ email, password })
  tokens[1] = (await two.auth.getSession()).data.session!
  expect((await one.auth.signOut({ scope: 'others' })).error).toBeNull()
  expect(await seen()).toEqual(['ok', 'session_ended', 'session_ended'])
  expect((await one.auth.getUser()).error).toBeNull()
  expect((await three.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })

  await three.auth.signInWithPassword({ email, password })
  tokens[2] = (await three.auth.getSession()).data.session!
  expect((await one.auth.signOut()).error).toBeNull()
  expect(await seen()).toEqual(['session_ended', 'session_ended', 'session_ended'])
})

test('signing out affects nobody else', async () => {
  const [mine, theirs] = [await signedUp(), await signedUp()]
  await mine.client.auth.signOut({ scope: 'global' })
  expect((await me(theirs.session.access_token)).statusCode).toBe(200)
})

test('an unknown scope is refused and ends nothing', async () => {
  const { session } = await signedUp()
  const reply = await app.inject({
    method: 'POST',
    url: '/auth/v1/logout?scope=everything',
    headers: { authorization: `Bearer ${session.access_token}` },
  })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ error_code: 'validation_failed', msg: 'Unsupported logout scope "everything"' })
  expect((await me(session.access_token)).statusCode).toBe(200)
})

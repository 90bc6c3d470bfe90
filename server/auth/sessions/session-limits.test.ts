import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'
import { forgetWhatIsOver } from '../housekeeping.ts'
import { checkSessionLimits } from './session-limits.ts'

let aheadSeconds = 0
const limits = { sessionMaxSeconds: 36_000, sessionInactivitySeconds: 7200 }
const testing = await testApp(({ config }) => ({
  now: () => new Date(Date.now() + aheadSeconds * 1000),
  config: { ...config, auth: { ...config.auth, ...limits, refreshReuseSeconds: 20 } },
}))
const { app, deps } = testing
const { signedUp } = await authClients(testing)

async function refresh(refresh_token: string, headers: Record<string, string> = {}) {
  const reply = await app.inject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=refresh_token',
    headers: { 'x-supabase-api-version': '2024-01-01', ...headers },
    payload: { refresh_token },
  })
  return { status: reply.statusCode, ...reply.json() }
}

const expired = (why = '') => ({
  status: 400,
  code: 'session_expired',
  message: `Invalid Refresh Token: Session Expired${why}`,
})

test('a session in use lasts until its maximum age', async () => {
  let { session } = await signedUp()
  for (let hour = 1; hour < 10; hour++) {
    aheadSeconds += 3600
    const reply = await refresh(session.refresh_token)
    expect(reply.status).toBe(200)
    session = reply
  }
  aheadSeconds += 3600
  expect(await refresh(session.refresh_token)).toMatchObject(expired())
})

test('a session that is unused for too long ends', async () => {
  const { session } = await signedUp()
  aheadSeconds += 7199
  const next = await refresh(session.refresh_token)
  expect(next.status).toBe(200)
  aheadSeconds += 7200
  expect(await refresh(next.refresh_token)).toMatchObject(expired(' (Inactivity)'))
})

test('without limits a session lasts forever', () => {
  const now = new Date('2100-01-01')
  const none = { sessionMaxSeconds: undefined, sessionInactivitySeconds: undefined }
  expect(() => checkSessionLimits({ created_at: '2000-01-01', refreshed_at: null }, none, now)).not.toThrow()
})

test('a refresh notes when and from where the session was last used', async () => {
  const { session, user } = await signedUp()
  await refresh(session.refresh_token, { 'user-agent': 'Second browser' })
  const row = await inAuthScope(deps.db, (trx) =>
    trx.selectFrom('auth.sessions').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow(),
  )
  expect(row).toMatchObject({ last_user_agent: 'Second browser', last_ip: '127.0.0.1' })
  expect(row.last_used_at).toBe(row.refreshed_at)
})

test('AUTH_REFRESH_REUSE_INTERVAL sets how long an old token still works', async () => {
  const { session } = await signedUp()
  const child = await refresh(session.refresh_token)
  const grandchild = await refresh(child.refresh_token)
  aheadSeconds += 19
  expect((await refresh(session.refresh_token)).refresh_token).toBe(grandchild.refresh_token)
  aheadSeconds += 2
  expect(await refresh(session.refresh_token)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
})

test('a stolen refresh token ends the session for thief and victim alike, and the log says so', async () => {
  const { session, user } = await signedUp()
  const thief = await refresh(session.refresh_token)
  const thiefsNext = await refresh(thief.refresh_token)
  aheadSeconds += 60
  // The victim's own client comes with the token that the thief has used.
  const refused = await refresh(session.refresh_token, { 'user-agent': 'Victim' })
  expect(refused).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  for (const token of [thief, thiefsNext]) {
    expect((await refresh(token.refresh_token)).code).toBe('refresh_token_not_found')
  }
  expect(
    (await app.inject({ url: '/auth/v1/user', headers: { authorization: `Bearer ${thiefsNext.access_token}` } }))
      .statusCode,
  ).toBe(403)

  const entries = await inAuthScope(deps.db, (trx) =>
    trx
      .selectFrom('auth.audit_entries')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('action', '=', 'token_reused')
      .orderBy('at')
      .execute(),
  )
  expect(entries[0]).toMatchObject({
    user_agent: 'Victim',
    detail: { session_id: decodeJwt(session.access_token).session_id },
  })
  expect(JSON.stringify(entries)).not.toContain(session.refresh_token)
})

test('what has expired is deleted, and nothing else', async () => {
  const { session, user } = await signedUp()
  const { session: lasting } = await signedUp()
  await refresh(session.refresh_token)
  const now = deps.now()
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const counts = () =>
    inAuthScope(deps.db, async (trx) => {
      const count = async (table: 'auth.one_time_tokens' | 'auth.provider_states' | 'auth.passkey_challenges') =>
        (await trx.selectFrom(table).select('created_at').execute()).length
      return [
        await count('auth.one_time_tokens'),
        await count('auth.provider_states'),
        await count('auth.passkey_challenges'),
      ]
    })
  await inAuthScope(deps.db, async (trx) => {
    for (const [kind, hours] of [
      ['recovery', 25],
      ['confirmation', 23],
    ] as const) {
      const link_hash = Buffer.from(randomUUID())
      await trx
        .insertInto('auth.one_time_tokens')
        .values({
          user_id: user.id,
          kind,
          link_hash,
          code_hash: link_hash,
          address: user.email!,
          method: kind,
          redirect_to: null,
          flow_state_id: null,
          created_at: hoursAgo(hours),
          expires_at: hoursAgo(hours - 24),
        })
        .execute()
      await trx
        .insertInto('auth.provider_states')
        .values({
          id_hash: link_hash,
          provider: 'google',
          redirect_to: 'http://localhost',
          flow_state_id: null,
          linking_user_id: null,
          nonce: null,
          code_verifier: null,
          created_at: hoursAgo(hours),
        })
        .execute()
      await trx
        .insertInto('auth.passkey_challenges')
        .values({ user_id: null, challenge: 'x', created_at: hoursAgo(hours) })
        .execute()
    }
  })
  expect(await counts()).toEqual([2, 2, 2])
  await inAuthScope(deps.db, (trx) => forgetWhatIsOver(trx, limits, now))
  expect(await counts()).toEqual([1, 1, 1])
  expect((await refresh(lasting.refresh_token)).status).toBe(200)

  // A day after its end the session goes, and its tokens with it.
  aheadSeconds += 7200 + 86_400 + 60
  expect(await refresh(session.refresh_token)).toMatchObject(expired())
  await inAuthScope(deps.db, (trx) => forgetWhatIsOver(trx, limits, deps.now()))
  expect((await refresh(session.refresh_token)).code).toBe('refresh_token_not_found')
})

test('used refresh tokens are deleted after a month, while the session continues', async () => {
  const { session } = await signedUp()
  const next = await refresh(session.refresh_token)
  const none = { sessionMaxSeconds: undefined, sessionInactivitySeconds: undefined }
  const later = new Date(deps.now().getTime() + 31 * 86_400_000)
  await inAuthScope(deps.db, (trx) => forgetWhatIsOver(trx, none, later))
  expect((await refresh(session.refresh_token)).code).toBe('refresh_token_not_found')
  expect((await refresh(next.refresh_token)).status).toBe(200)
})

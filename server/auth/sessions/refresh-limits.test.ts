import type { Session } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const lifetimeMs = 3600_000
const standard = readConfig({})

/** The app with the limits that a new installation has. Only signing up is free, so that there are people. */
async function limitedApp(change: (config: Deps['config']) => Deps['config'] = (config) => config) {
  const clock = { aheadMs: 0 }
  // It stands still, because what was counted is forgotten again as time goes by.
  const startedAt = Date.now()
  const testing = await testApp(({ config }) => {
    const limits = { ...standard.limits, signUp: 1_000_000 }
    return {
      config: change({ ...config, limits }),
      now: () => new Date(startedAt + clock.aheadMs),
    }
  })
  const post = (grant: string, payload: object | string) =>
    testing.app.inject({
      method: 'POST',
      url: `/auth/v1/token?grant_type=${grant}`,
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
      payload,
    })
  return { ...testing, ...(await authClients(testing)), clock, post }
}

test('fifty official clients behind one address refresh at once; someone who guesses passwords there changes nothing', async () => {
  const { signedUp, clock, post } = await limitedApp()
  clock.aheadMs = -lifetimeMs - 1000
  const people = await Promise.all(Array.from({ length: 50 }, () => signedUp()))
  clock.aheadMs = 0
  const signedOut: string[] = []
  for (const { client, email } of people) {
    client.auth.onAuthStateChange((event) => {
      if (event === 'SIGNED_OUT') signedOut.push(email)
    })
  }
  const guess = () => post('password', { email: people[0]!.email, password: 'a guess' })
  while ((await guess()).statusCode !== 429);

  const refreshed = await Promise.all(people.map(({ client }) => client.auth.getSession()))
  expect(refreshed.map(({ error }) => error).filter(Boolean)).toEqual([])
  const tokens = refreshed.map(({ data }) => data.session!.access_token)
  expect(tokens.filter((token, index) => token === people[index]!.session.access_token)).toEqual([])
  expect(signedOut).toEqual([])
  expect((await guess()).statusCode).toBe(429)
  const read = await Promise.all(people.map(({ client }) => client.auth.getUser()))
  expect(read.map(({ data }) => data.user?.email)).toEqual(people.map(({ email }) => email))
})

test('the limit of all calls of an address does not touch its refreshes', async () => {
  const { app, signedUp, post } = await limitedApp((config) => ({ ...config, limits: { ...config.limits, api: 5 } }))
  const { session } = await signedUp()
  const read = () => app.inject('/auth/v1/settings')
  while ((await read()).statusCode !== 429);
  expect((await post('refresh_token', { refresh_token: session.refresh_token })).statusCode).toBe(200)
})

test('a flood of refreshes from one address is asked to come back, and nobody is signed out by it', async () => {
  const { signedUp, clock, post } = await limitedApp((config) => ({ ...config, limits: { ...config.limits, api: 40 } }))
  const { client, session } = await signedUp()
  const statuses = new Set<number>()
  for (let index = 0; index < 50; index++)
    statuses.add((await post('refresh_token', { refresh_token: 'x' })).statusCode)
  expect([...statuses]).toEqual([400, 429, 503])
  const refused = await post('refresh_token', { refresh_token: session.refresh_token })
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'over_request_rate_limit'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  clock.aheadMs += 60_000
  expect((await client.auth.refreshSession(session)).error).toBeNull()
})

test('a session that is refreshed too often gets 503 with Retry-After, keeps its token, and is on its own', async () => {
  const { signedUp, clock, post } = await limitedApp()
  const [busy, other] = [await signedUp(), await signedUp()]
  const refresh = (session: Session) => post('refresh_token', { refresh_token: session.refresh_token })
  let { session } = busy
  for (let count = 0; count < 30; count++) session = (await refresh(session)).json()
  const refused = await refresh(session)
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toEqual({ code: 'over_request_rate_limit', message: 'Request rate limit reached' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.headers['x-supabase-api-version']).toBe('2024-01-01')

  // The client waits and tries again by itself. Meanwhile the server's clock moves on.
  setTimeout(() => (clock.aheadMs += 60_000), 50)
  expect((await busy.client.auth.refreshSession(session)).error).toBeNull()
  expect((await refresh(other.session)).statusCode).toBe(200)
})

test('an address may only try so many tokens that belong to no session, without harm to those that do', async () => {
  const { signedUp, clock, post } = await limitedApp()
  const { client, email, session } = await signedUp()
  const tries: (object | string)[] = [{ refresh_token: 'abcdefghijkl' }, {}, '{"refresh_token":', { refresh_token: 7 }]
  const attempt = (index: number) => post('refresh_token', tries[index % tries.length]!)
  for (let index = 0; index < 30; index++) expect((await attempt(index)).statusCode).toBe(400)
  for (const index of tries.keys()) {
    const refused = await attempt(index)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'over_request_rate_limit'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await client.auth.refreshSession(session)).error).toBeNull()
  expect((await post('password', { email, password })).statusCode).toBe(200)
  clock.aheadMs += 60_000
  expect((await attempt(0)).json().code).toBe('refresh_token_not_found')
})

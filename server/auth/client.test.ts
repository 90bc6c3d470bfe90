import { randomUUID } from 'node:crypto'
import { createClient, type AuthChangeEvent, type Session } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { authClients, password } from '../testing/auth-client.ts'
import { testApp } from '../testing/test-app.ts'

/*
 * The official client, driven through its methods as an application does it: what it returns, and which events it tells
 * its listeners. What single endpoints answer is tested beside them.
 */
const testing = await testApp()
const { deps } = testing
const { url, newClient, signedUp } = await authClients(testing)
const { admin } = createClient(url, deps.keys.secretKey, { auth: { persistSession: false } }).auth

type Client = ReturnType<typeof newClient>
type Told = { event: AuthChangeEvent; email: string | undefined }

/** Listens until the client is thrown away; what it hears is in `told`. */
function listen(client: Client): Told[] {
  const told: Told[] = []
  client.auth.onAuthStateChange((event, session) => void told.push({ event, email: session?.user.email }))
  return told
}

const events = (told: Told[]) => told.map(({ event }) => event)
async function heard(told: Told[], ...expected: AuthChangeEvent[]): Promise<void> {
  await expect.poll(() => events(told)).toEqual(expected)
}

test('a person signs up, changes their account, refreshes and signs out, and the application learns of all of it', async () => {
  const client = newClient()
  const told = listen(client)
  await heard(told, 'INITIAL_SESSION')
  const email = `${randomUUID()}@example.com`
  await client.auth.signUp({ email, password })
  await heard(told, 'INITIAL_SESSION', 'SIGNED_IN')
  await client.auth.refreshSession()
  await heard(told, 'INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED')
  await client.auth.updateUser({ data: { city: 'Bandung' } })
  await heard(told, 'INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED')
  await client.auth.signOut()
  await heard(told, 'INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT')
  expect(told.map((each) => each.email)).toEqual([undefined, email, email, email, undefined])
  await client.auth.signInWithPassword({ email, password })
  await expect.poll(() => told.at(-1)).toEqual({ event: 'SIGNED_IN', email })
})

test('a listener that is added later learns who is signed in', async () => {
  const { client, email } = await signedUp()
  const told = listen(client)
  await expect.poll(() => told).toEqual([{ event: 'INITIAL_SESSION', email }])
})

test('a session that was ended elsewhere is noticed at the next call to the server', async () => {
  const { client, session } = await signedUp()
  const told = listen(client)
  await heard(told, 'INITIAL_SESSION')
  expect((await admin.signOut(session.access_token, 'global')).error).toBeNull()
  expect((await client.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  await heard(told, 'INITIAL_SESSION', 'SIGNED_OUT')
  expect((await client.auth.getSession()).data.session).toBeNull()
})

test('temporary trouble signs nobody out', async () => {
  const { session } = await signedUp()
  let failures = 0
  const kept = new Map<string, string>()
  const flaky = createClient(url, deps.keys.publishableKey, {
    auth: {
      autoRefreshToken: false,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    },
    global: {
      fetch: (input, init) => {
        if (!String(input).includes('grant_type=refresh_token') || failures++ >= 2) return fetch(input, init)
        return Promise.resolve(new Response('{"code":"request_timeout","message":"later"}', { status: 504 }))
      },
    },
  })
  await flaky.auth.setSession(session)
  const told = listen(flaky)
  const { data, error } = await flaky.auth.refreshSession()
  expect(error).toBeNull()
  expect(failures).toBe(3)
  expect(data.session!.refresh_token).not.toBe(session.refresh_token)
  expect(events(told)).not.toContain('SIGNED_OUT')
})

test('a session can be handed from one client to another', async () => {
  const { session, user } = await signedUp()
  const other = newClient()
  expect((await other.auth.setSession(session)).data.user!.id).toBe(user.id)
  expect((await other.auth.getSession()).data.session!.access_token).toBe(session.access_token)
  // A token that has run out is refreshed on the way.
  const stale: Session = { ...session, access_token: expiredCopyOf(session.access_token) }
  const third = await newClient().auth.setSession(stale)
  expect(third.error).toBeNull()
  expect(third.data.session!.access_token).not.toBe(stale.access_token)
})

/** As it will be when its time is over; nobody needs to believe it. */
function expiredCopyOf(token: string): string {
  const [header, payload, signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString())
  const expired = { ...claims, exp: Math.floor(Date.now() / 1000) - 60 }
  return [header, Buffer.from(JSON.stringify(expired)).toString('base64url'), signature].join('.')
}

test('refreshes of several tabs that share a storage leave all of them signed in', async () => {
  const { session } = await signedUp()
  const tabs = await Promise.all([1, 2, 3, 4, 5].map(async () => newClient()))
  await Promise.all(tabs.map((tab) => tab.auth.setSession(session)))
  const replies = await Promise.all(tabs.map((tab) => tab.auth.refreshSession()))
  expect(replies.map(({ error }) => error)).toEqual([null, null, null, null, null])
  const again = await Promise.all(tabs.map((tab) => tab.auth.refreshSession()))
  expect(again.map(({ error }) => error)).toEqual([null, null, null, null, null])
})

test('the scopes of signing out: others leaves the client signed in, local leaves the others', async () => {
  const { client, email } = await signedUp()
  const other = newClient()
  await other.auth.signInWithPassword({ email, password })
  const told = listen(client)
  expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull()
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await other.auth.getUser()).error).not.toBeNull()
  await other.auth.signInWithPassword({ email, password })
  expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull()
  expect((await other.auth.getUser()).error).toBeNull()
  await expect.poll(() => events(told)).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
})

test('who asked for what: a session answers getClaims without asking the server, and getUserIdentities with it', async () => {
  const { client, user } = await signedUp()
  expect((await client.auth.getClaims()).data!.claims).toMatchObject({ sub: user.id, aal: 'aal1' })
  const { data } = await client.auth.getUserIdentities()
  expect(data!.identities).toMatchObject([{ provider: 'email', user_id: user.id }])
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  expect((await client.auth.mfa.listFactors()).data).toMatchObject({ all: [], totp: [] })
})

test('without a session nothing is sent, and the client says so', async () => {
  const client = newClient()
  for (const { error } of [await client.auth.getUser(), await client.auth.updateUser({ data: {} })]) {
    expect(error).toMatchObject({ name: 'AuthSessionMissingError' })
  }
  expect((await client.auth.refreshSession()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  expect((await client.auth.getSession()).data.session).toBeNull()
})

test('administration: every method of auth.admin', async () => {
  const email = `${randomUUID()}@example.com`
  const created = await admin.createUser({ email, password, email_confirm: true })
  const { id } = created.data.user!
  expect((await admin.getUserById(id)).data.user).toEqual(created.data.user)
  const listed = await admin.listUsers({ page: 1, perPage: 5 })
  expect(listed.data.users[0]!.id).toBe(id)
  expect(listed.data).toMatchObject({ total: expect.any(Number), lastPage: expect.any(Number) })
  const updated = await admin.updateUserById(id, { user_metadata: { team: 'north' } })
  expect(updated.data.user!.user_metadata).toMatchObject({ team: 'north' })
  const link = await admin.generateLink({ type: 'magiclink', email })
  expect(link.data.properties!.action_link).toContain('/auth/v1/verify?token=')
  const invited = await admin.inviteUserByEmail(`${randomUUID()}@example.com`)
  expect(invited.error).toBeNull()

  const client = newClient()
  await client.auth.signInWithPassword({ email, password })
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const factors = await admin.mfa.listFactors({ userId: id })
  expect(factors.data!.factors).toMatchObject([{ id: enrolled.data!.id, status: 'unverified', factor_type: 'totp' }])
  const removed = await admin.mfa.deleteFactor({ userId: id, id: enrolled.data!.id })
  expect(removed.error).toBeNull()
  expect((await admin.mfa.listFactors({ userId: id })).data!.factors).toEqual([])

  const { data } = await client.auth.getSession()
  expect((await admin.signOut(data.session!.access_token, 'global')).error).toBeNull()
  expect((await client.auth.getUser(data.session!.access_token)).error).not.toBeNull()
  expect((await admin.deleteUser(id)).error).toBeNull()
  expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
})

test('neither a visitor’s nor a person’s client may use administration', async () => {
  const { client } = await signedUp()
  for (const auth of [newClient().auth, client.auth]) {
    expect((await auth.admin.listUsers()).error).toMatchObject({ status: 403, code: 'not_admin' })
  }
})

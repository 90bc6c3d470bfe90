import { Client } from 'pg'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'
import { hashPassword } from '../accounts/passwords.ts'

const testing = await testApp()
const { app, deps, databaseUrl } = testing
const { newClient, signedUp } = await authClients(testing)

const me = (token: string) =>
  app.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${token}` } })

test('sign-up gives a confirmed user, a session and a workspace with a trial of seven days', async () => {
  const client = newClient()
  const { data, error } = await client.auth.signUp({
    email: 'Budi.Santoso@Example.com',
    password,
    options: { data: { full_name: 'Budi S.', time_zone: 'Asia/Jakarta' } },
  })
  expect(error).toBeNull()
  const { user, session } = data
  expect(user).toMatchObject({
    aud: 'authenticated',
    role: 'authenticated',
    email: 'budi.santoso@example.com',
    phone: '',
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { full_name: 'Budi S.', email: 'budi.santoso@example.com', sub: user!.id, email_verified: true },
    identities: [{ provider: 'email', id: user!.id, user_id: user!.id, email: 'budi.santoso@example.com' }],
  })
  expect(user!.confirmed_at).toBe(user!.email_confirmed_at)
  for (const absent of ['banned_until', 'deleted_at', 'phone_confirmed_at', 'new_email', 'factors', 'password_hash']) {
    expect(user).not.toHaveProperty(absent)
  }

  const reply = await me(session!.access_token)
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({
    user_id: user!.id,
    email: 'budi.santoso@example.com',
    role: 'owner',
    workspace: { name: "Budi Santoso's deliveries", tier: 'free', time_zone: 'Asia/Jakarta' },
  })
  const { created_at, trial_ends_at } = reply.json().workspace
  expect(Date.parse(trial_ends_at) - Date.parse(created_at)).toBe(7 * 86_400_000)
})

test('the access token has the protocol’s claims and is signed with ES256', async () => {
  const { user, session } = await signedUp()
  expect(decodeProtectedHeader(session.access_token)).toEqual({
    alg: 'ES256',
    typ: 'JWT',
    kid: deps.keys.jwks.keys[0]!.kid,
  })
  const claims = decodeJwt(session.access_token)
  expect(claims).toMatchObject({
    iss: 'http://localhost:3000/auth/v1',
    sub: user.id,
    aud: 'authenticated',
    email: user.email,
    phone: '',
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    is_anonymous: false,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
  })
  expect(claims.exp! - claims.iat!).toBe(3600)
  expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600, expires_at: claims.exp })
})

test('an address can be registered once, whatever its case', async () => {
  const { email } = await signedUp()
  const { error } = await newClient().auth.signUp({ email: email.toUpperCase(), password })
  expect(error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' })
})

test('of two simultaneous sign-ups with one address, one wins, and there is one workspace', async () => {
  const email = 'race@example.com'
  const replies = await Promise.all([1, 2, 3].map(() => newClient().auth.signUp({ email, password })))
  const codes = replies.map((reply) => reply.error?.code ?? 'signed up').sort()
  expect(codes).toEqual(['signed up', 'user_already_exists', 'user_already_exists'])
  const winner = replies.find((reply) => reply.data.session)!
  expect((await me(winner.data.session!.access_token)).statusCode).toBe(200)
})

test('an address that was never confirmed belongs to whoever signs up now, and the earlier password stops working', async () => {
  const { email } = await signedUp()
  await inAuthScope(deps.db, (trx) =>
    trx.updateTable('auth.users').set({ email_confirmed_at: null }).where('email', '=', email).execute(),
  )
  expect((await newClient().auth.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed')
  expect((await newClient().auth.signUp({ email, password: 'a new password' })).error).toBeNull()
  expect((await newClient().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
  expect((await newClient().auth.signInWithPassword({ email, password: 'a new password' })).error).toBeNull()
})

test('sign-in opens a new session; a wrong password and an unknown address get the same answer', async () => {
  const { email, user, session } = await signedUp()
  const { data, error } = await newClient().auth.signInWithPassword({ email: email.toUpperCase(), password })
  expect(error).toBeNull()
  expect(data.user!.id).toBe(user.id)
  expect(decodeJwt(data.session!.access_token).session_id).not.toBe(decodeJwt(session.access_token).session_id)
  expect(data).not.toHaveProperty('weakPassword.reasons')

  const wrong = await newClient().auth.signInWithPassword({ email, password: 'wrong' })
  const unknown = await newClient().auth.signInWithPassword({ email: 'nobody@example.com', password })
  expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  expect({ ...unknown.error }).toEqual({ ...wrong.error })
})

test('no password opens an account without one, not even the dummy password for unknown people', async () => {
  const { email } = await signedUp()
  await inAuthScope(deps.db, (trx) =>
    trx.updateTable('auth.users').set({ password_hash: null }).where('email', '=', email).execute(),
  )
  for (const tried of [password, '', 'nobody has this password']) {
    const { error } = await newClient().auth.signInWithPassword({ email, password: tried })
    expect(error?.code).toBe('invalid_credentials')
  }
})

test('a password that changes while it is being checked opens no session', async () => {
  const { email } = await signedUp()
  let signIn: ReturnType<ReturnType<typeof newClient>['auth']['signInWithPassword']>
  await inAuthScope(deps.db, async (trx) => {
    await trx.updateTable('auth.users').set({ password_hash: 'another' }).where('email', '=', email).execute()
    signIn = newClient().auth.signInWithPassword({ email, password })
    const waiting = () =>
      deps.pool.query(
        'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
      )
    await expect.poll(async () => (await waiting()).rows.length).toBe(1)
  })
  expect((await signIn!).error?.code).toBe('invalid_credentials')
})

test('a banned user is told so only with the right password, and cannot go on working', async () => {
  const { client, email, user, session } = await signedUp()
  await inAuthScope(deps.db, (trx) =>
    trx.updateTable('auth.users').set({ banned_until: '2999-01-01' }).where('id', '=', user.id).execute(),
  )
  expect((await newClient().auth.signInWithPassword({ email, password: 'wrong' })).error?.code).toBe(
    'invalid_credentials',
  )
  expect((await newClient().auth.signInWithPassword({ email, password })).error).toMatchObject({
    status: 400,
    code: 'user_banned',
  })
  expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' })
  expect((await client.auth.refreshSession()).error?.code).toBe('user_banned')
  expect((await me(session.access_token)).json().code).toBe('session_ended')
})

test('a common password is refused when it is chosen; whoever has one signs in and learns of it', async () => {
  const { auth } = newClient()
  const email = 'common@example.com'
  const { error } = await auth.signUp({ email, password: 'Password1' })
  expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
  await auth.signUp({ email, password })
  expect((await auth.updateUser({ password: email })).error).toMatchObject({
    code: 'weak_password',
    reasons: ['pwned'],
  })
  const password_hash = await hashPassword('Password1')
  await inAuthScope(deps.db, (trx) =>
    trx.updateTable('auth.users').set({ password_hash }).where('email', '=', email).execute(),
  )
  const { data } = await newClient().auth.signInWithPassword({ email, password: 'Password1' })
  expect(data).toMatchObject({ session: expect.anything(), weakPassword: { reasons: ['pwned'] } })
})

test('weak or too long passwords are refused, and so are ways to sign in that are switched off', async () => {
  const { auth } = newClient()
  const weak = await auth.signUp({ email: 'weak@example.com', password: '12345' })
  expect(weak.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] })
  expect(weak.error!.message).toBe('Password should be at least 6 characters.')
  // 25 characters, 75 bytes.
  const long = await auth.signUp({ email: 'long@example.com', password: '猫'.repeat(25) })
  expect(long.error).toMatchObject({ status: 400, code: 'validation_failed' })
  expect((await auth.signUp({ email: 'fits@example.com', password: '猫犬'.repeat(12) })).error).toBeNull()
  const none = await auth.signUp({ email: 'none@example.com', password: '' })
  expect(none.error?.message).toBe('Signup requires a valid password')
  const phone = await auth.signUp({ phone: '+628123456789', password })
  expect(phone.error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
  const phoneIn = await auth.signInWithPassword({ phone: '+628123456789', password })
  expect(phoneIn.error).toMatchObject({ status: 422, code: 'phone_provider_disabled' })
  expect((await auth.signInAnonymously()).error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' })
  const token = await auth.signInWithIdToken({ provider: 'google', token: 'a.b.c' })
  expect(token.error).toMatchObject({ status: 400, code: 'provider_disabled' })
})

test('getUser and getClaims agree on who is signed in', async () => {
  const { client, user } = await signedUp()
  expect((await client.auth.getUser()).data.user).toEqual(user)
  const { data, error } = await client.auth.getClaims()
  expect(error).toBeNull()
  expect(data!.claims).toMatchObject({ sub: user.id, email: user.email })
  expect(data!.header.alg).toBe('ES256')
})

test('nothing is stored if the product cannot create the workspace', async () => {
  const owner = new Client({ connectionString: databaseUrl })
  await owner.connect()
  await owner.query('alter table members add constraint refused check (false) not valid')
  const payload = { email: 'late@example.com', password }
  const signUp = () => app.inject({ method: 'POST', url: '/auth/v1/signup', payload })
  const refused = await signUp()
  expect(refused.statusCode).toBe(500)
  expect(refused.json()).toMatchObject({ error_code: 'unexpected_failure', error_id: expect.any(String) })
  const kept = await owner.query(
    `select 1 from auth.users where email = 'late@example.com'
    union all select 1 from workspaces where name = 'Late''s deliveries'`,
  )
  expect(kept.rows).toEqual([])
  await owner.query('alter table members drop constraint refused')
  await owner.end()
  expect((await signUp()).statusCode).toBe(200)
})

import { randomUUID } from 'node:crypto'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { createClient, type AdminUserAttributes } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients, password } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { app, databaseUrl, deps } = testing
const { url, newClient, signedUp } = await authClients(testing)
const { admin } = createClient(url, deps.keys.secretKey, { auth: { persistSession: false } }).auth

const address = () => `${randomUUID()}@example.com`
const me = (token: string) =>
  app.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${token}` } })

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, key?: string) {
  const headers = { authorization: `Bearer ${key ?? deps.keys.secretKey}`, 'x-supabase-api-version': '2024-01-01' }
  const reply = await app.inject({ method, url: `/auth/v1${path}`, headers, ...(payload && { payload }) })
  return { status: reply.statusCode, headers: reply.headers, body: reply.body ? reply.json() : undefined }
}

async function made(attributes: AdminUserAttributes = {}) {
  const { data, error } = await admin.createUser({ email: address(), email_confirm: true, ...attributes })
  if (!data.user) throw error
  return data.user
}

const auditOf = (userId: string) =>
  inAuthScope(deps.db, (trx) =>
    trx.selectFrom('auth.audit_entries').selectAll().where('user_id', '=', userId).orderBy('at').execute(),
  )

describe('creating', () => {
  test('a user made by an administrator can sign in at once and has a workspace', async () => {
    const email = address().toUpperCase()
    const { data, error } = await admin.createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { full_name: 'Ann', workspace_name: 'Ann & co' },
      app_metadata: { plan: 'gold', provider: 'made up' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: email.toLowerCase(),
      aud: 'authenticated',
      role: 'authenticated',
      user_metadata: { full_name: 'Ann', workspace_name: 'Ann & co', email_verified: true },
      app_metadata: { plan: 'gold', provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { sub: data.user!.id, email_verified: true } }],
    })
    expect(data.user!.user_metadata).not.toHaveProperty('sub')
    expect(data.user).not.toHaveProperty('last_sign_in_at')
    const signIn = await newClient().auth.signInWithPassword({ email, password })
    expect(signIn.error).toBeNull()
    expect((await me(signIn.data.session!.access_token)).json()).toMatchObject({
      role: 'owner',
      workspace: { name: 'Ann & co' },
    })
    expect(await auditOf(data.user!.id)).toMatchObject([
      { action: 'user_signedup', actor: 'service_role', actor_id: null },
      { action: 'login', actor_id: data.user!.id },
    ])
  })

  test('an id, a phone number, a role and a ban are taken as given', async () => {
    const id = randomUUID()
    const user = await made({
      id,
      phone: '+49 170 1234567',
      phone_confirm: true,
      role: 'dispatcher',
      ban_duration: '36h',
    })
    expect(user).toMatchObject({ id, phone: '491701234567', role: 'dispatcher' })
    expect(user.identities!.map(({ provider }) => provider).sort()).toEqual(['email', 'phone'])
    expect(user.app_metadata.providers).toEqual(['email', 'phone'])
    const bannedFor = Date.parse((user as { banned_until?: string }).banned_until!) - Date.parse(user.created_at)
    expect(bannedFor).toBe(36 * 3_600_000)
    const onlyPhone = await admin.createUser({ phone: '15550001111', password })
    expect(onlyPhone.data.user).toMatchObject({ email: '', phone: '15550001111', app_metadata: { provider: 'phone' } })
    expect(onlyPhone.data.user).not.toHaveProperty('phone_confirmed_at')
  })

  test('without confirmation the address waits for it, and without a password none opens the account', async () => {
    const email = address()
    const { data } = await admin.createUser({ email, password })
    expect(data.user).not.toHaveProperty('email_confirmed_at')
    expect(data.user!.identities![0]!.identity_data).toMatchObject({ email_verified: false })
    expect((await newClient().auth.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed')
    const { email: bare } = await made()
    for (const tried of ['', password]) {
      const { body } = await call('POST', '/token?grant_type=password', { email: bare, password: tried })
      expect(body.code).toBe('invalid_credentials')
    }
  })

  test('an imported bcrypt hash opens the account, and is replaced by argon2id at the first sign-in', async () => {
    const password_hash = (await bcrypt(password, 4)).replace('$2b$', '$2a$')
    const user = await made({ password_hash } as AdminUserAttributes)
    const stored = async () =>
      (
        await inAuthScope(deps.db, (trx) =>
          trx.selectFrom('auth.users').select('password_hash').where('id', '=', user.id).executeTakeFirstOrThrow(),
        )
      ).password_hash
    const signIn = (tried: string) => newClient().auth.signInWithPassword({ email: user.email!, password: tried })
    expect((await signIn('wrong')).error?.code).toBe('invalid_credentials')
    expect(await stored()).toBe(password_hash)
    // Two devices at once: each replaces the hash that the other looked at.
    const replies = await Promise.all([signIn(password), signIn(password)])
    expect(replies.map((reply) => reply.error)).toEqual([null, null])
    expect(await stored()).toMatch(/^\$argon2id\$/)
    expect((await signIn('wrong')).error?.code).toBe('invalid_credentials')
    expect((await signIn(password)).error).toBeNull()
  })

  test.each([
    [{}, 400, 'validation_failed', 'Cannot create a user without either an email or phone'],
    [{ email: 'x' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
    [{ phone: '0170' }, 400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
    [{ email: 'a@example.com', password: '123' }, 422, 'weak_password', 'at least 6'],
    [{ email: 'a@example.com', password: 'x'.repeat(73) }, 400, 'validation_failed', 'longer than 72'],
    [{ email: 'a@example.com', password, password_hash: '$2a$' }, 400, 'validation_failed', 'Only a password or'],
    [{ email: 'a@example.com', password_hash: 'md5' }, 400, 'validation_failed', 'bcrypt or argon2id'],
    [{ email: 'a@example.com', password_hash: '$fbscrypt$v=1' }, 400, 'validation_failed', 'fbscrypt'],
    [{ email: 'a@example.com', id: 'me' }, 400, 'validation_failed', 'ID must conform to the uuid v4 format'],
    [
      { email: 'a@example.com', id: '00000000-0000-0000-0000-000000000000' },
      400,
      'validation_failed',
      'ID cannot be a nil uuid',
    ],
    [{ email: 'a@example.com', ban_duration: 'for ever' }, 400, 'validation_failed', 'invalid format for ban duration'],
    [{ email: 'a@example.com', ban_duration: '-1h' }, 400, 'validation_failed', 'invalid format for ban duration'],
    [{ email: 'a@example.com', ban_duration: '99999999999h' }, 400, 'validation_failed', 'invalid format'],
    [{ email: 'a@example.com', aud: 'other' }, 400, 'validation_failed', 'only audience'],
    [{ email: 'a@example.com', role: 'x\0' }, 400, 'validation_failed', 'role'],
    [{ email: 'a@example.com', role: 'x'.repeat(101) }, 400, 'bad_json', 'role'],
    [{ email: 'a@example.com', app_metadata: { x: 'x'.repeat(9000) } }, 400, 'validation_failed', 'larger than'],
    [{ email: 'a@example.com', user_metadata: [] }, 400, 'bad_json', 'user_metadata'],
    [{ email: 'a@example.com', email_confirm: 'yes' }, 400, 'bad_json', 'email_confirm'],
    [{ email: { $ne: '' } }, 400, 'bad_json', 'email'],
  ])('%j is refused', async (body, status, code, text) => {
    const reply = await call('POST', '/admin/users', body)
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(reply.body.message).toContain(text)
  })

  test('an address, number or id that somebody has is refused, also when two come at once', async () => {
    const { email } = await signedUp()
    expect((await admin.createUser({ email: email.toUpperCase() })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
      message: 'A user with this email address has already been registered',
    })
    const { id } = await made({ phone: '+15550002222' })
    expect((await admin.createUser({ phone: '15550002222' })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
      message: 'Phone number already registered by another user',
    })
    expect((await admin.createUser({ id, email: address() })).error).toMatchObject({ status: 422 })
    const twice = address()
    const codes = await Promise.all([1, 2, 3].map(async () => (await admin.createUser({ email: twice })).error?.code))
    expect(codes.map(String).sort()).toEqual(['email_exists', 'email_exists', 'undefined'])
  })
})

describe('reading', () => {
  test('a user is read by id; unknown and odd ids are refused', async () => {
    const { user } = await signedUp()
    expect((await admin.getUserById(user.id)).data.user).toEqual(user)
    expect((await admin.getUserById(randomUUID())).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
      message: 'User not found',
    })
    expect(await call('GET', '/admin/users/me')).toMatchObject({
      status: 404,
      body: { code: 'validation_failed', message: 'user_id must be an UUID' },
    })
  })

  test('the list comes in pages, with the total and the links that the client reads', async () => {
    const prefix = `page-${randomUUID()}`
    const ids: string[] = []
    for (let i = 0; i < 7; i++) ids.unshift((await made({ email: `${prefix}-${i}@example.com` })).id)
    const page = async (more: string) => call('GET', `/admin/users?${more}&filter=${prefix}`)
    const first = await page('page=1&per_page=3')
    expect(first.body.users.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 3))
    expect(first.body).toMatchObject({ aud: 'authenticated', users: [{ identities: [{ provider: 'email' }] }, {}, {}] })
    expect(first.headers).toMatchObject({
      'x-total-count': '7',
      link:
        `</admin/users?page=2&per_page=3&filter=${prefix}>; rel="next", ` +
        `</admin/users?page=3&per_page=3&filter=${prefix}>; rel="last"`,
    })
    const last = await page('page=3&per_page=3')
    expect(last.body.users.map(({ id }: { id: string }) => id)).toEqual(ids.slice(6))
    expect(last.headers.link).toBe(`</admin/users?page=3&per_page=3&filter=${prefix}>; rel="last"`)
    expect((await page('page=4&per_page=3')).body.users).toEqual([])

    const { data } = await admin.listUsers({ page: 1, perPage: 2 })
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2 })
    expect((data as { total: number }).total).toBeGreaterThanOrEqual(7)
    expect((await admin.listUsers()).data.users.length).toBeGreaterThan(2)
  })

  test('the list can be sorted, and looked through by address, number and name; wildcards are letters', async () => {
    const name = `Zoë ${randomUUID()}`
    const one = await made({ email: `b-${randomUUID()}@example.com`, user_metadata: { full_name: name } })
    const two = await made({ email: `a-${randomUUID()}@example.com`, user_metadata: { full_name: name } })
    const found = async (query: string) => {
      const { status, body } = await call('GET', `/admin/users?${query}`)
      return status === 200 ? body.users.map(({ id }: { id: string }) => id) : body.message
    }
    const filter = `filter=${encodeURIComponent(name.toUpperCase())}`
    expect(await found(filter)).toEqual([two.id, one.id])
    expect(await found(`${filter}&sort=created_at%20asc`)).toEqual([one.id, two.id])
    expect(await found(`${filter}&sort=email+desc`)).toEqual([one.id, two.id])
    expect(await found(`${filter}&sort=email`)).toEqual([two.id, one.id])
    expect(await found('filter=%25')).toEqual([])
    expect(await found('filter=_')).toEqual([])
    expect(await found(`filter=${encodeURIComponent('\' or 1=1 --, ; "')}`)).toEqual([])
    expect(await found('filter=%00')).toContain('characters')
    expect(await found('sort=password_hash')).toContain('Bad Sort Parameters')
    expect(await found('sort=email;drop')).toContain('Bad Sort Parameters')
    const odd = await call('GET', '/admin/users?filter=a,b%3B%22')
    expect(odd.headers.link).toBe('</admin/users?page=1&per_page=50&filter=a%2Cb%3B%22>; rel="last"')
  })

  test.each(['page=-1', 'page=x', 'per_page=1.5', 'per_page=-2', 'page=9999999999', 'page=1&page=2'])(
    'pagination with %s is refused',
    async (query) => {
      const { status, body } = await call('GET', `/admin/users?${query}`)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
      expect(body.message).toMatch(/^Bad Pagination Parameters: /)
    },
  )

  test('empty pagination means the usual, and no page is longer than 1000', async () => {
    expect((await call('GET', '/admin/users?page=&per_page=')).headers.link).toContain('page=1&per_page=50>')
    expect((await call('GET', '/admin/users?page=0&per_page=5000')).headers.link).toContain('page=1&per_page=1000>')
  })
})

describe('changing', () => {
  test('addresses, confirmation and metadata change at once', async () => {
    const { user } = await signedUp({ full_name: 'Old', city: 'Jakarta' })
    const email = address()
    const { data, error } = await admin.updateUserById(user.id, {
      email: email.toUpperCase(),
      phone: '+15550003333',
      phone_confirm: true,
      user_metadata: { full_name: 'New', city: null },
      app_metadata: { plan: 'gold' },
      role: 'support',
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      phone: '15550003333',
      role: 'support',
      user_metadata: { full_name: 'New', email },
      app_metadata: { plan: 'gold', provider: 'email', providers: ['email', 'phone'] },
    })
    expect(data.user!.user_metadata).not.toHaveProperty('city')
    expect(data.user!.phone_confirmed_at).toBeDefined()
    const identities = Object.fromEntries(data.user!.identities!.map((each) => [each.provider, each.identity_data]))
    expect(identities).toMatchObject({
      email: { email, email_verified: true },
      phone: { phone: '15550003333', phone_verified: true },
    })
    expect((await admin.updateUserById(user.id, { app_metadata: { plan: null } })).data.user!.app_metadata).toEqual({
      provider: 'email',
      providers: ['email', 'phone'],
    })
    expect((await newClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('a new password ends every session', async () => {
    const { client, email, user, session } = await signedUp()
    expect((await admin.updateUserById(user.id, { password: 'another password' })).error).toBeNull()
    expect((await client.auth.getUser(session.access_token)).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await newClient().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
    const again = await newClient().auth.signInWithPassword({ email, password: 'another password' })
    expect(again.error).toBeNull()
  })

  test('a ban holds until it is over or taken back', async () => {
    const { client, email, user, session } = await signedUp()
    await admin.updateUserById(user.id, { ban_duration: '1h30m' })
    expect((await client.auth.getUser(session.access_token)).error?.code).toBe('user_banned')
    expect((await me(session.access_token)).statusCode).toBe(401)
    expect((await newClient().auth.signInWithPassword({ email, password })).error?.code).toBe('user_banned')
    const { data } = await admin.updateUserById(user.id, { ban_duration: 'none' })
    expect(data.user).not.toHaveProperty('banned_until')
    expect((await client.auth.getUser(session.access_token)).error).toBeNull()
    expect((await auditOf(user.id)).map(({ action }) => action)).toContain('user_banned')
  })

  test('an address that somebody else has, and a user that is not there, are refused', async () => {
    const [{ user, client, session }, other] = [await signedUp(), await signedUp()]
    expect((await admin.updateUserById(user.id, { email: other.email })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
    expect((await client.auth.getUser(session.access_token)).data.user!.email).toBe(user.email)
    expect((await admin.updateUserById(randomUUID(), { password })).error).toMatchObject({ status: 404 })
    expect((await call('PUT', `/admin/users/${user.id}`)).body.code).toBe('bad_json')
    expect((await call('PUT', '/admin/users/x', {})).status).toBe(404)
  })
})

describe('deleting', () => {
  /** Counted as the owner of the tables, whom no policy binds. */
  async function count(statement: string, id: string): Promise<number> {
    const owner = new Client({ connectionString: databaseUrl })
    await owner.connect()
    const { rows } = await owner.query(`select count(*)::int as count from (${statement}) rows`, [id])
    await owner.end()
    return rows[0].count
  }
  const rowsOf = (userId: string) =>
    count(
      `select id from auth.identities where user_id = $1 union all
       select id from auth.sessions where user_id = $1 union all
       select id from auth.factors where user_id = $1`,
      userId,
    )

  test('for good: everything of the person goes, and a workspace that nobody else owns with it', async () => {
    const { client, email, user, session } = await signedUp()
    const { workspace } = (await me(session.access_token)).json()
    expect((await admin.deleteUser(user.id)).error).toBeNull()
    expect((await admin.getUserById(user.id)).error?.code).toBe('user_not_found')
    expect((await client.auth.getUser(session.access_token)).error?.code).toBe('user_not_found')
    expect((await me(session.access_token)).json().code).toBe('session_ended')
    expect((await client.auth.refreshSession(session)).error?.code).toBe('refresh_token_not_found')
    expect(await rowsOf(user.id)).toBe(0)
    expect(await count('select from workspaces where id = $1', workspace.id)).toBe(0)
    expect((await admin.deleteUser(user.id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    // The log outlives the person, and the address is free again.
    expect((await auditOf(user.id)).at(-1)).toMatchObject({ action: 'user_deleted', actor: 'service_role' })
    expect((await newClient().auth.signUp({ email, password })).error).toBeNull()
  })

  test('softly: an empty row stays, nobody signs in, and the address is free again', async () => {
    const { client, email, user, session } = await signedUp({ full_name: 'Secret Name' })
    expect((await admin.deleteUser(user.id, true)).error).toBeNull()
    const { data } = await admin.getUserById(user.id)
    expect(data.user).toMatchObject({ id: user.id, identities: [], user_metadata: {}, app_metadata: {} })
    expect(data.user).toHaveProperty('deleted_at')
    expect(JSON.stringify(data.user)).not.toMatch(new RegExp(`${email}|Secret Name`))
    expect(await rowsOf(user.id)).toBe(0)
    expect((await client.auth.getUser(session.access_token)).error?.code).toBe('user_not_found')
    expect((await newClient().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
    expect((await admin.updateUserById(user.id, { email: address() })).error?.code).toBe('user_not_found')
    expect((await newClient().auth.signUp({ email, password })).error).toBeNull()
    // Once more is no mistake, and afterwards it can go for good.
    expect((await admin.deleteUser(user.id, true)).error).toBeNull()
    expect((await admin.deleteUser(user.id)).error).toBeNull()
    expect((await admin.getUserById(user.id)).error?.code).toBe('user_not_found')
  })

  test('a delete without a body is for good; an odd body is refused', async () => {
    const { id } = await made()
    expect((await call('DELETE', `/admin/users/${id}`, { should_soft_delete: 'yes' })).body.code).toBe('bad_json')
    expect(await call('DELETE', `/admin/users/${id}`)).toMatchObject({ status: 200, body: {} })
    expect((await call('GET', `/admin/users/${id}`)).status).toBe(404)
  })
})

describe('who may', () => {
  const sign = (claims: object) => deps.keys.sign(claims as never)
  const soon = () => Math.floor(Date.now() / 1000) + 60

  test('the secret key, and a token with an administrator’s role, which needs no person, session or end', async () => {
    for (const key of [
      deps.keys.secretKey,
      await sign({ role: 'service_role' }),
      await sign({ role: 'supabase_admin', sub: 'me' }),
    ]) {
      expect((await call('GET', '/admin/users', undefined, key)).status).toBe(200)
    }
    const bare = await app.inject({ url: '/auth/v1/admin/users', headers: { apikey: deps.keys.secretKey } })
    expect(bare.statusCode).toBe(200)
  })

  test('nobody else, on any of the endpoints', async () => {
    const { session, user } = await signedUp()
    const id = user.id
    const endpoints = [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', `/admin/users/${id}`],
      ['PUT', `/admin/users/${id}`],
      ['DELETE', `/admin/users/${id}`],
      ['GET', `/admin/users/${id}/factors`],
      ['PUT', `/admin/users/${id}/factors/${id}`],
      ['DELETE', `/admin/users/${id}/factors/${id}`],
      ['GET', `/admin/users/${id}/passkeys`],
      ['DELETE', `/admin/users/${id}/passkeys/${id}`],
      ['GET', '/admin/audit'],
      ['POST', '/invite'],
      ['POST', '/admin/generate_link'],
      ['GET', '/admin/sso/providers'],
      ['GET', '/admin/custom-providers'],
      ['POST', '/admin/oauth/clients'],
    ] as const
    for (const [method, path] of endpoints) {
      for (const key of [
        session.access_token,
        deps.keys.publishableKey,
        await sign({ role: 'anon' }),
        await sign({}),
      ]) {
        const { status, body } = await call(method, path, {}, key)
        expect([path, status, body.code, body.message]).toEqual([path, 403, 'not_admin', 'User not allowed'])
      }
      for (const key of ['sb_secret_wrong', await sign({ role: 'service_role', exp: soon() - 3600 })]) {
        expect((await call(method, path, {}, key)).body.code).toBe('bad_jwt')
      }
      const none = await app.inject({ method, url: `/auth/v1${path}`, payload: {} })
      expect([none.statusCode, none.json().error_code]).toEqual([401, 'no_authorization'])
      const wrong = await app.inject({
        method,
        url: `/auth/v1${path}`,
        payload: {},
        headers: { apikey: 'sb_secret_x' },
      })
      expect(wrong.statusCode).toBe(401)
    }
  })

  test('a person who was given the role loses it with their session', async () => {
    const { client, email, user } = await signedUp()
    await admin.updateUserById(user.id, { role: 'service_role' })
    const { data } = await newClient().auth.signInWithPassword({ email, password })
    const token = data.session!.access_token
    expect(decodeJwt(token).role).toBe('service_role')
    expect((await call('GET', '/admin/users', undefined, token)).status).toBe(200)
    await client.auth.signOut({ scope: 'global' })
    expect((await call('GET', '/admin/users', undefined, token)).body.code).toBe('session_not_found')
  })

  test('a role cannot be taken by whoever signs up or changes their account', async () => {
    const { client } = await signedUp({ role: 'service_role' })
    await client.auth.updateUser({ data: { role: 'service_role' } })
    const { data } = await client.auth.refreshSession()
    expect(decodeJwt(data.session!.access_token).role).toBe('authenticated')
  })

  test('what this server does not offer says so', async () => {
    expect((await call('GET', '/admin/sso/providers')).body).toEqual({
      code: 'saml_provider_disabled',
      message: 'SAML 2.0 is disabled',
    })
    for (const [method, path] of [
      ['PUT', '/admin/sso/providers/x'],
      ['POST', '/admin/custom-providers'],
      ['DELETE', '/admin/custom-providers/x'],
      ['POST', '/admin/oauth/clients'],
    ] as const) {
      expect((await call(method, path, {})).status).toBe(404)
    }
  })
})

test('the log is read in pages and looked through, the newest first', async () => {
  const { user, email, client } = await signedUp()
  await client.auth.signOut()
  await newClient().auth.signInWithPassword({ email, password: 'wrong' })
  await admin.updateUserById(user.id, { ban_duration: '1h' })
  const read = async (query: string) => {
    const { body, headers } = await call('GET', `/admin/audit?query=${encodeURIComponent(query)}`)
    return { actions: body.map((entry: any) => entry.payload.action), first: body[0], headers }
  }
  const mine = await read(`user:${user.id}`)
  expect(mine.actions).toEqual(expect.arrayContaining(['user_modified', 'user_banned', 'login_failed', 'logout']))
  expect(mine.first).toMatchObject({
    id: expect.any(String),
    payload: { actor_username: 'service_role', user_id: user.id },
    created_at: expect.any(String),
    ip_address: '127.0.0.1',
  })
  expect(new Set((await read('action:login_failed')).actions)).toEqual(new Set(['login_failed']))
  expect((await read(`author:${email}`)).actions).toContain('logout')
  expect((await read("user:' or 1=1")).actions).toEqual([])
  expect((await read('no such thing')).actions).toEqual([])
  const page = await call('GET', '/admin/audit?page=1&per_page=2')
  expect(page.body).toHaveLength(2)
  expect(page.headers.link).toContain('</admin/audit?page=2&per_page=2>; rel="next"')
  expect((await call('GET', '/admin/audit?page=x')).status).toBe(400)
})

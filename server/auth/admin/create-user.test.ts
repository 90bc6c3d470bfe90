import { randomUUID } from 'node:crypto'
import { hash as bcrypt } from '@node-rs/bcrypt'
import type { AdminUserAttributes } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { address, administrator } from '../../testing/administrator.ts'
import { password } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { deps } = testing
const { admin, auditOf, call, made, me, newClient, signedUp } = await administrator(testing)

describe('creating', () => {
  test('a user created by an administrator can sign in at once and has a workspace', async () => {
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

  test('an id, a phone number, a role and a ban are set as given', async () => {
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

  test('the first identity is the one that app_metadata names', async () => {
    for (let i = 0; i < 5; i++) {
      const both = { email: address(), phone: `1555000${7000 + i}`, password, email_confirm: true }
      const { data } = await admin.createUser(both)
      expect(data.user!.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'phone'] })
      const providers = (user: typeof data.user) => user!.identities!.map(({ provider }) => provider)
      expect(providers(data.user)).toEqual(['email', 'phone'])
    }
    // An address that was added so soon afterwards that both identities have the same time.
    const phoneFirst = { email: address(), phone: '15550007999', password, email_confirm: true }
    const { data } = await admin.createUser({ phone: phoneFirst.phone, password })
    await admin.updateUserById(data.user!.id, phoneFirst)
    await inAuthScope(deps.db, (trx) => trx.updateTable('auth.identities').set({ created_at: deps.now() }).execute())
    const { data: signedIn } = await newClient().auth.signInWithPassword({ email: phoneFirst.email, password })
    expect(signedIn.user!.app_metadata.provider).toBe('phone')
    expect(signedIn.user!.identities!.map(({ provider }) => provider)).toEqual(['phone', 'email'])
  })

  test('without confirmation, the address is unconfirmed; without a password, no password works', async () => {
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

  test('an address, number or id that is taken is refused, even when two requests arrive at once', async () => {
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

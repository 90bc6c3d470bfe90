import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { address, administrator } from '../../testing/administrator.ts'
import { password } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { admin, auditOf, call, me, newClient, signedUp } = await administrator(testing)

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

  test('a ban lasts until it expires or is lifted', async () => {
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

  test('somebody else’s address and an unknown user are refused', async () => {
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

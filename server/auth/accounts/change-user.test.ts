import { expect, test } from 'vitest'
import { authClients, password } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { app } = testing
const { newClient, signedUp } = await authClients(testing)

test('metadata is merged; null removes a member', async () => {
  const { client, user } = await signedUp({ team: 'north', color: 'red' })
  const { data, error } = await client.auth.updateUser({ data: { color: null, depth: { kept: null } } })
  expect(error).toBeNull()
  expect(data.user!.user_metadata).toMatchObject({ team: 'north', sub: user.id, depth: { kept: null } })
  expect(data.user!.user_metadata).not.toHaveProperty('color')
  expect((await client.auth.getUser()).data.user).toEqual(data.user)
})

test('simultaneous changes are all kept', async () => {
  const { client, session } = await signedUp()
  const change = (data: object) =>
    app.inject({
      method: 'PUT',
      url: '/auth/v1/user',
      headers: { authorization: `Bearer ${session.access_token}` },
      payload: { data },
    })
  const replies = await Promise.all(['a', 'b', 'c', 'd'].map((name) => change({ [name]: 1 })))
  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200])
  expect((await client.auth.getUser()).data.user!.user_metadata).toMatchObject({ a: 1, b: 1, c: 1, d: 1 })
})

test('a new password ends the other sessions and keeps this one', async () => {
  const { client, email } = await signedUp()
  const other = newClient()
  await other.auth.signInWithPassword({ email, password })
  const { error } = await client.auth.updateUser({ password: 'another password' })
  expect(error).toBeNull()
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await client.auth.refreshSession()).error).toBeNull()
  expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  expect((await newClient().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
  expect((await newClient().auth.signInWithPassword({ email, password: 'another password' })).error).toBeNull()
})

test('the same or a weak password is refused, and nothing else in that call is applied', async () => {
  const { client } = await signedUp()
  expect((await client.auth.updateUser({ password, data: { applied: true } })).error).toMatchObject({
    status: 422,
    code: 'same_password',
    message: 'New password should be different from the old password.',
  })
  expect((await client.auth.updateUser({ password: '12345' })).error).toMatchObject({
    status: 422,
    code: 'weak_password',
    reasons: ['length'],
  })
  expect((await client.auth.getUser()).data.user!.user_metadata).not.toHaveProperty('applied')
})

test('a new address applies at once, in the identity too, and the old one is free again', async () => {
  const { client, email, user } = await signedUp()
  const { data, error } = await client.auth.updateUser({ email: 'New.Address@example.com' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    id: user.id,
    email: 'new.address@example.com',
    user_metadata: { email: 'new.address@example.com' },
    identities: [{ email: 'new.address@example.com', identity_data: { email: 'new.address@example.com' } }],
  })
  expect(data.user).not.toHaveProperty('new_email')
  expect((await newClient().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
  expect((await newClient().auth.signInWithPassword({ email: 'new.address@example.com', password })).error).toBeNull()
  expect((await newClient().auth.signUp({ email, password })).error).toBeNull()
})

test('somebody else’s address and an invalid one are refused', async () => {
  const [mine, theirs] = [await signedUp(), await signedUp()]
  expect((await mine.client.auth.updateUser({ email: theirs.email.toUpperCase() })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
    message: 'A user with this email address has already been registered',
  })
  expect((await mine.client.auth.updateUser({ email: 'none' })).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
  })
  expect((await mine.client.auth.updateUser({ phone: '+628123456789' })).error?.code).toBe('phone_provider_disabled')
})

test('two people who want one free address at the same moment do not both get it', async () => {
  const people = await Promise.all([signedUp(), signedUp()])
  const replies = await Promise.all(people.map(({ client }) => client.auth.updateUser({ email: 'wanted@example.com' })))
  expect(replies.map((reply) => reply.error?.code ?? 'ok').sort()).toEqual(['email_exists', 'ok'])
})

test('nobody can change their own app_metadata', async () => {
  const { client, session } = await signedUp()
  const reply = await app.inject({
    method: 'PUT',
    url: '/auth/v1/user',
    headers: { authorization: `Bearer ${session.access_token}`, 'x-supabase-api-version': '2024-01-01' },
    payload: { app_metadata: { role: 'owner of everything' } },
  })
  expect(reply.statusCode).toBe(403)
  expect(reply.json()).toEqual({ code: 'not_admin', message: 'User not allowed' })
  expect((await client.auth.getUser()).data.user!.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
})

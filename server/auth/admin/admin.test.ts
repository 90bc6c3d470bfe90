import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { administrator } from '../../testing/administrator.ts'
import { password } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { app, deps } = testing
const { admin, call, newClient, signedUp } = await administrator(testing)

describe('who may', () => {
  const sign = (claims: object) => deps.keys.sign(claims as never)
  const soon = () => Math.floor(Date.now() / 1000) + 60

  test('the secret key, and a token with an administrator’s role, even without a person, session or expiry', async () => {
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

  test('nobody can give themselves a role by signing up or changing their account', async () => {
    const { client } = await signedUp({ role: 'service_role' })
    await client.auth.updateUser({ data: { role: 'service_role' } })
    const { data } = await client.auth.refreshSession()
    expect(decodeJwt(data.session!.access_token).role).toBe('authenticated')
  })

  test('what this server does not offer is answered as such', async () => {
    expect((await call('GET', '/admin/sso/providers')).body).toEqual({
      code: 'saml_provider_disabled',
      message: 'SAML 2.0 is disabled',
    })
    for (const [method, path] of [
      ['PUT', '/admin/sso/providers/x'],
      ['POST', '/admin/custom-providers'],
      ['DELETE', '/admin/custom-providers/x'],
    ] as const) {
      expect((await call(method, path, {})).status).toBe(404)
    }
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { authCalls } from '../../testing/auth-calls.ts'
import { password } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { call, signIn } = authCalls(testing)

describe('errors', () => {
  const wrong = { email: 'nobody@example.com', password: 'wrong' }

  test('without a version, or with an old or malformed one, they have the initial format', async () => {
    for (const headers of [{}, { 'x-supabase-api-version': '2023-12-31' }, { 'x-supabase-api-version': 'newest' }]) {
      const reply = await signIn(wrong, headers as Record<string, string>)
      expect(reply).toMatchObject({
        status: 400,
        body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
      })
      expect(Object.keys(reply.body)).toHaveLength(3)
      expect(reply.headers['x-sb-error-code']).toBe('invalid_credentials')
      expect(reply.headers).not.toHaveProperty('x-supabase-api-version')
    }
  })

  test('from version 2024-01-01 on they have the newer format, and the reply names it', async () => {
    for (const version of ['2024-01-01', '2026-05-05']) {
      const reply = await signIn(wrong, { 'x-supabase-api-version': version })
      expect(reply.status).toBe(400)
      expect(reply.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
      expect(reply.headers).toMatchObject({
        'x-sb-error-code': 'invalid_credentials',
        'x-supabase-api-version': '2024-01-01',
      })
    }
  })

  test('a weak password is refused with its reasons in both formats', async () => {
    const payload = { email: 'weak@example.com', password: '12345' }
    const old = await call('POST', '/signup', { payload })
    expect(old.body).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: 'Password should be at least 6 characters.',
      weak_password: { reasons: ['length'] },
    })
    const named = await call('POST', '/signup', { payload, headers: { 'x-supabase-api-version': '2024-01-01' } })
    expect(named.body).toMatchObject({ code: 'weak_password', weak_password: { reasons: ['length'] } })
  })

  test('grants that are not offered answer honestly', async () => {
    const grant = async (type: string, payload: object) => {
      const { status, body } = await call('POST', `/token?grant_type=${type}`, { payload })
      return [status, body.error_code ?? body.error, body.msg ?? body.error_description]
    }
    expect(await grant('device', {})).toEqual([400, 'invalid_credentials', 'unsupported_grant_type'])
    expect(await grant('pkce', { auth_code: '', code_verifier: null })).toEqual([
      400,
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    ])
    expect(await grant('pkce', { auth_code: randomUUID(), code_verifier: 'v' })).toEqual([
      404,
      'flow_state_not_found',
      'invalid flow state, no valid flow state found',
    ])
    expect(await grant('id_token', {})).toEqual([400, 'invalid request', 'id_token required'])
    expect(await grant('id_token', { id_token: 'x' })).toEqual([
      400,
      'invalid request',
      'provider or client_id and issuer required',
    ])
    expect(await grant('id_token', { id_token: 'x', provider: 'constructor' })).toEqual([
      400,
      'validation_failed',
      'Custom OIDC provider "constructor" not allowed',
    ])
    expect(await grant('web3', {})).toEqual([422, 'web3_provider_disabled', 'Web3 provider is disabled'])
    expect((await call('POST', '/sso/saml', { payload: {} })).status).toBe(404)
  })

  test('half a PKCE pair is refused, and an empty one counts as none', async () => {
    const payload = { email: 'pkce@example.com', password, code_challenge: 'x'.repeat(43) }
    expect((await call('POST', '/signup', { payload })).body.msg).toBe(
      'PKCE flow requires code_challenge_method and code_challenge',
    )
    const none = { ...payload, code_challenge: null, code_challenge_method: '' }
    expect((await call('POST', '/signup', { payload: none })).status).toBe(200)
  })
})

import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { authClients } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp(({ config }) => ({
  config: {
    ...config,
    auth: { ...config.auth, passkeys: readConfig({ PUBLIC_URL: 'http://karta.example' }).auth.passkeys },
  },
}))
const { app } = testing
const { signedUp, url } = await authClients(testing)

test('where browsers allow no passkeys, neither passkeys nor security keys are offered', async () => {
  const { client, session } = await signedUp()
  expect((await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })).error).toMatchObject({
    status: 422,
    code: 'mfa_webauthn_enroll_not_enabled',
    message: 'MFA enroll is disabled for WebAuthn',
  })
  const off = { status: 404, code: 'passkey_disabled', message: 'Passkeys are disabled' }
  expect((await client.auth.passkey.startRegistration()).error).toMatchObject(off)
  expect((await client.auth.passkey.startAuthentication()).error).toMatchObject(off)
  expect((await client.auth.passkey.list()).error).toMatchObject(off)
  const reply = await app.inject({ method: 'GET', url: '/auth/v1/settings' })
  expect(reply.json()).toMatchObject({ passkeys_enabled: false })
  for (const [method, path] of [
    ['POST', 'registration/verify'],
    ['POST', 'authentication/verify'],
    ['PATCH', 'x'],
    ['DELETE', 'x'],
  ]) {
    const answer = await fetch(`${url}/auth/v1/passkeys/${path}`, {
      method: method!,
      headers: { authorization: `Bearer ${session.access_token}` },
      body: '{}',
    })
    expect([method, path, answer.status, (await answer.json()).error_code]).toEqual([
      method,
      path,
      404,
      'passkey_disabled',
    ])
  }
})

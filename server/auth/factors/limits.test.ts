import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { authClients } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const settings = readConfig({ AUTH_RATE_LIMIT_FACTORS: '3', AUTH_ISSUER_NAME: 'Kurir Kilat' })
const testing = await testApp(({ config }) => ({
  config: {
    ...config,
    limits: { ...config.limits, factors: settings.limits.factors },
    auth: {
      ...config.auth,
      issuerName: settings.auth.issuerName,
    },
  },
}))
const { signedUp } = await authClients(testing)

test('one network address may only try so many codes, whoever they belong to', async () => {
  const { client } = await signedUp()
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const verify = (factorId: string) =>
    client.auth.mfa.verify({ factorId, challengeId: factorId, code: '123456' }).then(({ error }) => error)
  for (let count = 0; count < 3; count++) expect((await verify(data!.id))?.code).toBe('mfa_factor_not_found')
  const refused = { status: 429, code: 'over_request_rate_limit', message: 'Request rate limit reached' }
  expect(await verify(data!.id)).toMatchObject(refused)
  const other = await signedUp()
  const { error } = await other.client.auth.mfa.verify({ factorId: data!.id, challengeId: data!.id, code: '123456' })
  expect(error).toMatchObject(refused)
})

test('authenticator apps show the name that is set', async () => {
  const { client } = await signedUp()
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
  expect(data!.totp.uri).toMatch(/^otpauth:\/\/totp\/Kurir%20Kilat:.*issuer=Kurir%20Kilat&/)
})

import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

test('beyond the limit the answer is 429 in the protocol’s words; each endpoint counts for itself', async () => {
  const limited = await testApp(({ config }) => ({
    config: { ...config, limits: { ...config.limits, token: 2, signUp: 1 } },
  }))
  const post = (path: string) => limited.app.inject({ method: 'POST', url: `/auth/v1${path}`, payload: {} })
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await post('/token?grant_type=password')).statusCode)
  expect(statuses).toEqual([400, 400, 429])
  expect((await post('/signup')).statusCode).toBe(422)
  const refused = await post('/signup')
  expect(refused.json()).toEqual({
    code: 429,
    error_code: 'over_request_rate_limit',
    msg: 'Request rate limit reached',
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

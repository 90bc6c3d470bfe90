import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import * as keys from '#domain/api/api-keys.ts'
import { AppError, errors, type ErrorCode } from '#domain/errors.ts'
import { answers, AuthError, registerAuthErrors, type AuthCode } from '../auth/protocol/errors.ts'
import { testApp } from '../testing/test-app.ts'
import { registerErrors } from './errors.ts'
import { buildApp } from '../app.ts'
import { openLimiter } from './rate-limit.ts'
import { writeApiKey } from './key-format.ts'

const limits = { api: 5, site: 4, token: 2, logs: 3, contact: 5 }
const { app, deps, as, makeMember, signToken } = await testApp(({ config }) => ({
  // Calls do not come back while a test runs.
  now: (
    (at) => () =>
      at
  )(new Date()),
  config: { ...config, limits: { ...config.limits, ...limits } },
}))

let addresses = 0
/** An address that nobody has called from. */
const newAddress = () => `10.0.${addresses >> 8}.${addresses++ & 255}`
const call = (url: string, remoteAddress: string, token?: string, method: 'GET' | 'POST' = 'GET') =>
  app.inject({ url, method, remoteAddress, ...(token && { headers: { authorization: `Bearer ${token}` } }) })

/** How many of these calls come through, one after another. */
async function allowed(calls: (() => ReturnType<typeof call>)[]): Promise<number> {
  let count = 0
  for (const each of calls) if ((await each()).statusCode !== 429) count++
  return count
}
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

test.each(['/v1/me', '/%761/me', '/v1/m%65', '/v1/nothing', '/v1', '/v1/%ff', '/auth/v1/settings', '/auth/v1/%61'])(
  'calls of %s count, however often',
  async (url) => {
    const from = newAddress()
    expect(await allowed(times(8, () => () => call(url, from)))).toBe(5)
  },
)

test('different spellings of endpoints, other methods and what is not served share the limit of an address', async () => {
  const from = newAddress()
  const urls = ['/v1/me', '/%761/me', '//v1/me', '/v1/x', '/auth/v1/settings', '/auth/%761/settings', '/nothing']
  const calls = urls.map((url, index) => () => call(url, from, undefined, index % 2 ? 'POST' : 'GET'))
  expect(await allowed(calls)).toBe(5)
  expect((await call('/v1/me', newAddress())).statusCode).toBe(401)
})

test('servers count together: what one has admitted is gone on the other one, also messages of the forms', async () => {
  const limiter = openLimiter(deps.config.limits, deps)
  const other = await buildApp({ ...deps, limiter }, '/nowhere')
  const from = newAddress()
  expect(await allowed(times(3, () => () => call('/v1/me', from)))).toBe(3)
  const left = async () =>
    Number((await other.inject({ url: '/v1/me', remoteAddress: from })).headers['x-ratelimit-remaining'])
  expect(await left()).toBeLessThan(5)
  // Told a moment later.
  await expect.poll(left).toBe(0)
  await expect.poll(async () => (await call('/v1/me', from)).statusCode).toBe(429)
  for (const each of ['one', 'two', 'three', 'four', 'five']) {
    expect(deps.limiter.countMessage(from, each, deps.now())).toBe(0)
  }
  expect(limiter.countMessage(from, 'six', deps.now())).toBeGreaterThan(0)
  expect(limiter.countMessage(from, 'five', deps.now())).toBe(0)
  await other.close()
})

test('logs of phones that cannot sign in have a limit of their own, which other calls do not use up', async () => {
  const from = newAddress()
  expect((await call('/v1/me', from)).statusCode).toBe(401)
  expect(await allowed(times(4, () => () => call('/v1/driver/logs', from, undefined, 'POST')))).toBe(3)
  expect((await call('/v1/driver/logs', newAddress(), undefined, 'POST')).statusCode).toBe(400)
})

test('pages and files, monitors, and what browsers ask before a call have limits of their own', async () => {
  const from = newAddress()
  expect(await allowed(times(6, () => () => call('/openapi.yaml', from)))).toBe(4)
  expect((await call('/v1/me', from)).statusCode).toBe(401)
  expect((await call('/readyz', from)).statusCode).toBe(200)
  const preflight = { method: 'OPTIONS' as const, url: '/auth/v1/user', remoteAddress: newAddress() }
  for (let count = 0; count < 4; count++) expect((await app.inject(preflight)).statusCode).toBe(204)
  expect((await app.inject(preflight)).statusCode).toBe(429)
  expect((await call('/auth/v1/user', preflight.remoteAddress)).headers['x-ratelimit-remaining']).toBe('4')
})

describe('who calls', () => {
  test('made-up tokens and keys do not make one address look like many callers', async () => {
    const { userId, sessionId, email } = await makeMember()
    const forged = (index: number) => {
      const [head, body] = signToken({ userId, sessionId, email }).split('.')
      return `${head}.${body}.${Buffer.from(`signature ${index}`).toString('base64url')}`
    }
    const ofUnknownKey = (index: number) => {
      const header = { alg: 'ES256', kid: `made up ${index}` }
      return [Buffer.from(JSON.stringify(header)).toString('base64url'), ...forged(index).split('.').slice(1)].join('.')
    }
    const made = [
      (index: number) => `token-${index}`,
      (index: number) => writeApiKey(Buffer.alloc(32, index + 1), 'live'),
      forged,
      ofUnknownKey,
    ]
    for (const token of made) {
      const from = newAddress()
      expect(await allowed(times(8, (index) => () => call('/v1/me', from, token(index))))).toBe(5)
    }
  })

  test('people behind one address do not share a limit, and one person has one from everywhere', async () => {
    const from = newAddress()
    await allowed(times(8, () => () => call('/v1/me', from)))
    const [ann, ben] = [await makeMember(), await makeMember()]
    expect(await allowed(times(8, () => () => call('/v1/me', from, ann.token)))).toBe(5)
    expect(await allowed(times(8, () => () => call('/v1/me', newAddress(), ann.token)))).toBe(0)
    expect((await call('/v1/me', from, ben.token)).statusCode).toBe(200)
  })

  test('an API key counts for itself once it is known', async () => {
    const owner = await makeMember()
    const made = await as(owner).call(keys.createApiKey, { body: { name: 'Shop', scopes: ['read'] } })
    const key = made.body.secret
    expect((await call('/v1/deliveries', newAddress(), key)).statusCode).toBe(200)
    const from = newAddress()
    await allowed(times(8, () => () => call('/v1/me', from)))
    expect(await allowed(times(8, () => () => call('/v1/deliveries', from, key)))).toBe(5)
  })

  test('an IPv6 network is one address', async () => {
    const calls = times(8, (index) => () => call('/v1/me', `2001:db8::${index.toString(16)}`))
    expect(await allowed(calls)).toBe(5)
  })
})

describe('what the answer says', () => {
  test('every answer says what is left, and a refusal when to come back', async () => {
    const from = newAddress()
    const answers = []
    for (const url of ['/v1/me', '/v1/x', '/auth/v1/user', '/auth/v1/x', '/v1/contact-challenge', '/v1/me']) {
      answers.push((await call(url, from)).headers)
    }
    expect(answers.map((headers) => headers['x-ratelimit-remaining'])).toEqual(['4', '3', '2', '1', '0', '0'])
    expect(answers[0]).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-reset': '12' })
    expect(answers.map((headers) => headers['retry-after'])).toEqual([...times(5, () => undefined), '12'])
  })

  test('of two limits, the answer says the one with the least left', async () => {
    const { headers } = await call('/auth/v1/token', newAddress(), undefined, 'POST')
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' })
  })

  test('a refusal has the format, the security headers and the CORS headers of its service', async () => {
    const from = newAddress()
    await allowed(times(8, () => () => call('/v1/me', from)))
    const refused = await call('/v1/me', from)
    expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited', retry_after_seconds: 12 })
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
    const headers = { origin: 'https://app.example' }
    const inAuth = await app.inject({ url: '/auth/v1/settings', remoteAddress: from, headers })
    expect([inAuth.statusCode, inAuth.json().error_code]).toEqual([429, 'over_request_rate_limit'])
    expect(inAuth.headers).toMatchObject({ 'retry-after': '12', 'access-control-allow-origin': 'https://app.example' })
    expect(inAuth.headers['access-control-expose-headers']).toContain('X-RateLimit-Remaining')
  })

  const tooMany = Object.entries(errors).flatMap(([code, { status }]) => (status === 429 ? [code as ErrorCode] : []))
  test.each(tooMany)('%s is always sent with Retry-After', async (code) => {
    const small = Fastify()
    registerErrors(small)
    small.get('/', async () => {
      throw new AppError(code)
    })
    small.get('/known', async () => {
      throw new AppError(code, { retry_after_seconds: 6.2 })
    })
    expect((await small.inject('/')).headers['retry-after']).toBe('60')
    expect((await small.inject('/known')).headers['retry-after']).toBe('7')
  })

  const inAuth = Object.entries(answers).flatMap(([code, { status }]) => (status === 429 ? [code as AuthCode] : []))
  test.each(inAuth)('%s of the sign-in service is always sent with Retry-After', async (code) => {
    const small = Fastify()
    registerAuthErrors(small)
    small.get('/call', async () => {
      throw new AuthError(code)
    })
    const reply = await small.inject('/call')
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '60'])
  })
})

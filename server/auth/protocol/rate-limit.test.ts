import { describe, expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { bucketOf, rateLimiter } from './rate-limit.ts'

describe('rate limits', () => {
  test('over the limit the answer is 429 in the protocol’s words; another endpoint has its own count', async () => {
    const limited = await testApp(({ config }) => ({
      config: { ...config, auth: { ...config.auth, rateLimits: { ...config.auth.rateLimits, token: 2, signUp: 1 } } },
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

  const limitAt = (perWindow: number, now: () => Date) => {
    const limit = rateLimiter(perWindow, now)
    return async (ip: string, calls: number) => {
      let allowed = 0
      for (let i = 0; i < calls; i++) {
        const call = limit({ ip } as never, { header: () => {} } as never)
        if (
          await call.then(
            () => true,
            () => false,
          )
        )
          allowed++
      }
      return allowed
    }
  }

  test('a bucket lets a burst through, then what has flowed in since', async () => {
    let at = 0
    const count = limitAt(150, () => new Date(at * 1000))
    expect(await count('1.1.1.1', 40)).toBe(30)
    expect(await count('2.2.2.2', 5)).toBe(5)
    at = 10
    expect(await count('1.1.1.1', 40)).toBe(5)
    at = 10_000
    expect(await count('1.1.1.1', 40)).toBe(30)
  })

  test('a clock that goes back gives nothing away and breaks nothing', async () => {
    let at = 1000
    const count = limitAt(150, () => new Date(at * 1000))
    expect(await count('1.1.1.1', 40)).toBe(30)
    at = 0
    expect(await count('1.1.1.1', 40)).toBe(0)
  })

  test('who has an IPv6 network is one caller, with as many addresses as they like', async () => {
    const count = limitAt(30, () => new Date(0))
    let allowed = 0
    for (let i = 0; i < 100; i++) allowed += await count(`2001:db8:1:2:${i.toString(16)}::1`, 1)
    expect(allowed).toBe(30)
    expect(await count('2001:db8:1:3::1', 1)).toBe(1)
  })

  test.each([
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
    ['::ffff:10.0.0.1', '0:0:0:0:0:ffff:a00:1'],
    ['10.0.0.1', '10.0.0.1'],
  ])('%s counts as %s', (ip, caller) => {
    expect(bucketOf(ip)).toBe(caller)
  })

  test('the memory of callers is bounded, and those seen last are remembered', async () => {
    const count = limitAt(1, () => new Date(0))
    expect(await count('10.0.0.1', 1)).toBe(1)
    for (let i = 0; i < 20_000; i++) await count(`10.1.${i >> 8}.${i & 255}`, 1)
    expect(await count('10.1.0.200', 1)).toBe(0)
    expect(await count('10.0.0.1', 1)).toBe(1)
  })
})

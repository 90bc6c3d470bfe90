import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AuthError } from './errors.ts'

const windowSeconds = 300
/** Of one route. Whoever has more addresses than this pushes out the one seen longest ago, whose bucket is likely full. */
const maxBuckets = 20_000

type Bucket = { tokens: number; at: number }

/**
 * A token bucket for each address: `perWindow` calls in 5 minutes, at most a burst of them at once. To be used as a
 * route's first hook; every route gets its own.
 */
export function rateLimiter(perWindow: number, now: () => Date) {
  const burst = Math.min(perWindow, Math.max(30, perWindow / 5))
  const perSecond = perWindow / windowSeconds
  const buckets = new Map<string, Bucket>()

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const at = now().getTime() / 1000
    const caller = bucketOf(request.ip)
    const known = buckets.get(caller)
    const tokens = known ? Math.min(burst, known.tokens + Math.max(0, at - known.at) * perSecond) : burst
    // Put back at the end, so that the addresses seen longest ago come first and can be forgotten.
    buckets.delete(caller)
    buckets.set(caller, { tokens: tokens < 1 ? tokens : tokens - 1, at })
    if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value!)
    if (tokens >= 1) return
    reply.header('retry-after', Math.ceil((1 - tokens) / perSecond))
    throw new AuthError('over_request_rate_limit')
  }
}

/** One address, or the 64 bits of an IPv6 network: whoever has one of its addresses has all of them. */
export function bucketOf(ip: string): string {
  const address = ip.split('%')[0]!
  if (!isIPv6(address)) return address
  const { hostname } = new URL(`http://[${address}]`)
  const [before = '', after] = hostname.slice(1, -1).split('::')
  const parts = before ? before.split(':') : []
  const zeros = after === undefined ? 0 : 8 - parts.length - (after ? after.split(':').length : 0)
  const whole = [...parts, ...Array<string>(zeros).fill('0'), ...(after ? after.split(':') : [])]
  // An IPv4 address in its IPv6 clothes.
  if (/^0:0:0:0:0:ffff$/.test(whole.slice(0, 6).join(':'))) return whole.join(':')
  return `${whole.slice(0, 4).join(':')}::/64`
}

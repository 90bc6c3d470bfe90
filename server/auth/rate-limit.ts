import type { FastifyReply, FastifyRequest } from 'fastify'
import { AuthError } from './errors.ts'

const windowSeconds = 300
const maxBuckets = 100_000

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
    const known = buckets.get(request.ip)
    const tokens = known ? Math.min(burst, known.tokens + Math.max(0, at - known.at) * perSecond) : burst
    // Put back at the end, so that the addresses seen longest ago come first and can be forgotten.
    buckets.delete(request.ip)
    buckets.set(request.ip, { tokens: tokens < 1 ? tokens : tokens - 1, at })
    if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value!)
    if (tokens >= 1) return
    reply.header('retry-after', Math.ceil((1 - tokens) / perSecond))
    throw new AuthError('over_request_rate_limit')
  }
}

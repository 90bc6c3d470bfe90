import type { FastifyReply, FastifyRequest } from 'fastify'
import { bucketLimiter } from '../../http/limiters.ts'
import { AuthError } from './errors.ts'

const windowSeconds = 300

/**
 * Lets each address make `perWindow` calls in 5 minutes, with a limit on how many of them at once. Use it as an endpoint's
 * first hook. Each endpoint gets its own.
 */
export function rateLimiter(perWindow: number, now: () => Date) {
  const burst = Math.min(perWindow, Math.max(30, perWindow / 5))
  const limit = bucketLimiter({ perWindow, windowSeconds, burst })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const waitSeconds = limit(request.ip, now())
    if (waitSeconds === 0) return
    reply.header('retry-after', Math.ceil(waitSeconds))
    throw new AuthError('over_request_rate_limit')
  }
}

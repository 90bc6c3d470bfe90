import type { FastifyRequest } from 'fastify'
import { bucketLimiter } from '../../http/limiters.ts'
import { TooSoonError } from './errors.ts'

const windowSeconds = 300

/** Counts the calls of each key: `perWindow` in 5 minutes, with a limit on how many of them at once. */
export function callLimiter(perWindow: number) {
  const burst = Math.min(perWindow, Math.max(30, perWindow / 5))
  return bucketLimiter({ perWindow, windowSeconds, burst })
}

/** Limits the calls of each address. Use it as an endpoint's first hook. Each endpoint gets its own. */
export function rateLimiter(perWindow: number, now: () => Date) {
  const limit = callLimiter(perWindow)
  return async (request: FastifyRequest): Promise<void> => {
    const waitSeconds = limit(request.ip, now())
    if (waitSeconds > 0) throw new TooSoonError(waitSeconds)
  }
}

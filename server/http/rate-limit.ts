import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

/** Limits the requests of one address per minute. The reply says how many are left (`x-ratelimit-*`). */
export async function registerRateLimit(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    allowList: (request) => !/^\/(v1|auth\/v1)\//.test(request.url),
  })
}

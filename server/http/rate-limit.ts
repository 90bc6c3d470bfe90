import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

/** Limits what one address may ask per minute; the reply says how much is left (`x-ratelimit-*`). */
export async function registerRateLimit(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    allowList: (request) => !/^\/(v1|auth\/v1)\//.test(request.url),
  })
}

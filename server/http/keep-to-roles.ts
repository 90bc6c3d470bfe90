import type { FastifyInstance } from 'fastify'
import { AppError } from '#domain/errors.ts'
import type { NodeRole } from '../nodes/roles.ts'
import { forMonitors } from './rate-limit.ts'

/** Refuses what other servers are for. A balancer sends `/realtime/v1` to those with the role `live`, and the rest to `web`. */
export function keepToRoles(app: FastifyInstance, roles: readonly NodeRole[]): void {
  if (roles.includes('web') && roles.includes('live')) return
  app.addHook('onRequest', async (request) => {
    const { url = '' } = request.routeOptions
    if (forMonitors.has(url)) return
    const role = request.url.startsWith('/realtime/v1/') ? 'live' : 'web'
    if (!roles.includes(role)) throw new AppError('not_served_here', { role })
  })
}

import type { FastifyInstance } from 'fastify'
import { getMyRoute } from '#domain/api/my-route.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { findOwnDriver, listOwnRoutes } from './queries.ts'

/** Serves drivers what they drive. */
export function registerMyRoute(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, getMyRoute, async ({ actor: { workspaceId, driverId }, trx }) => {
    const driver = driverId === null ? undefined : await findOwnDriver(trx, workspaceId, driverId)
    if (!driver) return { driver: null, routes: [] }
    return { driver, routes: await listOwnRoutes(trx, workspaceId, deps.now()) }
  })
}

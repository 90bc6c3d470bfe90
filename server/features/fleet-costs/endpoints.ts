import type { FastifyInstance } from 'fastify'
import { listVehicleCosts } from '#domain/api/fleet-costs.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { listCosts } from './queries.ts'

/** Serves what vehicles cost. */
export function registerFleetCosts(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, listVehicleCosts, ({ trx, actor, query }) => listCosts(trx, actor.workspaceId, query, deps.now()), {
    mayLag: true,
  })
}

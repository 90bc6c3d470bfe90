import type { FastifyInstance } from 'fastify'
import { listNearDrivers } from '#domain/api/near-drivers.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { nearDrivers } from './queries.ts'

/** Serves who could take a delivery. */
export function registerNearDrivers(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, listNearDrivers, ({ trx, actor, params, query }) =>
    nearDrivers(trx, actor.workspaceId, { id: params.id, limit: query.limit, now: deps.now() }),
  )
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/etas.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { listEtas, listSaid, readEtaModel } from './queries.ts'

/** Serves when drivers are expected, what was said before, and what was learned. */
export function registerEtas(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listPlanEtas, ({ trx, actor, params }) =>
    listEtas(trx, actor.workspaceId, { planId: params.id }),
  )
  mount(app, deps, api.listRouteEtas, ({ trx, actor, params }) =>
    listEtas(trx, actor.workspaceId, { routeId: params.id }),
  )
  mount(app, deps, api.listSaidEtas, async ({ trx, actor, params }) => ({
    data: await listSaid(trx, actor.workspaceId, params.id),
  }))
  mount(app, deps, api.getEtaModel, ({ trx, actor }) => readEtaModel(trx, actor.workspaceId, deps.now()))
}

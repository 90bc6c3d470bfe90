import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/deliveries.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeDelivery, createDelivery, importDeliveries } from './commands.ts'
import { countDeliveries, getDelivery, listDeliveries, listDeliveryEvents } from './queries.ts'

/** Serves the deliveries of a workspace. */
export function registerDeliveries(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listDeliveries, ({ trx, actor, query }) => listDeliveries(trx, actor.workspaceId, query))
  mount(app, deps, api.countDeliveries, ({ trx, actor, query }) => countDeliveries(trx, actor.workspaceId, query))
  mount(app, deps, api.getDelivery, ({ trx, actor, params }) => getDelivery(trx, actor.workspaceId, params.id))
  mount(app, deps, api.listDeliveryEvents, ({ trx, actor, params }) =>
    listDeliveryEvents(trx, actor.workspaceId, params.id),
  )
  mount(app, deps, api.createDelivery, ({ trx, actor, body }) =>
    createDelivery(trx, actor, actor.isApiKey ? 'api' : 'manual', body, deps.now()),
  )
  mount(app, deps, api.changeDelivery, ({ trx, actor, params, body }) =>
    changeDelivery(trx, actor, params.id, body, deps.now()),
  )
  mount(app, deps, api.importDeliveries, ({ trx, actor, body }) =>
    importDeliveries(trx, actor, body.source, body.deliveries, deps.now()),
  )
}

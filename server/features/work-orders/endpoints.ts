import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/work-orders.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeOrder, createOrder } from './commands.ts'
import { getOrder, listOrders } from './queries.ts'

/** Serves what is to be done to vehicles, and was. */
export function registerWorkOrders(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listWorkOrders, ({ trx, actor, query }) => listOrders(trx, actor.workspaceId, query))
  mount(app, deps, api.getWorkOrder, ({ trx, actor, params }) => getOrder(trx, actor.workspaceId, params.id))
  mount(app, deps, api.createWorkOrder, ({ trx, actor, body }) => createOrder(trx, actor, body, now()))
  mount(app, deps, api.changeWorkOrder, ({ trx, actor, params, body, seen }) =>
    changeOrder(trx, actor, params.id, body, seen, now()),
  )
}

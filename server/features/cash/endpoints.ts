import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/cash.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { confirmHandIn, correctCash, takeHandIn } from './commands.ts'
import { listEntries, readCashDay, readDeliveryCash, readDriverCash } from './queries.ts'

/** Serves the cash that drivers take and hand in. */
export function registerCash(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.getCashDay, ({ trx, actor, query }) => readCashDay(trx, actor.workspaceId, query.day, now()))
  mount(app, deps, api.listCashEntries, ({ trx, actor, query }) => listEntries(trx, actor.workspaceId, query))
  mount(app, deps, api.getDriverCash, ({ trx, actor, params }) => readDriverCash(trx, actor.workspaceId, params.id))
  mount(app, deps, api.getDeliveryCash, ({ trx, actor, params }) => readDeliveryCash(trx, actor.workspaceId, params.id))
  mount(app, deps, api.confirmHandIn, ({ trx, actor, params, body }) =>
    confirmHandIn(trx, actor, params.id, body, now()),
  )
  mount(app, deps, api.takeHandIn, ({ trx, actor, params, body }) => takeHandIn(trx, actor, params.id, body, now()))
  mount(app, deps, api.correctCash, ({ trx, actor, params, body }) => correctCash(trx, actor, params.id, body, now()))
}

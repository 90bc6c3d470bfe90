import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/recurring.ts'
import { dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { readWorkspace } from '../workspace/queries.ts'
import {
  changeRecurring,
  changeStandingRoute,
  createRecurring,
  createStandingRoute,
  deleteRecurring,
  deleteStandingRoute,
} from './commands.ts'
import { getRecurring, listRecurring, listStandingRoutes } from './queries.ts'

/** Serves recurring orders and standing routes. */
export function registerRecurring(app: FastifyInstance, deps: Deps): void {
  const { now, config } = deps
  const quotas = () => ({ limits: config.quotas, now: now() })
  const today = async (trx: Trx, workspaceId: string) => dayOf(now(), (await readWorkspace(trx, workspaceId)).time_zone)
  mount(app, deps, api.listRecurringOrders, async ({ trx, actor: { workspaceId }, query }) =>
    listRecurring(trx, workspaceId, query, await today(trx, workspaceId)),
  )
  mount(app, deps, api.getRecurringOrder, async ({ trx, actor: { workspaceId }, params }) =>
    getRecurring(trx, workspaceId, params.id, await today(trx, workspaceId)),
  )
  mount(app, deps, api.createRecurringOrder, ({ trx, actor, body }) => createRecurring(trx, actor, body, quotas()))
  mount(app, deps, api.changeRecurringOrder, ({ trx, actor, params, body, seen }) =>
    changeRecurring(trx, actor, params.id, body, seen, quotas()),
  )
  mount(app, deps, api.deleteRecurringOrder, ({ trx, actor, params, seen }) =>
    deleteRecurring(trx, actor, params.id, seen, now()),
  )
  mount(app, deps, api.listStandingRoutes, ({ trx, actor, query }) => listStandingRoutes(trx, actor.workspaceId, query))
  mount(app, deps, api.createStandingRoute, ({ trx, actor, body }) => createStandingRoute(trx, actor, body, now()))
  mount(app, deps, api.changeStandingRoute, ({ trx, actor, params, body, seen }) =>
    changeStandingRoute(trx, actor, params.id, body, seen, quotas()),
  )
  mount(app, deps, api.deleteStandingRoute, ({ trx, actor, params, seen }) =>
    deleteStandingRoute(trx, actor, params.id, seen, quotas()),
  )
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/handovers.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { giveRoutes, mailRoutes, makeRouteLink, noteSeen, openRouteLink, withdrawRouteLink } from './commands.ts'
import { listHandovers } from './queries.ts'

/** Serves how drivers get their routes, and the page behind a link. */
export function registerHandovers(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listHandovers, async ({ trx, actor, params }) => ({
    data: await listHandovers(trx, actor.workspaceId, params.id),
    by_mail: deps.mailer !== undefined,
  }))
  mount(app, deps, api.giveRoutes, async ({ trx, actor, params, body: { route_ids, given } }) => ({
    data: await giveRoutes(trx, actor, { planId: params.id, routeIds: route_ids, isGiven: given }, now()),
  }))
  mount(app, deps, api.mailRoutes, ({ trx, actor, params, body }) =>
    mailRoutes(trx, deps, actor, { planId: params.id, routeIds: body.route_ids }),
  )
  mount(app, deps, api.makeRouteLink, ({ trx, actor, params }) => makeRouteLink(trx, deps, actor, params.id))
  mount(app, deps, api.withdrawRouteLink, ({ trx, actor, params }) => withdrawRouteLink(trx, actor, params.id, now()))
  mount(app, deps, api.openRouteLink, ({ trx, body }) => openRouteLink(trx, body.token, now()))
  mount(app, deps, api.noteRouteSeen, ({ trx, actor, body }) => noteSeen(trx, actor, body.route_ids, now()))
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/tracking.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeTrackingSettings, linkOf, renewTrackingLink } from './commands.ts'
import { readTrackingLink, readTrackingSettings } from './queries.ts'

/** Serves what recipients see of their deliveries, and how a workspace sets that up. */
export function registerTracking(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getTrackingSettings, ({ trx, actor }) => readTrackingSettings(trx, actor.workspaceId))
  mount(app, deps, api.changeTrackingSettings, ({ trx, actor, body, seen }) =>
    changeTrackingSettings(trx, actor, body, seen, deps.now()),
  )
  mount(app, deps, api.getTrackingLink, async ({ trx, actor, params }) =>
    linkOf(await readTrackingLink(trx, deps, actor.workspaceId, params.id)),
  )
  mount(app, deps, api.renewTrackingLink, ({ trx, actor, params }) => renewTrackingLink(trx, deps, actor, params.id))
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/bulk.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { locateDeliveries } from '../../queue/tasks.ts'
import type { Reroute } from '../deliveries/commands.ts'
import { cancelMissing, changeInBulk, duplicateInBulk, undoInBulk } from './commands.ts'

/** Serves changes of many deliveries at once. */
export function registerBulk(app: FastifyInstance, deps: Deps, reroute: Reroute): void {
  mount(app, deps, api.changeInBulk, ({ trx, actor, body }) => changeInBulk(trx, actor, body, deps.now(), reroute))
  mount(app, deps, api.cancelMissing, ({ trx, actor, body }) => cancelMissing(trx, actor, body, deps.now()))
  mount(app, deps, api.duplicateInBulk, async ({ trx, actor, body }) => {
    const quotas = { limits: deps.config.quotas, now: deps.now() }
    const source = actor.isApiKey ? 'api' : 'manual'
    const { hasUnknownPlaces, ...done } = await duplicateInBulk(trx, actor, source, body, quotas)
    if (hasUnknownPlaces && deps.geocoder) {
      await deps.queue.add(trx, locateDeliveries, { workspaceId: actor.workspaceId })
    }
    return done
  })
  mount(app, deps, api.undoInBulk, ({ trx, actor, body }) =>
    undoInBulk(trx, actor, body.event_ids, { limits: deps.config.quotas, now: deps.now() }, reroute),
  )
}

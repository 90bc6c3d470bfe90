import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/temperatures.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { acknowledgeExcursion, recordTemperatures } from './commands.ts'
import { listExcursions, readColdChain, readDeliveryTemperatures, readTemperatures } from './queries.ts'

/** Serves what compartments are kept at. */
export function registerTemperatures(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.recordTemperatures, ({ trx, actor, body }) => recordTemperatures(trx, actor, body, now()))
  mount(app, deps, api.listTemperatures, async ({ trx, actor, query }) => ({
    data: await readTemperatures(trx, actor.workspaceId, query),
  }))
  mount(app, deps, api.getColdChain, async ({ trx, actor }) => ({
    data: await readColdChain(trx, actor.workspaceId, now()),
  }))
  mount(app, deps, api.listExcursions, ({ trx, actor, query }) => listExcursions(trx, actor.workspaceId, query))
  mount(app, deps, api.acknowledgeExcursion, ({ trx, actor, params, body }) =>
    acknowledgeExcursion(trx, actor, params.id, body.note, now()),
  )
  mount(app, deps, api.getDeliveryTemperatures, ({ trx, actor, params }) =>
    readDeliveryTemperatures(trx, actor.workspaceId, params.id, now()),
  )
}

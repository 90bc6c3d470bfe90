import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/bulk.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { cancelMissing, changeInBulk, undoInBulk } from './commands.ts'

/** Serves changes of many deliveries at once. */
export function registerBulk(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.changeInBulk, ({ trx, actor, body }) => changeInBulk(trx, actor, body, deps.now()))
  mount(app, deps, api.cancelMissing, ({ trx, actor, body }) => cancelMissing(trx, actor, body, deps.now()))
  mount(app, deps, api.undoInBulk, ({ trx, actor, body }) =>
    undoInBulk(trx, actor, body.event_ids, { limits: deps.config.quotas, now: deps.now() }),
  )
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/statuses.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { correctStatus, setStatus } from './commands.ts'

/** Serves statuses that a person sets, and their corrections. */
export function registerStatuses(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.setStatus, ({ trx, actor, params, body, seen }) =>
    setStatus(trx, actor, params.id, body, seen, deps.now()),
  )
  mount(app, deps, api.correctStatus, ({ trx, actor, params, body, seen }) =>
    correctStatus(trx, actor, params.id, body, seen, deps.now()),
  )
}

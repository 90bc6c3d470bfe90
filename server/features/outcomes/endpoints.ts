import type { FastifyInstance } from 'fastify'
import { readOutcomes as endpoint } from '#domain/api/deliveries.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { readOutcomes } from './queries.ts'

/** Serves how deliveries ended, and how they were rated. */
export function registerOutcomes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, endpoint, ({ trx, actor, query }) => readOutcomes(trx, actor.workspaceId, query))
}

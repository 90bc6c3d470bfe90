import type { FastifyInstance } from 'fastify'
import { listFleetStates } from '#domain/api/maintenance.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { listStates } from './queries.ts'

/** Serves how vehicles are today. */
export function registerFleetStates(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, listFleetStates, ({ trx, actor, query }) => listStates(trx, actor.workspaceId, query, deps.now()))
}

import type { FastifyInstance } from 'fastify'
import { listRisks as listRisksOf } from '#domain/api/risks.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { listRisks } from './queries.ts'

/** Serves which routes on the road need a decision. */
export function registerRisks(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, listRisksOf, ({ trx, actor, params }) => listRisks(trx, actor.workspaceId, params.id, deps.now()))
}

import type { FastifyInstance } from 'fastify'
import { readOutcomes as endpoint } from '#domain/api/deliveries.ts'
import { checkFeature } from '../../db/tiers.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { readOutcomes } from './queries.ts'

/** Serves how deliveries ended, and how they were rated. */
export function registerOutcomes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, endpoint, async ({ trx, actor, query }) => {
    await checkFeature(trx, actor.workspaceId, 'analytics', deps.now())
    return readOutcomes(trx, actor.workspaceId, query)
  })
}

import type { FastifyInstance } from 'fastify'
import { listTroublePlaces as endpoint } from '#domain/api/analytics.ts'
import { checkFeature } from '../../db/tiers.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { listTroublePlaces } from './queries.ts'

/** Serves addresses by the trouble that they make. */
export function registerFigurePlaces(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    endpoint,
    async ({ trx, actor, query }) => {
      await checkFeature(trx, actor.workspaceId, 'analytics', deps.now())
      return listTroublePlaces(trx, actor.workspaceId, query, deps.now())
    },
    { mayLag: true },
  )
}

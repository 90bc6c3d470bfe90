import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/pickup-places.ts'
import type { Preparation, PreparationChange } from '#domain/schema/pickup-place.ts'
import { inWorkspace } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import type { Reroute } from '../deliveries/commands.ts'
import { changePreparation } from './commands.ts'
import { getPreparation } from './queries.ts'

/** Serves what kitchens say about their orders. */
export function registerPreparations(app: FastifyInstance, deps: Deps, reroute: Reroute): void {
  mount(app, deps, api.getPreparation, ({ trx, actor, params }) => getPreparation(trx, actor.workspaceId, params.id))
  mount(app, deps, api.changePreparation, async ({ prepared }) => prepared as Preparation, {
    prepare: async ({ actor, params, body, inTransaction }: PreparingCall<{ id: string }, PreparationChange>) => {
      await inTransaction((trx) => getPreparation(trx, actor.workspaceId, params.id))
      return inWorkspace(deps.db, actor.workspaceId, (trx) =>
        changePreparation(trx, actor, params.id, body, deps.now(), reroute),
      )
    },
  })
}

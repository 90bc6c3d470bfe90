import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/travel.ts'
import type { PlanGeometry } from '#domain/schema/travel.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import { waysAlong } from './commands.ts'
import { readRoutesAlong } from './queries.ts'

/** Serves the roads that routes take. */
export function registerGeometry(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getPlanGeometry, async ({ prepared }) => prepared as PlanGeometry, {
    async prepare({ params, actor, inTransaction }: PreparingCall<{ id: string }, undefined>) {
      const { workspaceId } = actor
      return waysAlong(deps, workspaceId, await inTransaction((trx) => readRoutesAlong(trx, workspaceId, params.id)))
    },
  })
}

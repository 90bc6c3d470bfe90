import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/planning-week.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { getPlanningWeek } from './queries.ts'

/** Serves several days side by side. */
export function registerWeek(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getPlanningWeek, ({ trx, actor, query }) =>
    getPlanningWeek(trx, actor.workspaceId, query, deps.now()),
  )
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/planning-settings.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changePlanningSettings } from './commands.ts'
import { readLearnedSpeeds, readPlanningSettings } from './queries.ts'

/** Serves what plans are made with. */
export function registerPlanningSettings(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getPlanningSettings, ({ trx, actor }) => readPlanningSettings(trx, actor.workspaceId))
  mount(app, deps, api.getLearnedSpeeds, ({ trx, actor }) => readLearnedSpeeds(trx, actor.workspaceId))
  mount(app, deps, api.changePlanningSettings, ({ trx, actor, body, seen }) =>
    changePlanningSettings(trx, actor, body, seen, deps.now()),
  )
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/road.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeRoadSettings } from './commands.ts'
import { readRoadSettings } from './queries.ts'

/** Serves what a workspace asks of its drivers. */
export function registerRoadSettings(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getRoadSettings, ({ trx, actor }) => readRoadSettings(trx, actor.workspaceId))
  mount(app, deps, api.changeRoadSettings, ({ trx, actor, body, seen }) =>
    changeRoadSettings(trx, actor, body, seen, deps.now()),
  )
}

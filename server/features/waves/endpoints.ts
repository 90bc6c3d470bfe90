import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/waves.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeWave, createWave, deleteWave } from './commands.ts'
import { listWaves } from './queries.ts'

/** Serves the set times at which plans are made by themselves. */
export function registerWaves(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listWaves, ({ trx, actor, query }) => listWaves(trx, actor.workspaceId, query, now()))
  mount(app, deps, api.createWave, ({ trx, actor, body }) => createWave(trx, actor, body, now()))
  mount(app, deps, api.changeWave, ({ trx, actor, params, body, seen }) =>
    changeWave(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.deleteWave, ({ trx, actor, params, seen }) => deleteWave(trx, actor, params.id, seen, now()))
}

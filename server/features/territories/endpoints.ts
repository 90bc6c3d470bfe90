import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/territories.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeTerritory, createTerritory, deleteTerritory } from './commands.ts'
import { getTerritory, listTerritories } from './queries.ts'

/** Serves the zones that belong to drivers. */
export function registerTerritories(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listTerritories, ({ trx, actor, query }) => listTerritories(trx, actor.workspaceId, query))
  mount(app, deps, api.getTerritory, ({ trx, actor, params }) => getTerritory(trx, actor.workspaceId, params.id))
  mount(app, deps, api.createTerritory, ({ trx, actor, body }) => createTerritory(trx, actor, body, now()))
  mount(app, deps, api.changeTerritory, ({ trx, actor, params, body, seen }) =>
    changeTerritory(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.deleteTerritory, ({ trx, actor, params, seen }) =>
    deleteTerritory(trx, actor, params.id, seen, now()),
  )
}

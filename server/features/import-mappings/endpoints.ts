import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/import-mappings.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeImportMapping, createImportMapping, deleteImportMapping } from './commands.ts'
import { listImportMappings } from './queries.ts'

/** Serves what the columns of imported files mean. */
export function registerImportMappings(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listImportMappings, ({ trx, actor, query }) => listImportMappings(trx, actor.workspaceId, query))
  mount(app, deps, api.createImportMapping, ({ trx, actor, body }) => createImportMapping(trx, actor, body, now()))
  mount(app, deps, api.changeImportMapping, ({ trx, actor, params, body, seen }) =>
    changeImportMapping(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.deleteImportMapping, ({ trx, actor, params, seen }) =>
    deleteImportMapping(trx, actor, params.id, seen),
  )
}

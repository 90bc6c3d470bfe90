import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/fleet-documents.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeDocument, createDocument, deleteDocument } from './commands.ts'
import { listDocuments } from './queries.ts'

/** Serves documents of vehicles and licenses of drivers. */
export function registerFleetDocuments(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listDocuments, ({ trx, actor, query }) => listDocuments(trx, actor.workspaceId, query, now()))
  mount(app, deps, api.createDocument, ({ trx, actor, body }) => createDocument(trx, actor, body, now()))
  mount(app, deps, api.changeDocument, ({ trx, actor, params, body, seen }) =>
    changeDocument(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.deleteDocument, ({ trx, actor, params, seen }) =>
    deleteDocument(trx, actor, params.id, seen, now()),
  )
}

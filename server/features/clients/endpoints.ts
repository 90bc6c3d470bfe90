import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/clients.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeClient, createClient } from './commands.ts'
import { getClient, listClients } from './queries.ts'

/** Serves the clients of a workspace. */
export function registerClients(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listClients, ({ trx, actor, query }) => listClients(trx, actor.workspaceId, query))
  mount(app, deps, api.getClient, ({ trx, actor, params }) => getClient(trx, actor.workspaceId, params.id))
  mount(app, deps, api.createClient, ({ trx, actor, body }) => createClient(trx, actor, body, deps.now()))
  mount(app, deps, api.changeClient, ({ trx, actor, params, body, seen }) =>
    changeClient(trx, actor, params.id, body, seen, deps.now()),
  )
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/custom-fields.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeCustomField, createCustomField } from './commands.ts'
import { listCustomFields } from './queries.ts'

/** Serves the workspace's own fields of deliveries. */
export function registerCustomFields(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listCustomFields, ({ trx }) => listCustomFields(trx))
  mount(app, deps, api.createCustomField, ({ trx, actor, body }) => createCustomField(trx, actor, body, deps.now()))
  mount(app, deps, api.changeCustomField, ({ trx, actor, params, body, seen }) =>
    changeCustomField(trx, actor, params.id, body, seen, deps.now()),
  )
}

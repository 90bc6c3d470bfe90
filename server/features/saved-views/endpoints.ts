import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/saved-views.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeSavedView, createSavedView, deleteSavedView } from './commands.ts'
import { listSavedViews } from './queries.ts'

/** Serves the views of the list of deliveries that people keep. */
export function registerSavedViews(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listSavedViews, ({ trx, actor }) => listSavedViews(trx, actor))
  mount(app, deps, api.createSavedView, ({ trx, actor, body }) => createSavedView(trx, actor, body, deps.now()))
  mount(app, deps, api.changeSavedView, ({ trx, actor, params, body, seen }) =>
    changeSavedView(trx, actor, params.id, body, seen, deps.now()),
  )
  mount(app, deps, api.deleteSavedView, ({ trx, actor, params, seen }) => deleteSavedView(trx, actor, params.id, seen))
}

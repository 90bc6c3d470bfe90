import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/alerts.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeAlertSettings, finishAlert, seeAlert } from './commands.ts'
import { listAlerts, readAlertSettings } from './queries.ts'

/** Serves the inbox of alerts. */
export function registerAlerts(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listAlerts, ({ trx, actor, query }) => listAlerts(trx, actor.workspaceId, query))
  mount(app, deps, api.seeAlert, ({ trx, actor, params }) => seeAlert(trx, actor, params.id, now()))
  mount(app, deps, api.finishAlert, ({ trx, actor, params }) => finishAlert(trx, actor, params.id, now()))
  mount(app, deps, api.getAlertSettings, ({ trx, actor }) => readAlertSettings(trx, actor.workspaceId))
  mount(app, deps, api.changeAlertSettings, ({ trx, actor, body, seen }) =>
    changeAlertSettings(trx, actor, body, seen, now()),
  )
}

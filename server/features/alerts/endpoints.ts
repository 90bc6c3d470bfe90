import type { FastifyInstance } from 'fastify'
import type { AlertKind } from '#domain/alerts/kinds.ts'
import * as api from '#domain/api/alerts.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeAlertSettings, finishAlert, seeAlert } from './commands.ts'
import { listAlerts, readAlertSettings, readChoices } from './queries.ts'

/** Serves the inbox of alerts. */
export function registerAlerts(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listAlerts, async ({ trx, actor, query }) => {
    // A key has no choices, and so sees all of them.
    const choices = Object.entries(await readChoices(trx, actor))
    const hidden = query.kind ? [] : choices.flatMap(([kind, { inbox }]) => (inbox ? [] : [kind as AlertKind]))
    return listAlerts(trx, actor.workspaceId, query, hidden)
  })
  mount(app, deps, api.seeAlert, ({ trx, actor, params }) => seeAlert(trx, actor, params.id, now()))
  mount(app, deps, api.finishAlert, ({ trx, actor, params }) => finishAlert(trx, actor, params.id, now()))
  mount(app, deps, api.getAlertSettings, ({ trx, actor }) => readAlertSettings(trx, actor.workspaceId))
  mount(app, deps, api.changeAlertSettings, ({ trx, actor, body, seen }) =>
    changeAlertSettings(trx, actor, body, seen, now()),
  )
}

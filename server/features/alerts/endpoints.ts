import type { FastifyInstance } from 'fastify'
import type { AlertKind } from '#domain/alerts/kinds.ts'
import * as api from '#domain/api/alerts.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { changeAlertSettings, finishAlert, seeAlert, seeAlerts } from './commands.ts'
import { listAlerts, readAlertSettings, readChoices } from './queries.ts'

/** Serves the inbox of alerts. */
export function registerAlerts(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listAlerts, async ({ trx, actor, query }) =>
    listAlerts(trx, actor.workspaceId, query, query.kind ? [] : await hiddenKinds(trx, actor)),
  )
  mount(app, deps, api.seeAlerts, async ({ trx, actor, body }) => ({
    seen: await seeAlerts(trx, actor, body, body.kind ? [] : await hiddenKinds(trx, actor), now()),
  }))
  mount(app, deps, api.seeAlert, ({ trx, actor, params }) => seeAlert(trx, actor, params.id, now()))
  mount(app, deps, api.finishAlert, ({ trx, actor, params }) => finishAlert(trx, actor, params.id, now()))
  mount(app, deps, api.getAlertSettings, ({ trx, actor }) => readAlertSettings(trx, actor.workspaceId))
  mount(app, deps, api.changeAlertSettings, ({ trx, actor, body, seen }) =>
    changeAlertSettings(trx, actor, body, seen, now()),
  )
}

/** What somebody does not want in the inbox. A key has no choices, and so sees all. */
async function hiddenKinds(trx: Trx, actor: Actor): Promise<AlertKind[]> {
  const choices = Object.entries(await readChoices(trx, actor))
  return choices.flatMap(([kind, { inbox }]) => (inbox ? [] : [kind as AlertKind]))
}

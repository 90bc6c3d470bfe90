import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/notifications.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeNotificationSettings, resetTemplate, writeTemplate } from './commands.ts'
import { listTemplates, readNotificationSettings } from './queries.ts'

/** Serves what recipients are told, in which words and on which channels. */
export function registerNotificationSettings(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.getNotificationSettings, ({ trx, actor }) => readNotificationSettings(trx, actor.workspaceId))
  mount(app, deps, api.changeNotificationSettings, ({ trx, actor, body, seen }) =>
    changeNotificationSettings(trx, actor, body, seen, now()),
  )
  mount(app, deps, api.listNotificationTemplates, async ({ trx, actor, query }) => ({
    data: await listTemplates(trx, actor.workspaceId, query.language),
  }))
  mount(app, deps, api.writeNotificationTemplate, ({ trx, actor, params, body, seen }) =>
    writeTemplate(trx, actor, { name: params, template: body }, seen, now()),
  )
  mount(app, deps, api.resetNotificationTemplate, ({ trx, actor, params, seen }) =>
    resetTemplate(trx, actor, params, seen, now()),
  )
}

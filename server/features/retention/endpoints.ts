import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/retention.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeRetention } from './commands.ts'
import { nextDay, previewRetention, readRetention } from './queries.ts'

/** Serves how long personal data is kept. */
export function registerRetention(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getRetention, ({ trx, actor }) => readRetention(trx, actor.workspaceId))
  mount(app, deps, api.changeRetention, ({ trx, actor, body, seen }) =>
    changeRetention(trx, actor, body, seen, deps.now()),
  )
  mount(app, deps, api.previewRetention, async ({ trx, actor: { workspaceId }, query }) =>
    previewRetention(trx, { workspaceId, day: await nextDay(trx, workspaceId, deps.now()) }, query),
  )
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/mail-in.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeMailIn, renewMailIn } from './commands.ts'
import { listMails, readMailIn } from './queries.ts'

/** Serves how a workspace takes orders by mail, and what came. */
export function registerMailIn(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getMailIn, ({ trx, actor }) => readMailIn(trx, deps, actor.workspaceId))
  mount(app, deps, api.changeMailIn, ({ trx, actor, body, seen }) => changeMailIn(trx, deps, actor, body, seen))
  mount(app, deps, api.renewMailIn, ({ trx, actor, seen }) => renewMailIn(trx, deps, actor, seen))
  mount(app, deps, api.listMailInMails, ({ trx, actor, query }) => listMails(trx, actor.workspaceId, query))
}

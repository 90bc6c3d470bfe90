import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/account.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { endOtherSessions, endSession, requestDeletion, withdrawDeletion } from './commands.ts'
import { listSessions, readAccount, readDeletion } from './queries.ts'

/** Serves a person's own account: its sessions and its deletion. */
export function registerAccount(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.getAccount, ({ trx, actor }) => readAccount(trx, actor))
  mount(app, deps, api.listAccountSessions, async ({ trx, actor }) => ({
    data: await listSessions(trx, actor, deps),
  }))
  mount(app, deps, api.endAccountSession, ({ trx, actor, params }) => endSession(trx, actor, params.id, now()))
  mount(app, deps, api.endOtherAccountSessions, async ({ trx, actor }) => ({
    ended: await endOtherSessions(trx, actor, now()),
  }))
  mount(app, deps, api.getAccountDeletion, ({ trx, actor }) => readDeletion(trx, deps, actor))
  mount(app, deps, api.requestAccountDeletion, ({ trx, actor, body }) => requestDeletion(trx, deps, actor, body))
  mount(app, deps, api.withdrawAccountDeletion, ({ trx, actor }) => withdrawDeletion(trx, deps, actor))
}

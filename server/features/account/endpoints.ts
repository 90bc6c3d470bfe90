import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/account.ts'
import type { Deps } from '../../deps.ts'
import { mountPerson } from '../../http/mount-person.ts'
import { endOtherSessions, endSession, requestDeletion, withdrawDeletion } from './commands.ts'
import { listSessions, readAccount, readDeletion } from './queries.ts'

/** A person's own account: sessions, and its deletion. */
export function registerAccount(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mountPerson(app, deps, api.getAccount, ({ trx, person }) => readAccount(trx, person))
  mountPerson(app, deps, api.listAccountSessions, async ({ trx, person }) => ({
    data: await listSessions(trx, person, deps),
  }))
  mountPerson(app, deps, api.endAccountSession, ({ trx, person, params }) => endSession(trx, person, params.id, now()))
  mountPerson(app, deps, api.endOtherAccountSessions, async ({ trx, person }) => ({
    ended: await endOtherSessions(trx, person, now()),
  }))
  mountPerson(app, deps, api.getAccountDeletion, ({ trx, person }) => readDeletion(trx, person, now()))
  mountPerson(app, deps, api.requestAccountDeletion, ({ trx, person, body }) =>
    requestDeletion(trx, deps, person, body),
  )
  mountPerson(app, deps, api.withdrawAccountDeletion, ({ trx, person }) => withdrawDeletion(trx, person, now()))
}

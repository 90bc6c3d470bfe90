import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/invitations.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { getDriver } from '../drivers/queries.ts'
import { invitationOfDriver } from '../invitations/queries.ts'
import { createCode, withdrawCode } from './commands.ts'
import { readAccount } from './queries.ts'

/** Serves how drivers sign in, and the codes that sign their phones in. */
export function registerDriverCodes(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.getDriverAccount, async ({ trx, actor: { workspaceId }, params: { id } }) => {
    await getDriver(trx, workspaceId, id)
    return {
      ...(await readAccount(trx, workspaceId, id, now())),
      invitation: await invitationOfDriver(trx, workspaceId, id, now()),
      by_text: deps.sms !== undefined,
      by_mail: deps.mailer !== undefined,
    }
  })
  mount(app, deps, api.createDriverCode, ({ trx, actor, params }) => createCode(trx, deps, actor, params.id))
  mount(app, deps, api.withdrawDriverCode, async ({ trx, actor, params }) => {
    await getDriver(trx, actor.workspaceId, params.id)
    return withdrawCode(trx, actor, params.id, now())
  })
}

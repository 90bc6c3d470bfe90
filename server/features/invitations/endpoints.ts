import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/invitations.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { createInvitations, inviteDriver, linkOf, resendInvitation, withdrawInvitation } from './commands.ts'
import { listInvitations } from './queries.ts'

/** Serves invitations to those who invite. */
export function registerInvitations(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listInvitations, ({ trx, actor, query }) =>
    listInvitations(trx, actor.workspaceId, query, now()),
  )
  mount(app, deps, api.createInvitations, ({ trx, actor, body }) => createInvitations(trx, deps, actor, body))
  mount(app, deps, api.inviteDriver, ({ trx, actor, params, body }) => inviteDriver(trx, deps, actor, params.id, body))
  mount(app, deps, api.resendInvitation, ({ trx, actor, params }) => resendInvitation(trx, deps, actor, params.id))
  mount(app, deps, api.withdrawInvitation, ({ trx, actor, params }) => withdrawInvitation(trx, actor, params.id, now()))
  mount(app, deps, api.getInvitationLink, ({ trx, actor, params }) => linkOf(trx, deps, actor, params.id))
}

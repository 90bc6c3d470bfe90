import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/invitations.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { accept, joinAtOnce, type SignIn } from './commands.ts'
import { listOwn, lookAt } from './queries.ts'

/** Serves invitations and codes to those who got them. */
export function registerJoining(app: FastifyInstance, deps: Deps, signIn: SignIn): void {
  const { now } = deps
  mount(app, deps, api.lookAtInvitation, ({ trx, body }) => lookAt(trx, body.token, now()))
  mount(app, deps, api.acceptInvitation, ({ trx, actor, body }) => accept(trx, deps, actor, body))
  mount(app, deps, api.listOwnInvitations, async ({ trx, actor }) => ({
    data: await listOwn(trx, actor.userId, now()),
  }))
  mount(app, deps, api.joinAtOnce, ({ trx, actor, body }) => joinAtOnce(trx, deps, signIn, body.token, actor))
}

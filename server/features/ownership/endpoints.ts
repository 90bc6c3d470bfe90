import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/members.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { actAsKarta } from '../members/commands.ts'
import { acceptOwnership, declineOwnership, offerOwnership, withdrawOwnershipOffer } from './commands.ts'
import { readOffer } from './queries.ts'

/** Serves how an owner hands over a workspace, which both sides confirm. */
export function registerOwnership(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getOwnershipOffer, async ({ trx, actor }) => {
    // The offer may be to somebody who sees no other members.
    await actAsKarta(trx, actor)
    return { offer: await readOffer(trx, actor, deps.now()) }
  })
  mount(app, deps, api.offerOwnership, ({ trx, actor, body }) => offerOwnership(trx, deps, actor, body.to))
  mount(app, deps, api.withdrawOwnershipOffer, ({ trx, actor }) => withdrawOwnershipOffer(trx, deps, actor))
  mount(app, deps, api.acceptOwnership, ({ trx, actor, body }) => acceptOwnership(trx, deps, actor, body.id))
  mount(app, deps, api.declineOwnership, ({ trx, actor, body }) => declineOwnership(trx, deps, actor, body.id))
}

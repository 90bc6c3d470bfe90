import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/leftovers.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import type { Reroute } from '../deliveries/commands.ts'
import { moveLeftovers } from './commands.ts'

/** Serves moving what is left of a day. */
export function registerLeftovers(app: FastifyInstance, deps: Deps, reroute: Reroute): void {
  mount(app, deps, api.moveLeftovers, ({ trx, actor, body }) => moveLeftovers(trx, actor, body, deps.now(), reroute))
}

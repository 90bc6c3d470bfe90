import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/tracking.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { subscribe, unsubscribe } from './commands.ts'

/** Lets browsers of recipients be told of their delivery. */
export function registerTrackingPush(app: FastifyInstance, deps: Deps): void {
  const limit = { limit: 'recipients' } as const
  mount(app, deps, api.subscribeToTracking, ({ trx, actor, body }) => subscribe(trx, deps, actor, body), limit)
  mount(app, deps, api.unsubscribeFromTracking, ({ trx, actor, body }) => unsubscribe(trx, actor, body.endpoint), limit)
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/deliveries.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { eraseDeliveries } from './commands.ts'

/** Erasing the personal data of one delivery. Recipients' data as a whole is under personal data. */
export function registerDeliveryErasing(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.eraseDelivery, async ({ trx, actor, params }) => {
    const [erased] = await eraseDeliveries(trx, actor, [params.id], deps.now())
    return erased!
  })
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/prescriptions.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { getDelivery } from '../deliveries/queries.ts'
import { actAsKarta } from '../members/commands.ts'
import { readInEmergency, readPrescription, removePrescription, writePrescription } from './commands.ts'
import { readAccesses } from './queries.ts'

/** Replies that nobody keeps on the way. */
const headers = () => ({ 'cache-control': 'no-store' })

/** Serves prescriptions to those who handle them. */
export function registerPrescriptions(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    api.getPrescription,
    ({ trx, actor, params, query }) => readPrescription(trx, deps, actor, params.id, query.purpose),
    { headers },
  )
  mount(
    app,
    deps,
    api.putPrescription,
    ({ trx, actor, params, body, seen }) => writePrescription(trx, deps, actor, params.id, body, seen),
    { headers },
  )
  mount(app, deps, api.removePrescription, ({ trx, actor, params }) =>
    removePrescription(trx, actor, params.id, deps.now()),
  )
  mount(app, deps, api.listPrescriptionAccesses, async ({ trx, actor, params }) => {
    await getDelivery(trx, actor.workspaceId, params.id)
    await actAsKarta(trx, actor)
    return readAccesses(trx, actor.workspaceId, params.id)
  })
  mount(
    app,
    deps,
    api.readPrescriptionInEmergency,
    ({ trx, actor, params, body }) => readInEmergency(trx, deps, actor, params.id, body.reason),
    { headers, isNeverKept: true },
  )
}

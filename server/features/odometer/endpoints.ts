import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/odometer.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { addReading, settleReading } from './commands.ts'
import { listReadings, readOdometerOf } from './queries.ts'

/** Serves how far vehicles have been driven. */
export function registerOdometer(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getOdometer, ({ trx, actor, params }) => readOdometerOf(trx, actor.workspaceId, params.id))
  mount(app, deps, api.listOdometerReadings, ({ trx, actor, params, query }) =>
    listReadings(trx, actor.workspaceId, params.id, query),
  )
  mount(app, deps, api.readOdometer, ({ trx, actor, params, body }) =>
    addReading(trx, actor, params.id, body, deps.now()),
  )
  mount(app, deps, api.settleReading, ({ trx, actor, params, body }) =>
    settleReading(trx, actor, params.id, body, deps.now()),
  )
}

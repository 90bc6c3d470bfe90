import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/road.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { getVehicle } from '../vehicles/queries.ts'
import { mendVehicle } from './commands.ts'
import { listChecks } from './queries.ts'

/** Serves what drivers found when they took a vehicle. */
export function registerVehicleChecks(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listVehicleChecks, async ({ trx, actor, params, query }) => {
    await getVehicle(trx, actor.workspaceId, params.id)
    return listChecks(trx, actor.workspaceId, { vehicleId: params.id, ...query })
  })
  mount(app, deps, api.mendVehicle, ({ trx, actor, params }) => mendVehicle(trx, actor, params.id, deps.now()))
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/maintenance.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { getVehicle } from '../vehicles/queries.ts'
import { changeSchedule, createSchedule, deleteSchedule } from './commands.ts'
import { listSchedules } from './queries.ts'

/** Serves maintenance that comes again. */
export function registerMaintenance(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listMaintenance, async ({ trx, actor, params, query }) => {
    await getVehicle(trx, actor.workspaceId, params.id)
    return listSchedules(trx, actor.workspaceId, { vehicleId: params.id, ...query }, now())
  })
  mount(app, deps, api.createMaintenance, ({ trx, actor, params, body }) =>
    createSchedule(trx, actor, params.id, body, now()),
  )
  mount(app, deps, api.changeMaintenance, ({ trx, actor, params, body, seen }) =>
    changeSchedule(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.deleteMaintenance, ({ trx, actor, params, seen }) =>
    deleteSchedule(trx, actor, params.id, seen, now()),
  )
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/road.ts'
import { AppError } from '#domain/errors.ts'
import { setWorkspace } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { registerDevice, revokeDevice } from './commands.ts'
import { listDevices } from './queries.ts'

/** Serves the phones of drivers. */
export function registerDevices(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.registerDevice, ({ trx, actor, body }) => registerDevice(trx, actor, body, deps.now()))
  mount(app, deps, api.listOwnDevices, async ({ trx, actor: { workspaceId, driverId } }) => {
    if (driverId === null) throw new AppError('no_driver_record')
    await setWorkspace(trx, workspaceId)
    return { data: await listDevices(trx, workspaceId, driverId) }
  })
  mount(app, deps, api.listDevices, async ({ trx, actor, query }) => ({
    data: await listDevices(trx, actor.workspaceId, query.driver_id),
  }))
  mount(app, deps, api.revokeDevice, ({ trx, actor, params }) => revokeDevice(trx, actor, params.id, deps.now()))
}

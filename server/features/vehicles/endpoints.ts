import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/vehicles.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { byRow } from '../../http/rows.ts'
import { changeVehicle, createVehicle, importVehicles } from './commands.ts'
import { getVehicle, listVehicles } from './queries.ts'

/** Serves the vehicles of a workspace. */
export function registerVehicles(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listVehicles, ({ trx, actor, query }) => listVehicles(trx, actor.workspaceId, query))
  mount(app, deps, api.getVehicle, ({ trx, actor, params }) => getVehicle(trx, actor.workspaceId, params.id))
  mount(app, deps, api.createVehicle, ({ trx, actor, body }) => createVehicle(trx, actor, body, deps.now()))
  mount(app, deps, api.changeVehicle, ({ trx, actor, params, body, seen }) =>
    changeVehicle(trx, actor, params.id, body, seen, deps.now()),
  )
  mount(app, deps, api.importVehicles, ({ trx, actor, body }) =>
    byRow({ vehicles: body.vehicles }, body.all_or_nothing, (vehicles, at) =>
      importVehicles(
        trx,
        actor,
        { vehicles, at, part: body.import, isDryRun: body.dry_run },
        { limits: deps.config.quotas, now: deps.now() },
      ),
    ),
  )
}

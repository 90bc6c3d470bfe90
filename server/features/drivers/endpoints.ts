import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/drivers.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { byRow } from '../../http/rows.ts'
import { changeDriver, createDriver, importDrivers } from './commands.ts'
import { getDriver, listDrivers } from './queries.ts'

/** Serves the drivers of a workspace. */
export function registerDrivers(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listDrivers, ({ trx, actor, query }) => listDrivers(trx, actor.workspaceId, query))
  mount(app, deps, api.getDriver, ({ trx, actor, params }) => getDriver(trx, actor.workspaceId, params.id))
  mount(app, deps, api.createDriver, ({ trx, actor, body }) => createDriver(trx, actor, body, deps.now()))
  mount(app, deps, api.changeDriver, ({ trx, actor, params, body, seen }) =>
    changeDriver(trx, actor, params.id, body, seen, deps.now()),
  )
  mount(app, deps, api.importDrivers, ({ trx, actor, body }) =>
    byRow({ drivers: body.drivers }, body.all_or_nothing, (drivers, at) =>
      importDrivers(
        trx,
        actor,
        { drivers, at, part: body.import, isDryRun: body.dry_run },
        { limits: deps.config.quotas, now: deps.now() },
      ),
    ),
  )
}

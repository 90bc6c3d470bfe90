import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/depots.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { byRow } from '../../http/rows.ts'
import { addAlias, changeDepot, createDepot, importDepots } from './commands.ts'
import { getDepot, listDepots } from './queries.ts'

/** Serves the depots of a workspace. */
export function registerDepots(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listDepots, ({ trx, actor, query }) => listDepots(trx, actor.workspaceId, query))
  mount(app, deps, api.getDepot, ({ trx, actor, params }) => getDepot(trx, actor.workspaceId, params.id))
  mount(app, deps, api.createDepot, ({ trx, actor, body }) => createDepot(trx, actor, body, deps.now()))
  mount(app, deps, api.changeDepot, ({ trx, actor, params, body, seen }) =>
    changeDepot(trx, actor, params.id, body, seen, deps.now()),
  )
  mount(app, deps, api.addDepotAlias, ({ trx, actor, params, body }) =>
    addAlias(trx, actor, params.id, body.alias, deps.now()),
  )
  mount(app, deps, api.importDepots, ({ trx, actor, body }) =>
    byRow({ depots: body.depots }, body.all_or_nothing, (depots, at) =>
      importDepots(
        trx,
        actor,
        { depots, at, part: body.import, isDryRun: body.dry_run },
        { limits: deps.config.quotas, now: deps.now() },
      ),
    ),
  )
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/fuel.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { byRow } from '../../http/rows.ts'
import { changeEntry, createEntry, deleteEntry, importEntries } from './commands.ts'
import { listEntries } from './queries.ts'

/** Serves what vehicles were filled and charged with. */
export function registerFuel(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listFuel, ({ trx, actor, params, query }) =>
    listEntries(trx, actor.workspaceId, params.id, query, now()),
  )
  mount(app, deps, api.createFuel, ({ trx, actor, params, body }) => createEntry(trx, actor, params.id, body, now()))
  mount(app, deps, api.changeFuel, ({ trx, actor, params, body, seen }) =>
    changeEntry(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.deleteFuel, ({ trx, actor, params, seen }) => deleteEntry(trx, actor, params.id, seen, now()))
  mount(app, deps, api.importFuel, ({ trx, actor, body }) =>
    byRow({ entries: body.entries }, body.all_or_nothing, (entries, at) =>
      importEntries(
        trx,
        actor,
        { entries, at, part: body.import, isDryRun: body.dry_run },
        { limits: deps.config.quotas, now: now() },
      ),
    ),
  )
}

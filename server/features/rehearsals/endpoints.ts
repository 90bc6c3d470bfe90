import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/rehearsals.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { rehearse } from '../../queue/tasks.ts'
import { cancelRehearsal, createRehearsal, deleteRehearsal } from './commands.ts'
import { getRehearsal, listRehearsals } from './queries.ts'
import { rehearsalBell } from './rules.ts'
import { workOnRehearsals } from './tasks.ts'

/** Serves rehearsals of planned days. */
export function registerRehearsals(app: FastifyInstance, deps: Deps): void {
  const { now, queue, bell } = deps
  app.addHook('onListen', () => workOnRehearsals(deps))
  mount(app, deps, api.listRehearsals, ({ trx, actor, query }) => listRehearsals(trx, actor.workspaceId, query, now()))
  mount(app, deps, api.getRehearsal, ({ trx, actor, params }) => getRehearsal(trx, actor.workspaceId, params.id, now()))
  mount(
    app,
    deps,
    api.createRehearsal,
    ({ trx, actor, body }) => createRehearsal(trx, actor.workspaceId, body, { queue, now: now() }),
    { committed: () => queue.wake(rehearse) },
  )
  mount(
    app,
    deps,
    api.cancelRehearsal,
    ({ trx, actor, params }) => cancelRehearsal(trx, actor.workspaceId, params.id, now()),
    { committed: ({ id }) => bell.ring(rehearsalBell(id)) },
  )
  mount(app, deps, api.deleteRehearsal, ({ trx, actor, params }) => deleteRehearsal(trx, actor.workspaceId, params.id))
}

import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/workspaces.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { createWorkspace, deleteWorkspace, noteUse } from './commands.ts'
import { readMemberships } from './queries.ts'

/** Serves the workspaces that a person belongs to. */
export function registerWorkspaces(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listWorkspaces, async ({ trx, actor }) => ({ data: await readMemberships(trx, actor) }))
  mount(app, deps, api.noteWorkspaceUse, ({ trx, actor, params }) => noteUse(trx, actor.userId, params.id, deps.now()))
  mount(app, deps, api.createWorkspace, ({ trx, actor, body }) =>
    createWorkspace(trx, actor, body, {
      limits: deps.config.quotas,
      now: deps.now(),
      defaultTier: deps.config.defaultTier,
    }),
  )
  mount(app, deps, api.deleteWorkspace, ({ trx, actor, params, body }) =>
    deleteWorkspace(trx, deps, actor, { ...params, ...body }),
  )
}

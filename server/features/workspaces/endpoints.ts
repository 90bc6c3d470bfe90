import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/workspaces.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { noteUse } from './commands.ts'
import { readMemberships } from './queries.ts'

/** Serves the workspaces that a person belongs to. */
export function registerWorkspaces(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listWorkspaces, async ({ trx, actor }) => ({ data: await readMemberships(trx, actor) }))
  mount(app, deps, api.useWorkspace, ({ trx, actor, params }) => noteUse(trx, actor.userId, params.id, deps.now()))
}

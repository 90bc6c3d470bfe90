import type { FastifyInstance } from 'fastify'
import { changeWorkspace, getMe, getWorkspace } from '#domain/api/workspace.ts'
import { may } from '#domain/permissions.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { updateWorkspace } from './commands.ts'
import { readClientOf, readFrozen, readOwnerName, readWorkspace } from './queries.ts'

/** Serves who is signed in, and the workspace's settings. */
export function registerWorkspace(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, getMe, async ({ actor, trx }) => ({
    user_id: actor.userId,
    email: actor.email,
    role: actor.role,
    driver_id: actor.driverId,
    owner_name: await readOwnerName(trx),
    depot_ids: actor.depotIds,
    handles_prescriptions: may(actor, 'see_prescriptions'),
    client: await readClientOf(trx, actor.clientId),
    aal: actor.aal ?? 'aal1',
    frozen: await readFrozen(trx, actor.workspaceId),
    workspace: await readWorkspace(trx, actor.workspaceId),
  }))
  mount(app, deps, getWorkspace, ({ actor, trx }) => readWorkspace(trx, actor.workspaceId))
  mount(app, deps, changeWorkspace, ({ actor, body, seen, trx }) => updateWorkspace(trx, actor, body, seen, deps.now()))
}

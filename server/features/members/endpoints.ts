import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/members.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeMember, leaveWorkspace, removeMember, resumeMember, suspendMember } from './commands.ts'
import { getMember, listMembers } from './queries.ts'

/** Serves who belongs to a workspace, and as what. */
export function registerMembers(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listMembers, ({ trx, actor, query }) => listMembers(trx, actor.workspaceId, query))
  mount(app, deps, api.getMember, ({ trx, actor, params }) => getMember(trx, actor.workspaceId, params.id))
  mount(app, deps, api.changeMember, ({ trx, actor, params, body, seen }) =>
    changeMember(trx, actor, params.id, body, seen, now()),
  )
  mount(app, deps, api.suspendMember, ({ trx, actor, params, seen }) =>
    suspendMember(trx, actor, params.id, seen, now()),
  )
  mount(app, deps, api.resumeMember, ({ trx, actor, params, seen }) => resumeMember(trx, actor, params.id, seen, now()))
  mount(app, deps, api.removeMember, ({ trx, actor, params }) => removeMember(trx, actor, params.id, now()))
  mount(app, deps, api.leaveWorkspace, ({ trx, actor }) => leaveWorkspace(trx, actor, now()))
}

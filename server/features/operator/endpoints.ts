import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/operator.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Person } from '../../http/callers/person.ts'
import { mount } from '../../http/mount.ts'
import { changeWorkspace, markMessage, retryMails } from './commands.ts'
import { listDays, listMessages, listWorkspaces, operatorOf, readFailures, readOverview } from './queries.ts'

/** Serves whoever runs the installation. To everybody else, there is nothing at these addresses. */
export function registerOperator(app: FastifyInstance, deps: Deps, version: string): void {
  const { now, queue } = deps
  const admit = (call: { trx: Trx; actor: Person }) => operatorOf(call.trx, deps, call.actor)
  mount(app, deps, api.getOperatorOverview, async (call) => {
    await admit(call)
    return readOverview(call.trx, deps, version)
  })
  mount(app, deps, api.listOperatorWorkspaces, async (call) => {
    await admit(call)
    return listWorkspaces(call.trx, call.query, now())
  })
  mount(app, deps, api.changeOperatorWorkspace, async (call) =>
    changeWorkspace(call.trx, await admit(call), call.params.id, call.body, now()),
  )
  mount(app, deps, api.listOperatorDays, async (call) => {
    await admit(call)
    return { data: await listDays(call.trx, now()) }
  })
  mount(app, deps, api.getOperatorFailures, async (call) => {
    await admit(call)
    return readFailures(call.trx, deps, now())
  })
  mount(app, deps, api.retryOperatorMails, async (call) => {
    await admit(call)
    return { retried: await retryMails(deps) }
  })
  mount(app, deps, api.retryOperatorTasks, async (call) => {
    await admit(call)
    return { retried: await queue.retryFailed(call.body.name) }
  })
  mount(app, deps, api.listOperatorMessages, async (call) => {
    await admit(call)
    return listMessages(call.trx, call.query)
  })
  mount(app, deps, api.changeOperatorMessage, async (call) =>
    markMessage(call.trx, await admit(call), call.params.id, call.body.answered, now()),
  )
}

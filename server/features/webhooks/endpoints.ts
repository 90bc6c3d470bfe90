import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/webhooks.ts'
import { inTransaction, setWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { identityOf, type Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { changeEndpoint, createEndpoint, deleteEndpoint, replayCall, replaySpan, rotateSecret } from './commands.ts'
import { getCall, getEndpoint, listCalls, listEndpoints, listUndelivered, readSecrets } from './queries.ts'
import { testBody } from './rules.ts'

/** Serves the addresses that events are posted to, and the log of calls. */
export function registerWebhooks(app: FastifyInstance, deps: Deps): void {
  const { now } = deps
  mount(app, deps, api.listWebhooks, async ({ trx, actor }) => ({ data: await listEndpoints(trx, actor.workspaceId) }))
  mount(app, deps, api.getWebhook, ({ trx, actor, params }) => getEndpoint(trx, actor.workspaceId, params.id))
  mount(app, deps, api.createWebhook, ({ trx, actor, body }) => createEndpoint(trx, deps, actor, body))
  mount(app, deps, api.changeWebhook, ({ trx, actor, params, body, seen }) =>
    changeEndpoint(trx, deps, actor, params.id, body, seen),
  )
  mount(app, deps, api.deleteWebhook, ({ trx, actor, params, seen }) =>
    deleteEndpoint(trx, actor, params.id, seen, now()),
  )
  mount(app, deps, api.rotateWebhook, ({ trx, actor, params, body, seen }) =>
    rotateSecret(trx, deps, actor, params.id, body, seen),
  )
  mount(
    app,
    deps,
    api.testWebhook,
    async ({ actor, params, reply }) => reply.send(await postTest(deps, actor, params.id)),
    { waits: true },
  )
  mount(app, deps, api.replayWebhook, ({ trx, actor, params, body }) => replaySpan(trx, actor, params.id, body, now()))
  mount(app, deps, api.listWebhookCalls, ({ trx, actor, query }) => listCalls(trx, actor.workspaceId, query))
  mount(app, deps, api.listUndeliveredWebhooks, async ({ trx, actor }) => ({
    data: await listUndelivered(trx, actor.workspaceId),
  }))
  mount(app, deps, api.getWebhookCall, ({ trx, actor, params }) => getCall(trx, actor.workspaceId, params.id))
  mount(app, deps, api.replayWebhookCall, ({ trx, actor, params }) => replayCall(trx, actor, params.id, now()))
}

/** Posts a test event at once. It is neither kept nor tried again. */
async function postTest(deps: Deps, actor: Actor, id: string) {
  const { url, secrets } = await again(() =>
    inTransaction(deps.db, async (trx) => {
      await setWorkspace(trx, actor.workspaceId, identityOf(actor))
      return readSecrets(trx, deps, actor.workspaceId, id)
    }),
  )
  const at = deps.now()
  const testId = randomUUID()
  const body = JSON.stringify(testBody(testId, at))
  const { tookMs, ...said } = await deps.webhooks.post(url, { id: testId, at, body, secrets })
  return { at: at.toISOString(), took_ms: tookMs, ...said }
}

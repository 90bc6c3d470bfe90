import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/api-keys.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { changeApiKey, createApiKey, endOverlap, revokeApiKey, rotateApiKey } from './commands.ts'
import { listApiKeys, readKeyUsage, readSelf, readUsage } from './queries.ts'

/** Serves API keys, which members manage. */
export function registerApiKeys(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listApiKeys, async ({ trx, actor }) => ({ data: await listApiKeys(trx, actor.workspaceId) }))
  mount(app, deps, api.createApiKey, ({ trx, actor, body }) =>
    createApiKey(trx, actor, body, { limits: deps.config.quotas, now: deps.now() }),
  )
  mount(app, deps, api.changeApiKey, ({ trx, actor, params, body, seen }) =>
    changeApiKey(trx, actor, params.id, body, seen, deps.now()),
  )
  mount(app, deps, api.rotateApiKey, ({ trx, actor, params, body, seen }) =>
    rotateApiKey(trx, actor, params.id, body, seen, deps.now()),
  )
  mount(app, deps, api.endOverlap, ({ trx, actor, params, seen }) =>
    endOverlap(trx, actor, params.id, seen, deps.now()),
  )
  mount(app, deps, api.revokeApiKey, ({ trx, actor, params, seen }) =>
    revokeApiKey(trx, actor, params.id, seen, deps.now()),
  )
  mount(app, deps, api.getApiKeyUsage, ({ trx, actor, params, query }) =>
    readKeyUsage(trx, actor.workspaceId, params.id, query, deps.now()),
  )
  mount(app, deps, api.getSelf, ({ trx, actor }) => readSelf(trx, actor, deps.now()))
  mount(app, deps, api.getApiUsage, ({ trx, actor }) => readUsage(trx, actor.workspaceId, deps.now()))
}

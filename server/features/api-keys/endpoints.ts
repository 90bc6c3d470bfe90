import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/api-keys.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { createApiKey, renameApiKey, revokeApiKey } from './commands.ts'
import { listApiKeys, readUsage } from './queries.ts'

/** Serves API keys, which members manage. */
export function registerApiKeys(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listApiKeys, async ({ trx, actor }) => ({ data: await listApiKeys(trx, actor.workspaceId) }))
  mount(app, deps, api.createApiKey, ({ trx, actor, body }) =>
    createApiKey(trx, actor, body, { limits: deps.config.quotas, now: deps.now() }),
  )
  mount(app, deps, api.renameApiKey, ({ trx, actor, params, body, seen }) =>
    renameApiKey(trx, actor, params.id, body.name, seen, deps.now()),
  )
  mount(app, deps, api.revokeApiKey, ({ trx, actor, params, seen }) =>
    revokeApiKey(trx, actor, params.id, seen, deps.now()),
  )
  mount(app, deps, api.getApiUsage, ({ trx, actor }) => readUsage(trx, actor.workspaceId, deps.now()))
}

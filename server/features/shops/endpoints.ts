import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/shops.ts'
import { AppError } from '#domain/errors.ts'
import { isSandbox } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { beginWithKeys, changeRules } from '../integrations/commands.ts'
import { readIntegration } from '../integrations/queries.ts'
import { retry, syncNow } from './commands.ts'
import { readConnected, readProblems, readShopState } from './queries.ts'

/** Serves the page of a connected shop: how it keeps in step, what waits, and its rules. */
export function registerShops(app: FastifyInstance, deps: Deps): void {
  const { config } = deps
  const reader = (workspaceId: string) => ({ workspaceId, config, now: deps.now() })

  mount(app, deps, api.getShop, async ({ trx, actor, params }) =>
    readShopState(trx, await readConnected(trx, actor.workspaceId, params.platform), config.publicUrl),
  )
  mount(app, deps, api.syncShopNow, async ({ trx, actor, params }) => {
    const shop = await readConnected(trx, actor.workspaceId, params.platform)
    await syncNow(trx, deps, shop)
    return { ...(await readShopState(trx, shop, config.publicUrl)), is_syncing: true }
  })
  mount(app, deps, api.listShopProblems, async ({ trx, actor, params }) =>
    readProblems(trx, await readConnected(trx, actor.workspaceId, params.platform)),
  )
  mount(app, deps, api.retryShop, async ({ trx, actor, params, body }) => ({
    retried: await retry(trx, deps, await readConnected(trx, actor.workspaceId, params.platform), body),
  }))
  mount(app, deps, api.changeShopRules, ({ trx, actor, params, body, seen }) =>
    changeRules(trx, actor, reader(actor.workspaceId), params.platform, body, seen),
  )
  mount(app, deps, api.connectWithKeys, async ({ trx, actor, params, body }) => {
    if (await isSandbox(trx, actor.workspaceId)) throw new AppError('sandbox_closed')
    await beginWithKeys(trx, deps, actor, params.platform, body)
    return readIntegration(trx, reader(actor.workspaceId), params.platform)
  })
}

import type { z } from 'zod'
import { inWorkspace } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { ShopError } from '../../outside/shop-error.ts'
import { checkShopifyKeys, exchangeShopifyCode, type ShopifyKeys } from '../../outside/shopify.ts'
import { checkWixSite } from '../../outside/wix.ts'
import { checkWooShop, WooKeys } from '../../outside/woocommerce.ts'
import { connectShop } from '../../queue/tasks.ts'
import { failAttempt, saveConnection } from './commands.ts'
import { readGranted } from './queries.ts'
import { sealContext } from './rules.ts'

type Payload = z.output<typeof connectShop.payload>
type Found = { credentials: object; shop: string; key: string; version: string | null }

/** How many shops are checked at the same time. */
const concurrency = 2

/** Checks the shops' answers, from the queue. */
export async function workOnIntegrations(deps: Deps): Promise<void> {
  await deps.queue.work(connectShop, concurrency, (payload, { lastAttempt }) => connect(deps, payload, lastAttempt))
}

/** Reads the shop's answer, checks it with the shop outside any transaction, and stores the result. */
async function connect(deps: Deps, payload: Payload, lastAttempt: boolean): Promise<void> {
  const { db, sealer, now } = deps
  const { workspaceId, attemptId } = payload
  const context = sealContext(workspaceId, payload.platform)
  const attempt = await inWorkspace(db, workspaceId, (trx) => readGranted(trx, workspaceId, attemptId))
  if (!attempt?.granted) return
  try {
    const grant: unknown = JSON.parse(sealer.open(attempt.granted, context))
    const { credentials, ...found } = await ask(deps, payload, attempt.shop ?? '', grant)
    const sealed = sealer.seal(JSON.stringify(credentials), context)
    const connected = { workspaceId, attemptId, credentials: sealed, ...found }
    await inWorkspace(db, workspaceId, (trx) => saveConnection(trx, deps.queue, connected, now()))
  } catch (error) {
    if (!(error instanceof ShopError) || (error.isPassing && !lastAttempt)) throw error
    const { failure } = error
    await inWorkspace(db, workspaceId, (trx) => failAttempt(trx, workspaceId, attemptId, failure, now()))
  }
}

async function ask({ config, now }: Deps, { platform }: Payload, shop: string, grant: unknown): Promise<Found> {
  const { shopify, wix, shopifyUrl, allowPrivate } = config.shops
  if (platform === 'woocommerce') {
    const { credentials, version } = await checkWooShop(shop, WooKeys.parse(grant), allowPrivate)
    return { credentials, version, shop, key: shop }
  }
  if (platform === 'shopify' && 'access_token' in (grant as object)) {
    const credentials = await checkShopifyKeys({ shopifyUrl }, shop, grant as ShopifyKeys)
    return { credentials, shop, key: shop, version: null }
  }
  if (platform === 'shopify' && shopify) {
    const { code } = grant as { code: string }
    const settings = { shopifyUrl, shopify }
    return { credentials: await exchangeShopifyCode(settings, shop, code, now()), shop, key: shop, version: null }
  }
  if (platform === 'wix' && wix) {
    const { instance_id } = grant as { instance_id: string }
    return { ...(await checkWixSite(wix, instance_id)), key: instance_id, version: null }
  }
  throw new Error(`The settings of ${platform} were removed while a shop was being connected`)
}

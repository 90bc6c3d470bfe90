import { readConfig } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { rerouting } from '../../features/plan-changes/endpoints.ts'
import { syncOne, type SyncDeps } from '../../features/shop-sync/tasks.ts'
import { startShopifyDouble, type ShopifyDouble } from '../../outside/shopify-double.ts'
import { shopifyScopes } from '../../outside/shopify.ts'
import { rig } from '../rig.ts'
import type { ConnectedShop, ShopUnderTest } from './acceptance.ts'

const app = { clientId: 'client', clientSecret: 'shpss_very_secret' }
const shopName = 'my-shop.myshopify.com'

export type ShopifyUnderTest = ShopUnderTest & {
  store: ShopifyDouble
  /** The same with keys that end after an hour. */
  connectEnding(deps: Deps, workspaceId: string): Promise<ConnectedShop>
}

/** Shopify for the table of acceptance: a fake store, and connections to it. */
export async function shopifyUnderTest(now: () => Date): Promise<ShopifyUnderTest> {
  const double = await startShopifyDouble(app, now, undefined, { most: 20_000, perSecond: 1000 })
  const { shops } = readConfig({
    SHOPS_ALLOW_PRIVATE: 'true',
    SHOPIFY_CLIENT_ID: app.clientId,
    SHOPIFY_CLIENT_SECRET: app.clientSecret,
    SHOPIFY_SHOP_URL: double.shopUrl,
  })
  return {
    platform: 'shopify',
    store: double,
    shops,
    secrets: [app.clientSecret],
    listsBy: 'KartaOrders',
    hookCount: () => double.state.hooks.length,
    hookTo(url) {
      for (const hook of double.state.hooks) hook.url = url
    },
    async connect(deps, workspaceId) {
      const token = double.issueToken()
      const scope = [...shopifyScopes, 'write_shipping'].join(',')
      const credentials = { access_token: token, scope, expires_at: null, refresh_token: null }
      return connectRow(deps, workspaceId, 'shopify', shopName, credentials)
    },
    async connectEnding(deps, workspaceId) {
      const { expires_in, ...keys } = double.issueEndingToken()
      const expires_at = new Date(now().getTime() + expires_in * 1000).toISOString()
      return connectRow(deps, workspaceId, 'shopify', shopName, {
        ...keys,
        scope: shopifyScopes.join(','),
        expires_at,
      })
    },
    revoke: () => double.revoke(),
    close: () => double.close(),
  }
}

/** A connection as it is once somebody approved it, and its first round. */
export async function connectRow(
  deps: Deps,
  workspaceId: string,
  platform: ShopUnderTest['platform'],
  shop: string,
  credentials: object,
): Promise<ConnectedShop> {
  const sealed = deps.sealer.seal(JSON.stringify(credentials), `integration:${workspaceId}:${platform}`)
  const at = deps.now()
  const integrationId = await rig(deps.db, workspaceId, async (trx) => {
    const { id } = await trx
      .insertInto('integrations')
      .values({
        workspace_id: workspaceId,
        platform,
        state: 'connected',
        step: null,
        shop,
        shop_key: shop,
        shop_version: null,
        credentials: sealed,
        last_error: null,
        problem: null,
        attempt_id: null,
        deadline: null,
        connected_at: at,
        connected_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('shop_syncs')
      .values({
        integration_id: id,
        workspace_id: workspaceId,
        position: 0,
        cursor: null,
        since: null,
        round_started_at: null,
        seen_until: null,
        last_sync_at: null,
        next_sync_at: at,
        failure: null,
      })
      .execute()
    return id
  })
  return { workspaceId, integrationId }
}

/** What tasks of shops work with, in a test. */
export const syncDepsOf = (deps: Deps): SyncDeps => ({ ...deps, reroute: rerouting(deps) })

export const round = (deps: Deps, of: ConnectedShop) => syncOne(syncDepsOf(deps), of)

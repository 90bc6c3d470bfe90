import { readConfig } from '../../config.ts'
import { startWooDouble } from '../../outside/woocommerce-double.ts'
import type { ShopUnderTest } from './acceptance.ts'
import { connectRow } from './shopify.ts'

/** WooCommerce for the table of acceptance. */
export async function woocommerceUnderTest(now: () => Date): Promise<ShopUnderTest> {
  const double = await startWooDouble(now)
  const secrets: string[] = []
  return {
    platform: 'woocommerce',
    store: double,
    shops: readConfig({ SHOPS_ALLOW_PRIVATE: 'true' }).shops,
    secrets,
    listsBy: '/wc/v3/orders',
    hookCount: () => double.personality.hooks.length,
    hookTo(url) {
      for (const hook of double.personality.hooks) hook.delivery_url = url
    },
    async connect(deps, workspaceId) {
      double.personality.hooks.length = 0
      const { consumer_key, consumer_secret } = double.issueKeys('')
      secrets.push(consumer_secret)
      const credentials = { consumer_key, consumer_secret, keys_in_query: false }
      return connectRow(deps, workspaceId, 'woocommerce', double.url, credentials)
    },
    revoke: () => double.revoke(),
    close: () => double.close(),
  }
}

import { readConfig } from '../../config.ts'
import { startWixDouble } from '../../outside/wix-double.ts'
import type { ShopUnderTest } from './acceptance.ts'
import { connectRow } from './shopify.ts'

const app = { appId: 'app-id', appSecret: 'wix_very_secret' }

/** Wix for the table of acceptance. */
export async function wixUnderTest(now: () => Date): Promise<ShopUnderTest> {
  const double = await startWixDouble(app, now)
  const { shops } = readConfig({
    SHOPS_ALLOW_PRIVATE: 'true',
    WIX_APP_ID: app.appId,
    WIX_APP_SECRET: app.appSecret,
    WIX_PUBLIC_KEY: double.publicKey,
    WIX_API_URL: double.url,
  })
  return {
    platform: 'wix',
    store: double,
    shops,
    secrets: [app.appSecret],
    listsBy: '/orders/search',
    hookCount: () => 0,
    hookTo(url) {
      double.state.hooks = [{ id: '1', topic: '', url }]
    },
    async connect(deps, workspaceId) {
      const { instanceId } = double.install()
      return connectRow(deps, workspaceId, 'wix', instanceId, { instance_id: instanceId })
    },
    revoke: () => double.revoke(),
    close: () => double.close(),
  }
}

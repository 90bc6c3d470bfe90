import { setTimeout as delay } from 'node:timers/promises'
import { startShopifyDouble } from '#server/outside/shopify-double.ts'
import { basicPlan } from '#server/outside/fake-store/shopify/personality.ts'
import { rerouting } from '#server/features/plan-changes/endpoints.ts'
import { workOnIntegrations } from '#server/features/integrations/tasks.ts'
import { workOnShops } from '#server/features/shop-sync/tasks.ts'
import { runApp, send } from '../../measure/running-app.ts'

const orders = 10_000
const mostSeconds = 120
const app = { clientId: 'bench', clientSecret: 'bench-secret' }

/** The first sync of a shop with 10,000 open orders, within the points that a shop on Shopify's smallest plan has. */
export async function run(): Promise<void> {
  const shop = await startShopifyDouble(app, () => new Date(), undefined, basicPlan)
  for (let i = 0; i < orders; i++) shop.state.place({ address: { line1: `${i + 1} Elgin St`, name: `Customer ${i}` } })
  const server = await runApp(undefined, { SHOPS_ALLOW_PRIVATE: 'true', SHOPIFY_SHOP_URL: shop.shopUrl })
  const { deps } = server
  try {
    await workOnIntegrations(deps)
    await workOnShops({ ...deps, reroute: rerouting(deps) })
    const { token } = await server.makeOwner()
    const keys = { access_token: shop.issueToken(), client_secret: 'shpss_0123456789abcdef' }
    const startedAt = performance.now()
    const usedBefore = process.cpuUsage()
    await send(`${server.url}/v1/integrations/shopify/keys`, token, 'POST', { shop: 'bench-shop', keys })
    const read = async () =>
      (await send(`${server.url}/v1/integrations/shopify/sync`, token, 'GET').catch(() => undefined)) as
        | { last_sync_at: string | null; orders: { taken: number } }
        | undefined
    let state = await read()
    while (!state?.last_sync_at && performance.now() - startedAt < 2 * mostSeconds * 1000) {
      await delay(200)
      state = await read()
    }
    const seconds = (performance.now() - startedAt) / 1000
    const { user, system } = process.cpuUsage(usedBefore)
    const asked = shop.calls.filter(({ url }) => url.pathname.endsWith('graphql.json')).length
    const files = shop.calls.filter(({ url }) => url.pathname.startsWith('/bulk/')).length
    console.log(`limit: ${basicPlan.most} points, of which ${basicPlan.perSecond} return each second (Shopify Basic)`)
    console.log(
      `${state?.orders.taken ?? 0} of ${orders} orders taken in ${seconds.toFixed(1)} s (limit ${mostSeconds} s)`,
    )
    console.log(
      `${asked} questions, ${files} parts of the file; ${((user + system) / 1e6).toFixed(1)} s of processor, with the store’s`,
    )
    if (state?.orders.taken !== orders || seconds >= mostSeconds) process.exitCode = 1
  } finally {
    await server.stop()
    await shop.close()
  }
}

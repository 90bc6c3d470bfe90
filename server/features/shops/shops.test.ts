import { afterAll, expect, test } from 'vitest'
import * as integrations from '#domain/api/integrations.ts'
import * as api from '#domain/api/shops.ts'
import { createDepot } from '#domain/api/depots.ts'
import { inWorkspace } from '../../db/connect.ts'
import { openQueue } from '../../queue/queue.ts'
import { round, shopifyUnderTest, syncDepsOf } from '../../testing/shops/shopify.ts'
import { testApp } from '../../testing/test-app.ts'
import { workOnIntegrations } from '../integrations/tasks.ts'
import { readOne } from '../shop-sync/tasks.ts'

const under = await shopifyUnderTest(() => new Date())
const { as, deps, makeMember } = await testApp(({ config }) => ({
  // An app that the shop's owner made needs no settings.
  config: { ...config, shops: { ...under.shops, shopify: undefined } },
}))
const queue = await openQueue(deps.pool, () => {})
await workOnIntegrations({ ...deps, queue })
afterAll(async () => {
  await queue.stop()
  await under.close()
})
const params = { platform: 'shopify' as const }

test('a shop’s page says what waits and why, and tries it again', async () => {
  const member = await makeMember()
  const shop = await under.connect(deps, member.workspaceId)
  const { call } = as(member)
  const before = (await call(integrations.listIntegrations)).body.data.find(({ platform }) => platform === 'shopify')!
  expect((await call(api.changeShopRules, { params, body: { needs_postcode: true } })).body).toMatchObject({
    rules: { needs_postcode: true, takes_tests: false },
    version: before.version + 1,
  })
  const { id } = under.store.state.place({ address: { postcode: null } })
  await round(deps, shop)
  expect((await call(api.getShop, { params })).body).toMatchObject({
    orders: { taken: 0, waiting: 1 },
    failure: null,
    locations: [{ name: 'Downtown shop' }, { name: 'Warehouse' }],
  })
  const { orders } = (await call(api.listShopProblems, { params })).body
  expect(orders).toMatchObject([{ reason: expect.stringContaining('postcode'), deliveries: [] }])
  expect((await call(api.retryShop, { params, body: { orders: [orders[0]!.id] } })).body).toEqual({ retried: 1 })
  await call(api.changeShopRules, { params, body: { needs_postcode: false } })
  await readOne(syncDepsOf(deps), shop, id)
  expect((await call(api.listShopProblems, { params })).body).toEqual({ orders: [], news: [] })
  expect((await call(api.syncShopNow, { params })).body.is_syncing).toBe(true)
})

test('places of a shop leave from depots of the workspace alone', async () => {
  const [member, stranger] = [await makeMember(), await makeMember()]
  await under.connect(deps, member.workspaceId)
  const body = { name: 'Theirs', address: 'A', location: { lat: 0, lng: 0 } }
  const depot = (await as(stranger).call(createDepot, { body })).body
  const reply = await as(member).call(api.changeShopRules, { params, body: { depots: { 7001: depot.id } } })
  expect(reply).toMatchObject({ code: 'depot_not_found' })
  for (const wrong of [{ payments: ['free'] }, { tags: 'x' }, { days_ahead: 400 }, { unknown: 1 }]) {
    const refused = await as(member).call(api.changeShopRules, { params, body: wrong as never })
    expect(refused, JSON.stringify(wrong)).toMatchObject({ status: 400, code: 'validation_failed' })
  }
})

test('a shop is connected with the keys of an app that its owner made', async () => {
  const member = await makeMember()
  const { call } = as(member)
  const { issueToken } = under.store as unknown as { issueToken(): string }
  const keys = { access_token: issueToken(), client_secret: 'shpss_0123456789abcdef' }
  const read = async () => (await call(integrations.listIntegrations)).body.data[0]!
  expect((await call(api.connectWithKeys, { params, body: { shop: 'my-shop', keys } })).body.state).toBe('connecting')
  await expect.poll(async () => (await read()).state, { timeout: 20_000 }).toBe('connected')
  expect(await read()).toMatchObject({
    shop: 'my-shop.myshopify.com',
    missing_settings: ['SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET'],
  })
  const sync = await inWorkspace(deps.db, member.workspaceId, (trx) =>
    trx.selectFrom('shop_syncs').selectAll().execute(),
  )
  expect(sync).toHaveLength(1)
  await call(integrations.disconnectShop, { params })
  expect(await call(api.getShop, { params })).toMatchObject({ status: 409, code: 'integration_not_connected' })
  const other = await call(api.connectWithKeys, { params: { platform: 'wix' }, body: { shop: 'x', keys } })
  expect(other).toMatchObject({ status: 400, code: 'validation_failed' })
})

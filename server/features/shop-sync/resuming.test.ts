import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inWorkspace } from '../../db/connect.ts'
import type { Fault } from '../../outside/fake-store/faults.ts'
import { rig } from '../../testing/rig.ts'
import type { ConnectedShop, ShopUnderTest } from '../../testing/shops/acceptance.ts'
import { round, shopifyUnderTest, syncDepsOf } from '../../testing/shops/shopify.ts'
import { wixUnderTest } from '../../testing/shops/wix.ts'
import { woocommerceUnderTest } from '../../testing/shops/woocommerce.ts'
import { testApp } from '../../testing/test-app.ts'
import { readOne, syncOne } from './tasks.ts'

const clock = { aheadMs: 0 }
const now = () => new Date(Date.now() + clock.aheadMs)
const shopify = await shopifyUnderTest(now)
const platforms: ShopUnderTest[] = [shopify, await woocommerceUnderTest(now), await wixUnderTest(now)]
const shops = Object.assign({}, ...platforms.map((of) => of.shops), { shopify: shopify.shops.shopify })

const { deps, makeMember } = await testApp(({ config }) => ({
  now,
  config: { ...config, shops: { ...shops, shopifyUrl: shopify.shops.shopifyUrl } },
}))
afterAll(() => Promise.all(platforms.map((of) => of.close())))
afterEach(() => {
  vi.restoreAllMocks()
  clock.aheadMs = 0
  for (const { store } of platforms) {
    store.faults.mend()
    store.state.orders.clear()
  }
  shopify.store.behave({ bulkPieceBytes: Infinity })
})

/** Does something when the shop gets its nth call of a kind. What it returns is how the call goes wrong. */
function onCall({ store }: ShopUnderTest, kind: string, acts: Record<number, () => Fault | undefined>) {
  vi.restoreAllMocks()
  const usual = store.faults.next
  let count = 0
  vi.spyOn(store.faults, 'next').mockImplementation((said) => {
    const isOne = said.includes(kind)
    return (isOne && acts[++count]?.()) || usual(said)
  })
}

const place = ({ store }: ShopUnderTest, count: number) => {
  for (let nth = 0; nth < count; nth++) {
    store.state.place({ updatedAt: new Date(now().getTime() + nth).toISOString(), address: { position: null } })
  }
}
const placeOf = ({ workspaceId, integrationId }: ConnectedShop) =>
  inWorkspace(deps.db, workspaceId, (trx) =>
    trx
      .selectFrom('shop_syncs')
      .select(['cursor', 'seen_until', 'failure'])
      .where('integration_id', '=', integrationId)
      .executeTakeFirstOrThrow(),
  )
/** How many orders became deliveries, and how many deliveries there are. */
const counts = ({ workspaceId }: ConnectedShop) =>
  inWorkspace(deps.db, workspaceId, async (trx) => {
    const orders = await trx.selectFrom('shop_orders').select(['external_id', 'state']).execute()
    const deliveries = await trx.selectFrom('deliveries').select('reference').execute()
    return {
      taken: new Set(orders.filter(({ state }) => state === 'taken').map((each) => each.external_id)).size,
      deliveries: deliveries.length,
      references: new Set(deliveries.map(({ reference }) => reference)).size,
    }
  })
const all = (count: number) => ({ taken: count, deliveries: count, references: count })

describe('keys of Shopify that end', () => {
  let shop: ConnectedShop
  const hour = 3_600_000
  const refreshes = () => shopify.store.calls.filter(({ body }) => body.includes('"refresh_token"')).length
  const connection = () =>
    inWorkspace(deps.db, shop.workspaceId, (trx) =>
      trx.selectFrom('integrations').select(['credentials', 'problem']).executeTakeFirstOrThrow(),
    )
  const refreshToken = async () => {
    const opened = deps.sealer.open((await connection()).credentials!, `integration:${shop.workspaceId}:shopify`)
    return (JSON.parse(opened) as { refresh_token: string }).refresh_token
  }
  beforeEach(async () => {
    shop = await shopify.connectEnding(deps, (await makeMember()).workspaceId)
  })

  test.each([
    ['whose time is over', () => void (clock.aheadMs += 2 * hour)],
    ['that Shopify refuses before their time', () => shopify.store.endTokens()],
  ])('in the middle of a round, keys %s are renewed, and the round goes on', async (_, end) => {
    shopify.store.behave({ bulkPieceBytes: 20_000 })
    place(shopify, 60)
    const [first, before] = [await refreshToken(), refreshes()]
    onCall(shopify, 'KartaBulkState', { 3: () => void end() as undefined })
    await round(deps, shop)
    expect(await counts(shop)).toEqual(all(60))
    expect(refreshes() - before).toBe(1)
    const second = await refreshToken()
    expect(second).not.toBe(first)
    // Only the newest refresh token works.
    clock.aheadMs += 2 * hour
    await round(deps, shop)
    expect(await refreshToken()).not.toBe(second)
    expect(await connection()).toMatchObject({ problem: null })
  })

  test('are renewed once, however many orders come at that moment', async () => {
    place(shopify, 4)
    clock.aheadMs += 2 * hour
    const before = refreshes()
    const ids = [...shopify.store.state.orders.keys()]
    await Promise.all(ids.map((id) => readOne(syncDepsOf(deps), shop, id)))
    expect(await counts(shop)).toEqual(all(4))
    expect(refreshes() - before).toBe(1)
    expect(await connection()).toMatchObject({ problem: null })
  })

  test('are not renewed for ever when new ones are refused as well', async () => {
    place(shopify, 1)
    const [id] = shopify.store.state.orders.keys()
    shopify.store.faults.fail('revoked', { times: 10, only: 'KartaOrder' })
    await expect(readOne(syncDepsOf(deps), shop, id!)).rejects.toMatchObject({ failure: 'access_lost' })
    expect(await connection()).toMatchObject({ problem: 'access_lost' })
  })
})

describe('a round at Shopify', () => {
  let shop: ConnectedShop
  beforeEach(async () => {
    shop = await shopify.connect(deps, (await makeMember()).workspaceId)
  })

  test('waits while the shop has no points left, and goes on by itself', async () => {
    place(shopify, 30)
    shopify.store.faults.fail('throttled', { times: 2, only: 'KartaBulkState' })
    await round(deps, shop)
    expect(await counts(shop)).toEqual(all(30))
  })

  test('gives up a call that gets no answer, and goes on with it the next time', async () => {
    shopify.store.behave({ bulkPieceBytes: 20_000 })
    place(shopify, 60)
    const usual = AbortSignal.timeout.bind(AbortSignal)
    onCall(shopify, '/bulk/', { 2: () => 'timeout' })
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => usual(Math.min(ms, 2000)))
    await expect(round(deps, shop)).rejects.toMatchObject({ failure: 'unreachable', isPassing: true })
    expect((await placeOf(shop)).cursor).toMatch(/^bulk \S+ \d+$/)
    await round(deps, shop)
    expect(await counts(shop)).toEqual(all(60))
  })

  test('begins anew when the file that it read is gone', async () => {
    shopify.store.behave({ bulkPieceBytes: 20_000 })
    place(shopify, 60)
    onCall(shopify, '/bulk/', { 2: () => 'error' })
    await expect(round(deps, shop)).rejects.toMatchObject({ isPassing: true })
    shopify.store.forgetBulk()
    await expect(round(deps, shop)).rejects.toMatchObject({ failure: 'gone' })
    await round(deps, shop)
    expect(await counts(shop)).toEqual(all(60))
  })
})

const firstSyncs = platforms.map((of) => ({
  of,
  platform: of.platform,
  // Pages of the other two have 100 orders.
  ...(of === shopify ? { count: 1000, lists: '/bulk/' } : { count: 250, lists: of.listsBy }),
}))

test.each(firstSyncs)(
  'the first sync at $platform misses and doubles nothing, however often it dies',
  async (given) => {
    const { of, count, lists } = given
    const shop = await of.connect(deps, (await makeMember()).workspaceId)
    shopify.store.behave({ bulkPieceBytes: 100_000 })
    place(of, count)
    const usual = syncDepsOf(deps)
    // Positions are looked up by a task that is added last, in the transaction of the page.
    const queue = { ...usual.queue, add: () => Promise.reject(new Error('The server died')) }
    const dying = { ...usual, queue, geocoder: {} as NonNullable<typeof usual.geocoder> }

    // It dies while it stores the first orders: their transaction is gone with it.
    await expect(syncOne(dying, shop)).rejects.toThrow('The server died')
    expect(await counts(shop)).toEqual(all(0))
    // It dies while it reads the second page, and then while it stores that.
    onCall(of, lists, { 2: () => 'half' })
    await expect(syncOne(usual, shop)).rejects.toMatchObject({ isPassing: true })
    const { cursor } = await placeOf(shop)
    const some = await counts(shop)
    expect(some.taken).toBeGreaterThan(0)
    expect(some.taken).toBeLessThan(count)
    await expect(syncOne(dying, shop)).rejects.toThrow('The server died')
    expect(await counts(shop)).toEqual(some)
    // It stores the second page and dies before it notes so.
    onCall(of, lists, { 2: () => 'error' })
    await expect(syncOne(usual, shop)).rejects.toMatchObject({ isPassing: true })
    await rig(deps.db, shop.workspaceId, (trx) => trx.updateTable('shop_syncs').set({ cursor }).execute())

    vi.restoreAllMocks()
    await syncOne(usual, shop)
    expect(await counts(shop)).toEqual(all(count))
    expect(await placeOf(shop)).toMatchObject({ cursor: null, failure: null, seen_until: expect.any(String) })
  },
)

import { z } from 'zod'
import { refreshShopifyToken, type ShopifyCredentials } from '../../shopify.ts'
import type { ModifiedPage, OpenStore, ShopConnector } from '../platform.ts'
import { ShopCallError } from '../shop-call-error.ts'
import { beginBulk, nextOfBulk } from './bulk.ts'
import { askGraph, changeInShop } from './graph.ts'
import { hookTopics, readShopifyHook, storeOfHook } from './hooks.ts'
import {
  addHook,
  addRates,
  ratesQuery,
  hooksQuery,
  listOrdersQuery,
  locationsQuery,
  pageSize,
  readOrderQuery,
  removeHook,
  removeRates,
} from './queries.ts'
import { idIn, readGraphOrder } from './read-order.ts'
import { writeToShopify } from './writes.ts'

/** Tokens are renewed when they have less than this left. */
const renewBeforeMs = 10 * 60_000

const Orders = z.object({
  orders: z.object({
    nodes: z.array(z.unknown()),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
})
const Locations = z.object({
  locations: z.object({
    nodes: z.array(
      z.object({ id: z.string(), name: z.string(), address: z.object({ formatted: z.array(z.string()) }).nullish() }),
    ),
  }),
})
const Rates = z.object({
  carrierServices: z.object({ nodes: z.array(z.object({ id: z.string(), callbackUrl: z.string().nullish() })) }),
})
const Hooks = z.object({
  webhookSubscriptions: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        topic: z.string(),
        endpoint: z.object({ callbackUrl: z.string().nullish() }).nullish(),
      }),
    ),
  }),
})

/** Shopify, by its GraphQL Admin API. */
export const shopify: ShopConnector = {
  platform: 'shopify',
  storeOf: storeOfHook,
  readHook: readShopifyHook,
  isEnding({ credentials, now }) {
    const { expires_at, refresh_token } = credentials as ShopifyCredentials
    return !!refresh_token && !!expires_at && Date.parse(expires_at) - now.getTime() < renewBeforeMs
  },
  async renew({ shop, credentials, settings, now }) {
    if (!(credentials as ShopifyCredentials).refresh_token || !settings.shopify) return undefined
    return refreshShopifyToken({ ...settings, shopify: settings.shopify }, shop, credentials as ShopifyCredentials, now)
  },
  async readOrder(store, id) {
    const { order } = await askGraph(store, readOrderQuery, { id: `gid://shopify/Order/${id}` })
    return order ? readGraphOrder(order) : undefined
  },
  async listModified(store, since, cursor): Promise<ModifiedPage> {
    if (cursor?.startsWith('bulk ')) return nextOfBulk(store, cursor)
    if (since === null && cursor === null) return beginBulk(store, 'status:open fulfillment_status:unfulfilled')
    const query = `updated_at:>='${since}'`
    const read = Orders.safeParse(await askGraph(store, listOrdersQuery, { first: pageSize, after: cursor, query }))
    if (!read.success) throw new ShopCallError('not_understood')
    const { nodes, pageInfo } = read.data.orders
    return { orders: nodes.map(readGraphOrder), next: pageInfo.hasNextPage ? pageInfo.endCursor : null }
  },
  async readLocations(store) {
    const read = Locations.safeParse(await askGraph(store, locationsQuery))
    if (!read.success) throw new ShopCallError('not_understood')
    return read.data.locations.nodes.map(({ id, name, address }) => ({
      id: idIn(id),
      name,
      address: address?.formatted.join(', ') || null,
    }))
  },
  async ensureHooks(store, url) {
    const known = await hooksOf(store)
    const ours = known.filter((hook) => hook.url === url)
    for (const topic of hookTopics) {
      if (ours.some((hook) => hook.topic === topic)) continue
      await changeInShop(store, addHook, 'webhookSubscriptionCreate', {
        topic,
        sub: { callbackUrl: url, format: 'JSON' },
      })
    }
  },
  async ensureRates(store, url) {
    if (!mayOfferRates(store)) throw new ShopCallError('refused', { said: 'The app has no access to shipping' })
    if ((await ratesOf(store, url)).length) return
    const i = { name: 'Karta', callbackUrl: url, supportsServiceDiscovery: true, active: true }
    await changeInShop(store, addRates, 'carrierServiceCreate', { i })
  },
  async removeRates(store, url) {
    if (!mayOfferRates(store)) return
    for (const { id } of await ratesOf(store, url))
      await changeInShop(store, removeRates, 'carrierServiceDelete', { id })
  },
  async removeHooks(store, url) {
    for (const { id } of (await hooksOf(store)).filter((hook) => hook.url === url)) {
      await changeInShop(store, removeHook, 'webhookSubscriptionDelete', { id })
    }
  },
  write: writeToShopify,
  orderUrl: ({ shop }, orderId) => `https://admin.shopify.com/store/${shop.split('.')[0]}/orders/${orderId}`,
}

const mayOfferRates = ({ credentials }: OpenStore) =>
  (credentials as ShopifyCredentials).scope.split(',').includes('write_shipping')

/** Carrier services that ask this address. */
async function ratesOf(store: OpenStore, url: string) {
  const read = Rates.safeParse(await askGraph(store, ratesQuery))
  if (!read.success) throw new ShopCallError('not_understood')
  return read.data.carrierServices.nodes.filter(({ callbackUrl }) => callbackUrl === url)
}

async function hooksOf(store: OpenStore) {
  const read = Hooks.safeParse(await askGraph(store, hooksQuery))
  if (!read.success) throw new ShopCallError('not_understood')
  return read.data.webhookSubscriptions.nodes.map(({ id, topic, endpoint }) => ({
    id,
    topic,
    url: endpoint?.callbackUrl ?? null,
  }))
}

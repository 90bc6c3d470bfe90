import { z } from 'zod'
import type { ShopOrder } from '#domain/shops/order.ts'
import type { ModifiedPage, OpenStore, ShopConnector } from '../platform.ts'
import { callWoo, readAnswer } from './call.ts'
import { ensureWooHooks, readWooHook, removeWooHooks } from './hooks.ts'
import { factsOf } from './products.ts'
import { parseWooOrder, readWooOrder, type WooOrder } from './read-order.ts'
import { writeToWoo } from './writes.ts'

const perPage = 100
/** So many of a page come again with the next one, in case that orders before them were deleted. */
const overlap = 10

/** WooCommerce, by its REST API. */
export const woocommerce: ShopConnector = {
  platform: 'woocommerce',
  readHook: readWooHook,
  readOrder,
  listModified: (store, since, cursor) => (since === null ? listOpen(store, cursor) : listSince(store, since, cursor)),
  readLocations: async () => [],
  ensureHooks: ensureWooHooks,
  removeHooks: removeWooHooks,
  write: (store, write) =>
    writeToWoo(store, write, async () => (await readOrder(store, write.orderId))?.parts[0]?.lines ?? []),
  orderUrl: ({ shop }, orderId) => `${shop}/wp-admin/post.php?post=${orderId}&action=edit`,
}

async function readOrder(store: OpenStore, id: string): Promise<ShopOrder | undefined> {
  const answer = await callWoo(store, 'GET', `/orders/${encodeURIComponent(id)}`)
  if (!answer) return undefined
  const [order] = await withFacts(store, [parseWooOrder(answer.json)])
  return order
}

/** Orders that are not finished, by when they were made: they stay in their place while others are completed. */
async function listOpen(store: OpenStore, cursor: string | null): Promise<ModifiedPage> {
  const [after = '', skip = '0'] = cursor?.split(' ') ?? []
  const orders = await readPage(store, {
    status: 'processing,on-hold,pending',
    offset: skip,
    ...(after && { after: secondBefore(after) }),
  })
  const last = orders.at(-1)?.date_created
  const isLast = orders.length < perPage || !last
  // Hundreds of orders of one second are counted instead.
  const next = last === after ? `${after} ${Number(skip) + perPage - overlap}` : `${last}`
  return { orders: await withFacts(store, orders), next: isLast ? null : next }
}

/** Orders that changed since then, by when they were made: they only get more while they are read. */
async function listSince(store: OpenStore, since: string, cursor: string | null): Promise<ModifiedPage> {
  const offset = Number(cursor ?? 0)
  const found = await readPage(store, {
    status: 'any',
    modified_after: since.slice(0, 19),
    dates_are_gmt: 'true',
    offset: String(offset),
  })
  // Before version 5.8, shops do not know `modified_after`.
  const changed = found.filter(
    ({ date_modified_gmt }) => `${date_modified_gmt.slice(0, 19)}Z` >= `${since.slice(0, 19)}Z`,
  )
  const next = found.length < perPage ? null : String(offset + perPage - overlap)
  return { orders: await withFacts(store, changed), next }
}

async function readPage(store: OpenStore, query: Record<string, string>): Promise<WooOrder[]> {
  const all = { ...query, orderby: 'date', order: 'asc', per_page: String(perPage) }
  const answer = await callWoo(store, 'GET', '/orders', { query: all })
  return readAnswer(z.array(z.unknown()), answer).map(parseWooOrder)
}

async function withFacts(store: OpenStore, orders: WooOrder[]): Promise<ShopOrder[]> {
  const facts = await factsOf(store, orders)
  return orders.map((order) => readWooOrder(order, facts.get(order.id)!))
}

/** A date without a zone, a second earlier. */
const secondBefore = (date: string) => new Date(Date.parse(`${date.slice(0, 19)}Z`) - 1000).toISOString().slice(0, 19)

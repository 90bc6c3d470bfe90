import { z } from 'zod'
import type { ModifiedPage, OpenStore, ShopConnector } from '../platform.ts'
import { callWix, readAnswer } from './call.ts'
import { readWixHook, siteOfHook } from './hooks.ts'
import { readWixOrder } from './read-order.ts'
import { writeToWix } from './writes.ts'

const perPage = 100

const One = z.object({ order: z.unknown() })
const cursors = z.object({ cursors: z.object({ next: z.string().nullish() }).nullish() }).nullish()
const Found = z.object({ orders: z.array(z.unknown()), metadata: cursors, pagingMetadata: cursors })

/** Wix, by its eCommerce API. Webhooks are set up once for the app, in Wix's developer center. */
export const wix: ShopConnector = {
  platform: 'wix',
  storeOf: siteOfHook,
  readHook: readWixHook,
  async readOrder(store, id) {
    const answer = await callWix(store, 'GET', `/ecom/v1/orders/${encodeURIComponent(id)}`)
    return answer && readWixOrder(readAnswer(One, answer).order)
  },
  listModified,
  readLocations: async () => [],
  ensureHooks: async () => {},
  removeHooks: async () => {},
  write: writeToWix,
  orderUrl: () => null,
}

async function listModified(store: OpenStore, since: string | null, cursor: string | null): Promise<ModifiedPage> {
  const filter = since
    ? { updatedDate: { $gte: since } }
    : { fulfillmentStatus: { $ne: 'FULFILLED' }, status: { $in: ['APPROVED', 'PENDING'] } }
  const sort = [{ fieldName: since ? 'updatedDate' : 'createdDate', order: 'ASC' }]
  // The cursor holds filter and order.
  const search = cursor
    ? { cursorPaging: { cursor, limit: perPage } }
    : { filter, sort, cursorPaging: { limit: perPage } }
  const { orders, metadata, pagingMetadata } = readAnswer(
    Found,
    await callWix(store, 'POST', '/ecom/v1/orders/search', { search }),
  )
  const next = metadata?.cursors?.next ?? pagingMetadata?.cursors?.next ?? null
  return { orders: orders.map(readWixOrder), next: orders.length ? next || null : null }
}
